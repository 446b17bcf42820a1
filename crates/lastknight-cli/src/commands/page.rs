//! `lastknight page`: writes the web page as files.

use crate::cli::PageArgs;
use crate::failure::Failure;

#[cfg(not(feature = "page"))]
pub(crate) fn run(_: &PageArgs) -> Result<(), Failure> {
    let how = "build it with 'cargo install --path crates/lastknight-cli --features page'";
    Err(Failure::Input(format!("this program was built without the library for browsers: {how}")))
}

#[cfg(feature = "page")]
pub(crate) fn run(args: &PageArgs) -> Result<(), Failure> {
    use lastknight_server::write_page;
    use serde::Serialize;

    use crate::output::{self, grouped};

    #[derive(Serialize)]
    struct Written {
        folder: String,
        files: usize,
        bytes: usize,
        compressed: usize,
    }

    let folder = args.folder.display().to_string();
    let size = write_page(&args.folder)
        .map_err(|error| Failure::Run(format!("cannot write the page to '{folder}': {error}")))?;
    if args.json {
        let (files, bytes, compressed) = (size.files, size.bytes, size.compressed);
        return output::json(&Written { folder, files, bytes, compressed });
    }
    let [bytes, compressed] = [size.bytes, size.compressed].map(|bytes| grouped(bytes as u64));
    output::text(&format!(
        "{folder}: {} files, {bytes} bytes, {compressed} compressed\nto try it: python3 -m http.server --directory {folder}\n",
        size.files
    ))
}
