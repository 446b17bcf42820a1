//! The formats that games can be read from.

use super::{AnnotatedGame, GameRecord, jsonl, pgn};

/// A format that games can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// PGN, the format of chess programs.
    Pgn,
    /// JSON lines, one object per line.
    Jsonl,
}

impl RecordFormat {
    /// Guesses the format of a text from its beginning.
    ///
    /// ```
    /// use lastknight::game::RecordFormat;
    ///
    /// assert_eq!(RecordFormat::guess("{\"white\":\"engine\"}"), RecordFormat::Jsonl);
    /// assert_eq!(RecordFormat::guess("{a comment} 1. d4 b3 *"), RecordFormat::Pgn);
    /// ```
    #[must_use]
    pub fn guess(text: &str) -> Self {
        // JSON lines begin with an object; a brace in PGN is a comment.
        let text = text.trim_start_matches('\u{feff}').trim_start();
        match text.strip_prefix('{').map(str::trim_start) {
            Some(rest) if rest.starts_with(['"', '}']) => Self::Jsonl,
            _ => Self::Pgn,
        }
    }

    /// Reads all games of a text.
    ///
    /// # Errors
    /// Returns an error with the place of the first game that cannot be read.
    pub fn read(self, text: &str) -> Result<Vec<GameRecord>, ReadRecordsError> {
        Ok(match self {
            Self::Pgn => pgn::read(text).collect::<Result<_, _>>()?,
            Self::Jsonl => jsonl::read(text).collect::<Result<_, _>>()?,
        })
    }

    /// Reads all games of a text with their variations, which only PGN has.
    ///
    /// # Errors
    /// Returns an error with the place of the first game that cannot be read.
    pub fn read_annotated(self, text: &str) -> Result<Vec<AnnotatedGame>, ReadRecordsError> {
        Ok(match self {
            Self::Pgn => pgn::read_annotated(text).collect::<Result<_, _>>()?,
            Self::Jsonl => {
                jsonl::read(text).map(|game| game.map(Into::into)).collect::<Result<_, _>>()?
            }
        })
    }
}

/// Why games cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum ReadRecordsError {
    /// An error in PGN.
    Pgn(#[from] pgn::PgnError),
    /// An error in JSON lines.
    Jsonl(#[from] jsonl::JsonlError),
}
