// A starter agent for knight's Isolation. It speaks the turns protocol: one line in, one move out.
//
// Build:  rustc -O --edition 2021 agent.rs
// Check:  lastknight agent check './agent'
// Play:   lastknight match 'process("./agent")' 'alphabeta(improved, depth=3)'

const JUMPS: [(isize, isize); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// A square is `row * width + column`, 0 at the top left. White is player 0, Black player 1.
#[derive(Clone)]
struct Position {
    width: usize,
    height: usize,
    open: Vec<bool>,             // for each square: it is not blocked
    knights: [Option<usize>; 2], // squares of both knights, `None` before the placement
    side: usize,                 // player to move
}

impl Position {
    /// Returns the moves that a player would have if it were to move.
    fn moves(&self, player: usize) -> Vec<usize> {
        let Some(knight) = self.knights[player] else {
            return (0..self.open.len()).filter(|&to| self.open[to]).collect();
        };
        let jump = |&(r, c): &(isize, isize)| {
            let row = (knight / self.width).checked_add_signed(r)?;
            let column = (knight % self.width).checked_add_signed(c)?;
            let inside = row < self.height && column < self.width;
            inside.then_some(row * self.width + column)
        };
        JUMPS.iter().filter_map(jump).filter(|&to| self.open[to]).collect()
    }

    /// Returns the position after the side to move has moved to a square.
    fn play(&self, to: usize) -> Position {
        let mut after = self.clone();
        after.open[to] = false;
        after.knights[self.side] = Some(to);
        after.side = 1 - self.side;
        after
    }
}

/// Returns how good a position is for a player. Change this: it makes the agent yours.
fn evaluate(position: &Position, player: usize) -> f64 {
    position.moves(player).len() as f64 - position.moves(1 - player).len() as f64
}

/// Returns the move with the best value; of equal ones, the first.
fn choose<'a>(position: &Position, legal: &[&'a str]) -> &'a str {
    let mut best = (legal[0], f64::NEG_INFINITY);
    for &name in legal {
        let after = position.play(parse_square(name, position));
        if after.moves(after.side).is_empty() {
            return name; // the opponent cannot move: a win
        }
        // Search deeper here: the opponent's replies, your moves after them, up to the limit.
        let value = evaluate(&after, position.side);
        if value > best.1 {
            best = (name, value);
        }
    }
    best.0
}

/// Reads a square such as `c2`. After column `z` come `aa`, `ab` and so on.
fn parse_square(name: &str, position: &Position) -> usize {
    let (letters, rank) = name.split_at(name.find(|c: char| c.is_ascii_digit()).expect("a rank"));
    let column = letters.bytes().fold(0, |sum, letter| 26 * sum + usize::from(letter - b'a') + 1) - 1;
    (position.height - rank.parse::<usize>().expect("a rank")) * position.width + column
}

/// Reads a position such as `7/7/7/3N3/1n5/7/7`.
fn parse_position(text: &str, side: &str) -> Position {
    let mut board = String::new();
    for part in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let mark = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let run = part[..part.len() - mark.len()].parse().unwrap_or(0);
        board += &(".".repeat(run) + mark);
    }
    let rows: Vec<&str> = board.split('/').collect();
    let squares = rows.concat();
    Position {
        width: rows[0].len(),
        height: rows.len(),
        open: squares.chars().map(|mark| mark == '.').collect(),
        knights: [squares.find('N'), squares.find('n')],
        side: usize::from(side == "b"),
    }
}

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.expect("a line of text");
        let (keys, legal) = line.split_once(" legal ").expect("legal moves");
        let key = |name| keys.split(' ').find_map(|word| word.strip_prefix(name)).unwrap_or_default();
        let legal: Vec<&str> = legal.split(' ').collect();
        println!("{}", choose(&parse_position(key("pos="), key("side=")), &legal));
    }
}
