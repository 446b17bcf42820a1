//! Tables: columns for people, for the terminal and for programs, and a cell of each in every row.

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

/// A column of a [`DataTable`]. It is shown in pages and Markdown; the terminal and programs have it on request.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct DataColumn {
    pub(super) heading: String,
    /// Small print below the heading.
    pub(super) note: String,
    /// Whether it is aligned to the right.
    pub(super) is_number: bool,
    /// Whether its text may take several lines.
    pub(super) has_sentences: bool,
    /// Whether pages and Markdown have it.
    pub(super) is_shown: bool,
    /// Its names for programs: of the value, and of what belongs to it.
    pub(super) names: Vec<String>,
    pub(super) slot: Option<Slot>,
}

/// The place of a column in the terminal.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Slot {
    pub(super) heading: String,
    /// The least and the most characters.
    pub(super) width: (usize, usize),
    /// The spaces before it.
    pub(super) gap: usize,
    pub(super) interval: SlotInterval,
}

/// Where the terminal has the interval of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum SlotInterval {
    #[default]
    Nowhere,
    /// In a column of its own, this wide.
    Apart(usize),
    /// In the same column, this wide.
    Within(usize),
}

/// A column of text.
pub fn words(heading: impl Into<String>) -> DataColumn {
    DataColumn { heading: heading.into(), is_shown: true, ..DataColumn::default() }
}

/// A column of sentences, which may take several lines.
pub fn sentences(heading: impl Into<String>) -> DataColumn {
    DataColumn { has_sentences: true, ..words(heading) }
}

/// A column of numbers.
pub fn numbers(heading: impl Into<String>) -> DataColumn {
    DataColumn { is_number: true, ..words(heading) }
}

/// A column for programs alone.
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

    /// Gives it to programs under this name.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { names: vec![name.into()], ..self }
    }

    /// Gives it to programs with its interval: `name`, `name_low`, `name_high`.
    pub fn with_ends(mut self, name: &str) -> Self {
        self.names = vec![name.to_owned(), format!("{name}_low"), format!("{name}_high")];
        self
    }

    /// Adds a name for programs, of the next value in each cell.
    pub fn and(mut self, name: &str) -> Self {
        self.names.push(name.to_owned());
        self
    }

    /// Shows it in the terminal too, with at least this many characters.
    pub fn in_terminal(mut self, least: usize) -> Self {
        let heading = self.heading.clone();
        self.slot = Some(Slot { heading, width: (least, usize::MAX), ..Slot::default() });
        self
    }

    /// Shows it in the terminal alone.
    pub fn only_in_terminal(self, least: usize) -> Self {
        Self { is_shown: false, ..self }.in_terminal(least)
    }

    fn with_slot(mut self, change: impl FnOnce(&mut Slot)) -> Self {
        change(self.slot.get_or_insert_default());
        self
    }

    /// Sets the most characters in the terminal. Longer text is shortened.
    pub fn at_most(self, most: usize) -> Self {
        self.with_slot(|slot| slot.width.1 = most)
    }

    /// Sets the number of spaces before it in the terminal.
    pub fn after(self, gap: usize) -> Self {
        self.with_slot(|slot| slot.gap = gap)
    }

    /// Sets another heading for the terminal.
    pub fn headed(self, heading: &str) -> Self {
        self.with_slot(|slot| slot.heading = heading.to_owned())
    }

    /// Shows intervals in the terminal in a column of their own, under the column's small print.
    pub fn interval_apart(self, width: usize) -> Self {
        self.with_slot(|slot| slot.interval = SlotInterval::Apart(width))
    }

    /// Shows intervals in the terminal beside the numbers, in the same column.
    pub fn interval_within(self, width: usize) -> Self {
        self.with_slot(|slot| slot.interval = SlotInterval::Within(width))
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
    /// Begins a table with a row for each of these.
    pub fn of<T>(name: impl Into<String>, items: impl IntoIterator<Item = T>) -> TableBuilder<T> {
        let items: Vec<T> = items.into_iter().collect();
        let rows = items.iter().map(|_| Vec::new()).collect();
        TableBuilder { table: Self { name: name.into(), rows, ..Self::default() }, items }
    }

    /// A table of two columns without headings of their own: what, and how much for the one who is named.
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

    /// The same with another row at its end.
    pub fn with_row(mut self, row: Vec<DataCell>) -> Self {
        self.rows.push(row);
        self
    }

    /// The columns of pages and Markdown, with their places.
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

    /// Adds columns, one for each of these.
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

    /// Adds what programs get of pairs.
    pub fn pairs(self, pairs: impl Fn(&T) -> Pairs) -> Self {
        self.column(figures("games"), |item| 2 * pairs(item).count())
            .column(figures("wins"), |item| 2 * pairs(item).won + pairs(item).split)
            .column(figures("pairs_won"), |item| pairs(item).won)
            .column(figures("pairs_split"), |item| pairs(item).split)
            .column(figures("pairs_lost"), |item| pairs(item).lost)
            .column(figures("").with_ends("score"), |item| DataCell::score(pairs(item)))
    }

    /// The whole table.
    pub fn finish(self) -> DataTable {
        self.table
    }
}
