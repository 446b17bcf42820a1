//! `lastknight completions`: shell completion scripts.

use clap_complete::Shell;

use crate::failure::Failure;
use crate::{cli, output};

pub(crate) fn run(shell: Shell) -> Result<(), Failure> {
    let mut definition = cli::definition();
    let name = definition.get_name().to_owned();
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition, name, &mut script);
    output::bytes(&script)
}
