//! Tables with columns for pages, for the terminal and for programs.

use lastknight::stats::Pairs;

use super::cell::DataCell;

/// A table of typed cells.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct DataTable {
    pub(super) name: String,
    pub(super) columns: Vec<DataColumn>,
    pub(super) rows: Vec<Vec<DataCell>>,
}

/// A column of a [`DataTable`]. Pages and Markdown show it; the terminal and programs get it on request.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct DataColumn {
    pub(super) heading: String,
    /// Small print below the heading.
    pub(super) note: String,
    pub(super) is_number: bool,
    /// Whether text may take several lines.
    pub(super) has_sentences: bool,
    /// Whether it has charts, which only pages show.
    pub(super) is_chart: bool,
    /// Whether pages and Markdown show it.
    pub(super) is_shown: bool,
    /// The names of its values for programs.
    pub(super) names: Vec<String>,
    pub(super) terminal: Option<TerminalColumn>,
}

/// A column in the terminal.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TerminalColumn {
    pub(super) heading: String,
    /// The least and the greatest width in characters.
    pub(super) width: (usize, usize),
    /// The spaces before it.
    pub(super) gap: usize,
    pub(super) interval: TerminalInterval,
}

/// The place of intervals in the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum TerminalInterval {
    #[default]
    Nowhere,
    /// A column of its own, this wide.
    Apart(usize),
    /// The same column, this wide.
    Within(usize),
}

/// Creates a column of text.
pub fn words(heading: impl Into<String>) -> DataColumn {
    DataColumn { heading: heading.into(), is_shown: true, ..DataColumn::default() }
}

/// Creates a column of sentences, which may take several lines.
pub fn sentences(heading: impl Into<String>) -> DataColumn {
    DataColumn { has_sentences: true, ..words(heading) }
}

/// Creates a column of numbers.
pub fn numbers(heading: impl Into<String>) -> DataColumn {
    DataColumn { is_number: true, ..words(heading) }
}

/// Creates a column of small charts for pages only. The other small print of such a table stands on the lines of its values.
pub fn charts(heading: impl Into<String>) -> DataColumn {
    DataColumn { is_chart: true, ..words(heading) }
}

/// Creates a column for programs only.
pub fn figures(name: impl Into<String>) -> DataColumn {
    DataColumn { names: vec![name.into()], ..DataColumn::default() }
}

impl DataColumn {
    /// Sets small print below the heading.
    pub fn note(self, note: &str) -> Self {
        Self { note: note.to_owned(), ..self }
    }

    /// Sets another heading for pages and Markdown.
    pub fn titled(self, heading: &str) -> Self {
        Self { heading: heading.to_owned(), ..self }
    }

    /// Includes it for programs under this name.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { names: vec![name.into()], ..self }
    }

    /// Includes it for programs with its interval: `name`, `name_low`, `name_high`.
    pub fn with_ends(self, name: &str) -> Self {
        self.named(name).and(&format!("{name}_low")).and(&format!("{name}_high"))
    }

    /// Includes the next value of each cell for programs under this name.
    pub fn and(mut self, name: &str) -> Self {
        self.names.push(name.to_owned());
        self
    }

    /// Also shows it in the terminal, at least this wide.
    pub fn in_terminal(mut self, least: usize) -> Self {
        let heading = self.heading.clone();
        let width = (least, usize::MAX);
        self.terminal = Some(TerminalColumn { heading, width, ..TerminalColumn::default() });
        self
    }

    /// Shows it in the terminal only.
    pub fn only_in_terminal(self, least: usize) -> Self {
        Self { is_shown: false, ..self }.in_terminal(least)
    }

    fn terminal(mut self, change: impl FnOnce(&mut TerminalColumn)) -> Self {
        change(self.terminal.get_or_insert_default());
        self
    }

    /// Sets the greatest width in the terminal. Longer text is shortened.
    pub fn at_most(self, most: usize) -> Self {
        self.terminal(|column| column.width.1 = most)
    }

    /// Sets the number of spaces before it in the terminal.
    pub fn after(self, gap: usize) -> Self {
        self.terminal(|column| column.gap = gap)
    }

    /// Sets another heading for the terminal.
    pub fn headed(self, heading: &str) -> Self {
        self.terminal(|column| column.heading = heading.to_owned())
    }

    /// Shows intervals in the terminal in a column of their own, under the column's small print.
    pub fn interval_apart(self, width: usize) -> Self {
        self.terminal(|column| column.interval = TerminalInterval::Apart(width))
    }

    /// Shows intervals in the terminal in the same column as the numbers.
    pub fn interval_within(self, width: usize) -> Self {
        self.terminal(|column| column.interval = TerminalInterval::Within(width))
    }
}

/// A table under construction: a row for each item, column by column.
#[derive(Debug)]
#[must_use]
pub struct TableBuilder<T> {
    table: DataTable,
    items: Vec<T>,
}

impl DataTable {
    /// Begins a table with a row for each item.
    pub fn of<T>(name: impl Into<String>, items: impl IntoIterator<Item = T>) -> TableBuilder<T> {
        let items: Vec<T> = items.into_iter().collect();
        let rows = items.iter().map(|_| Vec::new()).collect();
        TableBuilder { table: Self { name: name.into(), rows, ..Self::default() }, items }
    }

    /// Creates a table of names and values, with a heading for the values.
    pub fn of_facts(
        name: &str,
        heading: &str,
        facts: impl IntoIterator<Item = (&'static str, DataCell)>,
    ) -> Self {
        Self::of(name, facts)
            .column(words(""), |(fact, _)| *fact)
            .column(numbers(heading), |(_, value)| value.clone())
            .finish()
    }

    /// Adds a row at the end.
    pub fn with_row(mut self, row: Vec<DataCell>) -> Self {
        self.rows.push(row);
        self
    }

    /// Returns the columns of pages and Markdown with their indices.
    pub(super) fn shown(&self) -> impl Iterator<Item = (usize, &DataColumn)> {
        self.columns.iter().enumerate().filter(|(_, column)| column.is_shown)
    }
}

impl<T> TableBuilder<T> {
    /// Adds a column.
    pub fn column<C: Into<DataCell>>(mut self, column: DataColumn, cell: impl Fn(&T) -> C) -> Self {
        for (row, item) in self.table.rows.iter_mut().zip(&self.items) {
            row.push(cell(item).into());
        }
        self.table.columns.push(column);
        self
    }

    /// Adds a column for each key.
    pub fn columns<K, C: Into<DataCell>>(
        self,
        keys: impl IntoIterator<Item = K>,
        column: impl Fn(&K) -> DataColumn,
        cell: impl Fn(&T, &K) -> C,
    ) -> Self {
        keys.into_iter().fold(self, |table, key| {
            let column = column(&key);
            table.column(column, |item| cell(item, &key))
        })
    }

    /// Adds columns for programs with the counts and the score of pairs.
    pub fn pairs(self, pairs: impl Fn(&T) -> Pairs) -> Self {
        self.column(figures("games"), |item| 2 * pairs(item).count())
            .column(figures("wins"), |item| 2 * pairs(item).won + pairs(item).split)
            .column(figures("pairs_won"), |item| pairs(item).won)
            .column(figures("pairs_split"), |item| pairs(item).split)
            .column(figures("pairs_lost"), |item| pairs(item).lost)
            .column(figures("").with_ends("score"), |item| DataCell::score(pairs(item)))
    }

    /// Returns the table.
    pub fn finish(self) -> DataTable {
        self.table
    }
}
