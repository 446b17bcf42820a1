//! Splits PGN text into tags and words.

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
}

/// Reads tokens. Skips white space, comments, variations, annotations and move numbers.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { rest, place: Place { line: 1, column: 1 } }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    pub(super) fn next(&mut self) -> Result<Option<(Place, Token<'a>)>, (Place, PgnErrorKind)> {
        let mut open_variations = Vec::new();
        loop {
            let place = self.place;
            let Some(c) = self.rest.chars().next() else {
                return match open_variations.pop() {
                    Some(place) => Err((place, PgnErrorKind::Unclosed('('))),
                    None => Ok(None),
                };
            };
            match c {
                _ if c.is_whitespace() => self.skip_while(char::is_whitespace),
                '%' if place.column == 1 => self.skip_while(|c| c != '\n'),
                ';' => self.skip_while(|c| c != '\n'),
                '{' => {
                    self.skip_while(|c| c != '}');
                    if self.bump().is_none() {
                        return Err((place, PgnErrorKind::Unclosed('{')));
                    }
                }
                '(' => {
                    open_variations.push(place);
                    self.bump();
                }
                ')' => {
                    if open_variations.pop().is_none() {
                        return Err((place, PgnErrorKind::Unexpected(c.to_string())));
                    }
                    self.bump();
                }
                '[' if open_variations.is_empty() => {
                    return self.tag().map(|tag| Some((place, tag)));
                }
                _ => {
                    let text = self.word();
                    if let Some(word) = significant(text)
                        && open_variations.is_empty()
                    {
                        // The move may follow its number without a space; numbers are ASCII, so
                        // bytes are columns.
                        let skipped = text.trim_end_matches(JUDGEMENTS).len() - word.len();
                        let place = Place { column: place.column + skipped, ..place };
                        return Ok(Some((place, Token::Word(word))));
                    }
                }
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

/// The word without a leading move number and trailing annotation, if anything is left.
fn significant(word: &str) -> Option<&str> {
    if word.starts_with('$') {
        return None;
    }
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // `1-0` begins with a digit too: a move number is followed by a point or nothing.
    let word = match after_digits.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if after_digits.is_empty() => after_digits,
        None => word,
    };
    let word = word.trim_end_matches(JUDGEMENTS);
    (!word.is_empty()).then_some(word)
}
