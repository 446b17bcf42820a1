//! Reads and writes games with their variations, comments and marks.

use super::PgnError;
use super::lexer::{Lexer, Place, Token};
use super::reader::{Failure, PgnErrorKind, winner_of};
use super::tags::Tags;
use super::writer::{LINE, result_of, write_tags};
use crate::board::Color;
use crate::game::tree::Step;
use crate::game::{AnnotatedGame, MoveMark, NodeId, TreeError, VariationTree};

/// Reads the games of a text with their variations, one after the other. Stops at the first error.
///
/// Results inside variations and annotations other than `$1` to `$6` are skipped.
///
/// ```
/// use lastknight::game::pgn;
///
/// let text = "[Board \"3x3\"]\n\n1. b2 {the centre} (1. a1 b3?) a1 0-1";
/// let game = pgn::read_annotated(text).next().expect("one game")?;
/// assert_eq!(game.tree().to_string(), "b2~the centre~(a1-b3?)-a1");
/// # Ok::<(), pgn::PgnError>(())
/// ```
pub fn read_annotated(text: &str) -> AnnotatedReader<'_> {
    AnnotatedReader { lexer: Lexer::new(text), has_failed: false }
}

/// An iterator over the games of a text, from [`read_annotated`].
#[derive(Clone, Debug)]
pub struct AnnotatedReader<'a> {
    lexer: Lexer<'a>,
    has_failed: bool,
}

impl Iterator for AnnotatedReader<'_> {
    type Item = Result<AnnotatedGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let game = self.game().map_err(|(place, kind)| PgnError { place, kind }).transpose();
        self.has_failed = matches!(game, Some(Err(_)));
        game
    }
}

impl<'a> AnnotatedReader<'a> {
    /// Reads the next game; `None` at the end of the text.
    fn game(&mut self) -> Result<Option<AnnotatedGame>, Failure> {
        let mut tags = Tags::default();
        // Comments after the last tag are about the start.
        let mut comments = Vec::new();
        let mut next = self.lexer.token()?;
        loop {
            match next {
                Some((place, Token::Tag(name, value))) => {
                    tags.insert(place, name, value)?;
                    comments.clear();
                }
                Some((place, Token::Comment(text))) => comments.push((place, text)),
                Some((_, Token::Mark(_))) => {}
                _ => break,
            }
            next = self.lexer.token()?;
        }
        if tags.is_empty() && next.is_none() {
            return Ok(None);
        }
        let begin = next.as_ref().map_or(self.lexer.place(), |(place, _)| *place);
        let mut tree = VariationTree::new(tags.start(begin)?);
        for (place, text) in comments {
            let added = tree.add_comment(VariationTree::ROOT, text);
            added.map_err(|error| (place, PgnErrorKind::Tree(error)))?;
        }
        let (place, result) = self.moves(&mut tree, next)?;
        let record = tags.record(tree.main_line(), place, result)?;
        Ok(Some(AnnotatedGame::from_parts(record, tree)))
    }

    /// Adds the moves from `next` on and returns the result and its place.
    fn moves(
        &mut self,
        tree: &mut VariationTree,
        mut next: Option<(Place, Token<'a>)>,
    ) -> Result<(Place, Option<Color>), Failure> {
        let mut node = VariationTree::ROOT;
        // The moves that the open variations replace.
        let mut open: Vec<NodeId> = Vec::new();
        // Whether no move of the variation has been read, and the comments before it.
        let mut is_first = true;
        let mut early = Vec::new();
        while let Some((place, token)) = next {
            let failed = |error| (place, PgnErrorKind::Tree(error));
            match token {
                Token::Tag(..) => return Err((place, PgnErrorKind::NoResult)),
                Token::Word(text) => match winner_of(text) {
                    Some(winner) if open.is_empty() => return Ok((place, winner)),
                    None if text == "1/2-1/2" && open.is_empty() => {
                        return Err((place, PgnErrorKind::Draw));
                    }
                    None if text != "1/2-1/2" => {
                        let number = tree.depth(node) + 1;
                        node = tree.play_named(node, text).map_err(|error| match error {
                            TreeError::Move(error) => (place, PgnErrorKind::Move { number, error }),
                            error => failed(error),
                        })?;
                        is_first = false;
                        for comment in early.drain(..) {
                            tree.add_comment(node, comment).map_err(failed)?;
                        }
                    }
                    _ => {}
                },
                Token::Comment(text) if is_first && !open.is_empty() => early.push(text),
                Token::Comment(text) => tree.add_comment(node, text).map_err(failed)?,
                Token::Mark(_) if is_first => {}
                Token::Mark(sign) => {
                    if let Some(mark) = MoveMark::from_sign(sign) {
                        tree.set_mark(node, Some(mark));
                    }
                }
                Token::Open if is_first => {
                    return Err((place, PgnErrorKind::Unexpected("(".into())));
                }
                Token::Open if open.len() == VariationTree::DEEPEST => {
                    return Err((place, PgnErrorKind::Nested));
                }
                Token::Open => {
                    open.push(node);
                    node = tree.parent(node).expect("a move stands before a variation");
                    is_first = true;
                }
                Token::Close => {
                    node = open.pop().expect("the lexer counts the parentheses");
                    is_first = false;
                    // Some programs write a comment as a variation without moves.
                    for comment in early.drain(..) {
                        tree.add_comment(node, comment).map_err(failed)?;
                    }
                }
            }
            next = self.lexer.token()?;
        }
        Err((self.lexer.place(), PgnErrorKind::NoResult))
    }
}

/// Formats a game with its variations as PGN. It ends with an empty line, so games can be concatenated.
///
/// Comments with `}`, which PGN cannot hold in braces, go from `;` to the end of the line.
#[must_use]
pub fn write_annotated(game: &AnnotatedGame) -> String {
    let mut text = write_tags(game.record());
    let mut writer = LineWriter { text: &mut text, length: 0, is_glued: false };
    write_tree(&mut writer, game.tree());
    writer.word(result_of(game.record()));
    text.push_str("\n\n");
    text
}

fn write_tree(out: &mut LineWriter<'_>, tree: &VariationTree) {
    out.comment(tree.comment(VariationTree::ROOT));
    // After a comment or a variation, Black's moves have their number too.
    let mut is_numbered = true;
    for step in tree.steps() {
        match step {
            Step::Open => out.open(),
            Step::Close => out.close(),
            Step::Move(node) => {
                let before = tree.parent(node).expect("a step has a move");
                out.number(tree, before, is_numbered);
                let to = tree.to(node).expect("a step has a move");
                let name = tree.start().size().name(to);
                out.word(&format!("{name}{}", tree.mark(node).map_or("", MoveMark::sign)));
                out.comment(tree.comment(node));
                is_numbered = !tree.comment(node).is_empty();
                continue;
            }
        }
        is_numbered = true;
    }
}

/// Writes words in lines of bounded length.
struct LineWriter<'a> {
    text: &'a mut String,
    /// The length of the line.
    length: usize,
    /// Whether the next word follows without a space.
    is_glued: bool,
}

impl LineWriter<'_> {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        let space = usize::from(self.length > 0 && !self.is_glued);
        if self.length > 0 && self.length + space + length > LINE {
            self.end_line();
        } else if space > 0 {
            self.text.push(' ');
            self.length += 1;
        }
        self.text.push_str(word);
        self.length += length;
        self.is_glued = false;
    }

    fn number(&mut self, tree: &VariationTree, before: NodeId, is_numbered: bool) {
        let is_later = usize::from(tree.start().side() == Color::Black);
        let number = (tree.depth(before) + is_later) / 2 + 1;
        match tree.position(before).side() {
            Color::White => self.word(&format!("{number}.")),
            Color::Black if is_numbered => self.word(&format!("{number}...")),
            Color::Black => {}
        }
    }

    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        if comment.contains('}') {
            self.text.push_str(if self.length > 0 { " ; " } else { "; " });
            self.text.push_str(comment);
            return self.end_line();
        }
        for word in format!("{{{comment}}}").split(' ') {
            self.word(word);
        }
    }

    fn open(&mut self) {
        self.word("(");
        self.is_glued = true;
    }

    fn close(&mut self) {
        self.is_glued = true;
        self.word(")");
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.length = 0;
        self.is_glued = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{ByColor, Size};

    const TAGS: &str = "[Board \"7x7\"]\n\n";

    fn tree(moves: &str) -> VariationTree {
        let text = format!("{TAGS}{moves}");
        read_annotated(&text).next().unwrap().unwrap().tree().clone()
    }

    fn error(moves: &str) -> String {
        let text = format!("{TAGS}{moves}");
        read_annotated(&text).find_map(Result::err).expect("an error").to_string()
    }

    /// Writes the moves of a tree with its text.
    fn written(start: &str, tree: &str) -> String {
        let tree = VariationTree::parse(start.parse().unwrap(), tree).unwrap();
        let game = AnnotatedGame::new(tree, ByColor::default(), None).unwrap();
        let text = write_annotated(&game);
        assert_eq!(read_annotated(&text).next().unwrap().unwrap().tree(), game.tree(), "{text}");
        text.split_once("\n\n").unwrap().1.trim_end().to_owned()
    }

    #[test]
    fn variations_comments_and_marks_are_kept() {
        for (moves, text) in [
            ("1. d4 b3 *", "d4-b3"),
            (
                "{A\ngame.} 1. d4 b3 2. f5! {the best} (2. e2 $2 a5) c5 *",
                "~A game.~d4-b3-f5!~the best~(e2?-a5)-c5",
            ),
            ("1. d4 (1. c3 (1. b2) b1) (1. a1) b3 *", "d4(c3-b1)(b2)(a1)-b3"),
            ("1.d4!? b3 ?? ; so\n*", "d4!?-b3??~so~"),
            ("1. d4 $14 $7 !!! b3 *", "d4-b3"),
            ("1. d4 ({only words}) b3 ({} ) *", "d4~only words~-b3"),
            (
                "1. d4 ({before} 1. c3 {after} b1 0-1) {again} b3 *",
                "d4~again~(c3~before after~-b1)-b3",
            ),
        ] {
            assert_eq!(tree(moves).to_string(), text, "{moves}");
        }
    }

    #[test]
    fn moves_are_numbered_and_wrapped() {
        assert_eq!(written("7x7", "d4-b3-f5"), "1. d4 b3 2. f5 *");
        assert_eq!(
            written("7x7", "~so~d4-b3!(a1-b3~it~)(g7)-f5~the best~(e2)-c5"),
            "{so} 1. d4 b3! (1... a1 2. b3 {it}) (1... g7) 2. f5 {the best} (2. e2) 2... c5 *"
        );
        assert_eq!(written("3/3/N1x b", "c3(a2)-b3"), "1... c3 (1... a2) 2. b3 *");
        assert_eq!(written("7x7", "d4~a } b~(c3~}~)-b3"), "1. d4 ; a } b\n(1. c3 ; }\n) 1... b3 *");
        let long = written("7x7", &format!("d4~{}~(c3)-b3", "word ".repeat(40).trim()));
        assert!(long.lines().count() > 2 && long.lines().all(|line| line.len() <= 80), "{long}");
    }

    #[test]
    fn errors_name_the_place() {
        for (moves, message) in [
            (
                "1. d4 (1. c3 c3) b3 *",
                "line 3, column 14: move 2: no move to c3: the square is blocked",
            ),
            ("1. d4 (1. i1) *", "line 3, column 11: move 1: square 'i1' is off the 7x7 board"),
            ("1. d4 (1. c3 b3 *", "line 3, column 7: this ( is never closed"),
            ("1. d4 ) b3 *", "line 3, column 7: ')' does not belong here"),
            ("( 1. d4 ) *", "line 3, column 1: '(' does not belong here"),
            ("1. d4 ((1. c3)) *", "line 3, column 8: '(' does not belong here"),
            (
                "1. d4 (1. c3) 1/2-1/2",
                "line 3, column 15: 1/2-1/2: there are no draws in this game",
            ),
            (
                "1. d4 (1. c3 *)",
                "line 3, column 16: the game has no result at its end: 1-0, 0-1 or *",
            ),
            ("1. d4 0-1", "line 3, column 7: the game is not over: Black has a legal move"),
        ] {
            assert_eq!(error(moves), message, "{moves}");
        }
        let long = error(&format!("1. d4 {{{}}} *", "a".repeat(501)));
        assert_eq!(long, "line 3, column 7: a comment of more than 500 characters");
        let tagless = read_annotated("{so} d4 *").next().unwrap().unwrap_err().to_string();
        assert_eq!(tagless, "line 1, column 6: the game has no tag Board and no tag FEN");
        assert_eq!(read_annotated("  {nothing}\n").count(), 0);
    }

    #[test]
    fn hostile_games_are_bounded() {
        let deep = format!("1. a1 {}", "(1. b1 ".repeat(100_000));
        assert!(error(&deep).ends_with("variations are nested more than 128 deep"));
        let size = Size::STANDARD;
        let names = || size.squares().map(|square| size.name(square).to_string());
        let mut text = String::from("1. a1");
        for white in names().skip(1) {
            text += &format!(" (1. {white}");
            for (at, black) in names().filter(|name| *name != white).enumerate() {
                text += &if at == 0 { format!(" {black}") } else { format!(" ({black})") };
            }
            text += ")";
        }
        assert!(error(&text).ends_with("more than 2000 moves with the variations"));
    }
}
