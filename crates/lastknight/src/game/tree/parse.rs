//! Reads the text of a tree.

use super::{MoveMark, NodeId, TreeError, VariationTree};
use crate::board::Position;

/// Why a text is not a tree, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {kind}")]
#[non_exhaustive]
pub struct ParseTreeError {
    /// Where, in characters from 1.
    pub column: usize,
    /// The error.
    pub kind: ParseTreeErrorKind,
}

/// What is wrong with the text of a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseTreeErrorKind {
    /// A move, a comment or the size of the tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A character that is not allowed here.
    #[error("'{0}' does not belong here")]
    Unexpected(char),
    /// A variation or comment that does not end.
    #[error("this {0} is never closed")]
    Unclosed(char),
    /// Variations inside variations.
    #[error("variations are nested more than {} deep", VariationTree::DEEPEST)]
    Nested,
}

impl VariationTree {
    /// Reads the text of a tree with this start.
    ///
    /// # Errors
    /// Returns an error if a move is not legal, something is not closed, or the tree is too large.
    pub fn parse(start: Position, text: &str) -> Result<Self, ParseTreeError> {
        let mut parser = Parser { rest: text, column: 1 };
        let mut tree = Self::new(start);
        let mut node = Self::ROOT;
        // The moves that the open variations replace, and where they begin.
        let mut open: Vec<(usize, NodeId)> = Vec::new();
        let mut is_first = true;
        while let Some(c) = parser.rest.chars().next() {
            let column = parser.column;
            let failed = |kind| ParseTreeError { column, kind };
            let changed = |error| failed(ParseTreeErrorKind::Tree(error));
            // A variation begins with a move.
            let is_misplaced = is_first && (!open.is_empty() || c != '~');
            match c {
                '-' | ',' | ' ' => {
                    parser.take(|c| "-, ".contains(c));
                    continue;
                }
                '(' | ')' | '~' | '!' | '?' if is_misplaced => {
                    return Err(failed(ParseTreeErrorKind::Unexpected(c)));
                }
                '(' => {
                    if open.len() == Self::DEEPEST {
                        return Err(failed(ParseTreeErrorKind::Nested));
                    }
                    parser.bump();
                    open.push((column, node));
                    node = tree.parent(node).expect("a move stands before a variation");
                    is_first = true;
                    continue;
                }
                ')' => {
                    parser.bump();
                    let replaced = open.pop();
                    let unexpected = || failed(ParseTreeErrorKind::Unexpected(c));
                    node = replaced.ok_or_else(unexpected)?.1;
                }
                '~' => {
                    let comment = parser.comment();
                    let comment = comment.ok_or_else(|| failed(ParseTreeErrorKind::Unclosed(c)))?;
                    tree.add_comment(node, &comment).map_err(changed)?;
                    continue;
                }
                '!' | '?' => {
                    let mark = MoveMark::from_sign(parser.take(|c| "!?".contains(c)));
                    let unexpected = || failed(ParseTreeErrorKind::Unexpected(c));
                    tree.set_mark(node, Some(mark.ok_or_else(unexpected)?));
                }
                _ => {
                    let name = parser.take(|c| !"-, ()~!?".contains(c));
                    node = tree.play_named(node, name).map_err(changed)?;
                }
            }
            is_first = false;
        }
        match open.pop() {
            Some((column, _)) => {
                Err(ParseTreeError { column, kind: ParseTreeErrorKind::Unclosed('(') })
            }
            None => Ok(tree),
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Parser<'a> {
    fn bump(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.column += 1;
        Some(c)
    }

    fn take(&mut self, mut is_part: impl FnMut(char) -> bool) -> &'a str {
        let begin = self.rest;
        while self.rest.chars().next().is_some_and(&mut is_part) {
            self.bump();
        }
        &begin[..begin.len() - self.rest.len()]
    }

    /// Reads a comment with its delimiters; `None` if it does not end.
    fn comment(&mut self) -> Option<String> {
        self.bump();
        let mut comment = String::new();
        loop {
            match self.bump()? {
                '~' if self.rest.starts_with('~') => {
                    self.bump();
                    comment.push('~');
                }
                '~' => return Some(comment),
                c => comment.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    fn error(text: &str) -> String {
        VariationTree::parse("7x7".parse().unwrap(), text).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_place() {
        for (text, message) in [
            ("d4-d4", "column 4: no move to d4: the square is blocked"),
            ("d4-b3(a1-a2)", "column 10: no move to a2: it is not a knight's move from d4"),
            ("d4-é", "column 4: 'é' is not a square such as d4"),
            ("d4-h1", "column 4: square 'h1' is off the 7x7 board"),
            ("(d4", "column 1: '(' does not belong here"),
            ("!d4", "column 1: '!' does not belong here"),
            ("~a~(d4)", "column 4: '(' does not belong here"),
            ("d4()", "column 4: ')' does not belong here"),
            ("d4(~so~c3)", "column 4: '~' does not belong here"),
            ("d4)", "column 3: ')' does not belong here"),
            ("d4!!!", "column 3: '!' does not belong here"),
            ("d4(c3", "column 3: this ( is never closed"),
            ("d4~so~~", "column 3: this ~ is never closed"),
        ] {
            assert_eq!(error(text), message, "{text}");
        }
        let long = format!("d4~{}~", "a".repeat(501));
        assert_eq!(error(&long), "column 3: a comment of more than 500 characters");
    }

    #[test]
    fn hostile_texts_are_bounded() {
        let deep = format!("a1{}", "(a1".repeat(100_000));
        assert_eq!(error(&deep), "column 387: variations are nested more than 128 deep");
        // There are more than 2,000 ways to place both knights.
        let size = Size::STANDARD;
        let names: Vec<String> =
            size.squares().map(|square| size.name(square).to_string()).collect();
        let after = |white: &String| {
            let blacks: Vec<_> = names.iter().filter(|&name| name != white).cloned().collect();
            format!("{}({})", blacks[0], blacks[1..].join(")("))
        };
        let others = names[1..].iter().map(|white| format!("({white}-{})", after(white)));
        let text = format!("{}{}-{}", names[0], others.collect::<String>(), after(&names[0]));
        assert!(error(&text).ends_with("more than 2000 moves with the variations"));
    }
}
