//! `lastknight man`: manual pages.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::{cli, output};

pub(crate) fn run(directory: Option<&Path>) -> Result<(), Failure> {
    let definition = cli::definition().disable_help_subcommand(true);
    let Some(directory) = directory else {
        let mut page = Vec::new();
        clap_mangen::Man::new(definition).render(&mut page)?;
        return output::bytes(&page);
    };
    fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(definition, directory))
        .map_err(Failure::cannot_write(directory))
}
