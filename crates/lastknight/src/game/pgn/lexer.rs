//! Splits PGN text into tags, words, comments and variations.

use std::fmt;

use super::reader::PgnErrorKind;

/// A place in a text: line and column, in characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The suffixes that annotate a move.
const JUDGEMENTS: [char; 2] = ['!', '?'];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A tag's name and value.
    Tag(&'a str, String),
    /// A move, a result or any other word.
    Word(&'a str),
    /// The text of a comment.
    Comment(&'a str),
    /// An annotation: `!?` or `$5`.
    Mark(&'a str),
    /// A variation begins.
    Open,
    /// It ends.
    Close,
}

/// A token and its place; `None` at the end of the text.
type Next<'a> = Result<Option<(Place, Token<'a>)>, (Place, PgnErrorKind)>;

/// Reads tokens. Skips white space, `%` lines and move numbers.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    place: Place,
    /// Where the open variations begin.
    open: Vec<Place>,
    /// The annotation at the end of the last word.
    mark: Option<(Place, &'a str)>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { rest, place: Place { line: 1, column: 1 }, open: Vec::new(), mark: None }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Reads the next tag, or word outside of variations.
    pub(super) fn next(&mut self) -> Next<'a> {
        loop {
            match self.token()? {
                Some((_, Token::Comment(_) | Token::Mark(_) | Token::Open | Token::Close)) => {}
                Some(_) if !self.open.is_empty() => {}
                next => return Ok(next),
            }
        }
    }

    /// Reads the next token.
    pub(super) fn token(&mut self) -> Next<'a> {
        if let Some((place, mark)) = self.mark.take() {
            return Ok(Some((place, Token::Mark(mark))));
        }
        loop {
            let place = self.place;
            let Some(c) = self.rest.chars().next() else {
                return match self.open.pop() {
                    Some(place) => Err((place, PgnErrorKind::Unclosed('('))),
                    None => Ok(None),
                };
            };
            let token = match c {
                _ if c.is_whitespace() => {
                    self.skip_while(char::is_whitespace);
                    continue;
                }
                '%' if place.column == 1 => {
                    self.skip_while(|c| c != '\n');
                    continue;
                }
                ';' => Token::Comment(&self.take_while(|c| c != '\n')[1..]),
                '{' => {
                    let comment = &self.take_while(|c| c != '}')[1..];
                    if self.bump().is_none() {
                        return Err((place, PgnErrorKind::Unclosed('{')));
                    }
                    Token::Comment(comment)
                }
                '(' => {
                    self.open.push(place);
                    self.bump();
                    Token::Open
                }
                ')' => {
                    if self.open.pop().is_none() {
                        return Err((place, PgnErrorKind::Unexpected(c.to_string())));
                    }
                    self.bump();
                    Token::Close
                }
                '[' if self.open.is_empty() => self.tag()?,
                _ => match self.marked_word(place) {
                    Some((place, token)) => return Ok(Some((place, token))),
                    None => continue,
                },
            };
            return Ok(Some((place, token)));
        }
    }

    /// Reads a word without its move number, and keeps its annotation for the next token. `None` if it is only a number.
    fn marked_word(&mut self, place: Place) -> Option<(Place, Token<'a>)> {
        let text = self.word();
        if text.starts_with('$') {
            return Some((place, Token::Mark(text)));
        }
        let (unmarked, mark) = text.split_at(text.trim_end_matches(JUDGEMENTS).len());
        let at = |skipped: &str| Place { column: place.column + skipped.chars().count(), ..place };
        let mark = (!mark.is_empty()).then(|| (at(unmarked), mark));
        match without_number(unmarked) {
            "" => mark.map(|(place, mark)| (place, Token::Mark(mark))),
            word => {
                self.mark = mark;
                // The move may follow its number without a space.
                Some((at(&unmarked[..unmarked.len() - word.len()]), Token::Word(word)))
            }
        }
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn skip_while(&mut self, mut skip: impl FnMut(char) -> bool) {
        while self.rest.chars().next().is_some_and(&mut skip) {
            self.bump();
        }
    }

    fn take_while(&mut self, take: impl FnMut(char) -> bool) -> &'a str {
        let begin = self.rest;
        self.skip_while(take);
        &begin[..begin.len() - self.rest.len()]
    }

    /// Reads up to white space or a delimiter, at least one character.
    fn word(&mut self) -> &'a str {
        let begin = self.rest;
        self.bump();
        self.skip_while(|c| !c.is_whitespace() && !"[](){};\"".contains(c));
        &begin[..begin.len() - self.rest.len()]
    }

    /// `[Name "value"]`
    fn tag(&mut self) -> Result<Token<'a>, (Place, PgnErrorKind)> {
        self.bump();
        self.skip_while(char::is_whitespace);
        let begin = self.rest;
        self.skip_while(|c| c.is_ascii_alphanumeric() || c == '_');
        let name = &begin[..begin.len() - self.rest.len()];
        self.skip_while(char::is_whitespace);
        self.expect('"')?;
        let value = self.value()?;
        self.skip_while(char::is_whitespace);
        self.expect(']')?;
        Ok(Token::Tag(name, value))
    }

    /// Reads the rest of a quoted value and its closing quote.
    fn value(&mut self) -> Result<String, (Place, PgnErrorKind)> {
        let begin = self.place;
        let mut value = String::new();
        loop {
            let place = self.place;
            match self.bump() {
                Some('"') => return Ok(value),
                Some('\\') => value.push(self.escape().ok_or((place, PgnErrorKind::Escape))?),
                None | Some('\n') => return Err((begin, PgnErrorKind::Unclosed('"'))),
                Some(c) => value.push(c),
            }
        }
    }

    /// Reads an escape sequence after its backslash.
    fn escape(&mut self) -> Option<char> {
        match self.bump()? {
            c @ ('"' | '\\') => Some(c),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'u' => {
                let inner = self.rest.strip_prefix('{')?;
                let digits = &inner[..inner.find('}').filter(|&end| end <= 6)?];
                let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
                let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
                let c = char::from_u32(code)?;
                for _ in 0..digits.len() + 2 {
                    self.bump();
                }
                Some(c)
            }
            _ => None,
        }
    }

    fn expect(&mut self, expected: char) -> Result<(), (Place, PgnErrorKind)> {
        let place = self.place;
        match self.bump() {
            Some(c) if c == expected => Ok(()),
            found => {
                let found = found.map(String::from);
                Err((place, PgnErrorKind::Expected { expected, found }))
            }
        }
    }
}

/// The word without a leading move number, "" if nothing is left.
fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // `1-0` begins with a digit too: a move number is followed by a point or nothing.
    match after_digits.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if after_digits.is_empty() => after_digits,
        None => word,
    }
}
