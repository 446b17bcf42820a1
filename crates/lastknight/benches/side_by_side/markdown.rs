//! Tables as the pages of documentation have them.

/// Prints a table: a name in the first column, numbers in the others.
#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
pub(crate) fn table(head: &[impl AsRef<str>], rows: impl IntoIterator<Item = Vec<String>>) {
    let line = |cells: &[&str]| println!("| {} |", cells.join(" | "));
    println!();
    line(&head.iter().map(AsRef::as_ref).collect::<Vec<_>>());
    println!("|---|{}", "---:|".repeat(head.len() - 1));
    for row in rows {
        line(&row.iter().map(String::as_str).collect::<Vec<_>>());
    }
}
