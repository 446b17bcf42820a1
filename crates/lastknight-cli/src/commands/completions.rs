//! `lastknight completions`: scripts that complete the command line.

use std::io::Write;

use clap_complete::Shell;

use crate::cli;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(shell: Shell) -> Result<(), Failure> {
    let mut definition = cli::definition();
    let name = definition.get_name().to_owned();
    // Into memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition, name, &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
    Ok(out.flush()?)
}
