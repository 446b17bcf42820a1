//! Games and results are read as they were stored, in Rust and in SQL.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use lastknight::Color;
use lastknight::agent::MoveTotals;
use lastknight_lab::{GameId, Pair, PairResult, Run, Spec, Store, StoredGame, open_store};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::pairs::{SHARING, SPECS, pairs, spec, white};

/// Stores made-up pairs of every specification in one file, a few at a time.
fn filled<'a>(file: &Path, specs: impl IntoIterator<Item = &'a str>) -> Vec<(Spec, Vec<Pair>)> {
    let mut store = Store::open(file).expect("a store");
    let mut all = Vec::new();
    for (seed, text) in (1..).zip(specs) {
        let spec = spec(text);
        let mut pairs = pairs(&spec, seed);
        let run = store.begin(&spec).expect("a run");
        for some in pairs.chunks(5) {
            store.commit(&run, some).expect("room");
        }
        // A pair that is already stored stays as it is.
        let others = crate::pairs::pairs(&spec, seed + 1000);
        store.commit(&run, &others[..1]).expect("room");
        pairs.sort_by_key(|pair| (pair.opening, pair.players));
        all.push((spec, pairs));
    }
    all
}

/// The runs in the order in which they were begun.
fn runs(store: &Store) -> Vec<Run> {
    let mut ids: Vec<i64> = store.runs().expect("runs").iter().map(|run| run.id).collect();
    ids.sort_unstable();
    ids.into_iter().map(|id| store.run(id).expect("a run")).collect()
}

fn games(store: &Store, run: &Run) -> Vec<StoredGame> {
    let mut games = Vec::new();
    store.each_game(run, &mut |game| games.push(game.clone())).expect("games");
    games
}

fn results(store: &Store, run: &Run) -> Vec<PairResult> {
    let mut results = Vec::new();
    store.each_result(run, &mut |result| results.push(result.clone())).expect("results");
    results.sort_by_key(|result| (result.opening, result.pairing));
    results
}

/// Times are stored in microseconds, in four bytes.
fn stored_time(time: Duration) -> Duration {
    Duration::from_micros(u32::try_from(time.as_micros()).unwrap_or(u32::MAX).into())
}

#[test]
fn games_are_read_as_they_were_stored() {
    let directory = TempDir::new().expect("a directory");
    let stored = filled(&directory.path().join("games.sqlite"), SPECS);
    let store = open_store(directory.path()).expect("a store");
    for (run, (spec, pairs)) in runs(&store).iter().zip(&stored) {
        assert_eq!(run.spec(), spec);
        let games = games(&store, run);
        assert_eq!(games.len(), 2 * pairs.len());
        for (two, pair) in games.chunks(2).zip(pairs) {
            let opening = &pair.opening_game;
            for (second, (game, played)) in two.iter().zip(&pair.games).enumerate() {
                let whole: Vec<_> = opening.moves().chain(played.moves.iter().copied()).collect();
                let record = &game.record;
                assert_eq!(game.round.opening, pair.opening + 1);
                assert_eq!(game.round.game, second + 1);
                assert_eq!(record.game().start(), opening.start());
                assert_eq!(record.game().moves().collect::<Vec<_>>(), whole);
                assert_eq!(record.outcome(), Some(played.outcome));
                assert_eq!(game.opening_plies, opening.moves().len());
                let times = played.times.clone();
                let times =
                    times.map(|times| times.into_iter().map(stored_time).collect::<Vec<_>>());
                assert_eq!(game.times, times);
                assert_eq!(game.players[Color::White], white(pair, second));
                let name = &spec.entrants()[white(pair, second)].name;
                assert_eq!(record.players()[Color::White], *name);
                // Found by its name, it is the same.
                let tag = &record.tags()["Round"];
                let round: GameId = tag.parse().expect("a round");
                let again = store.game(run, round).expect("a store").expect("a game");
                assert_eq!((again.round, &again.record), (game.round, record));
            }
        }
    }
}

#[test]
fn results_are_read_as_they_were_stored() {
    let directory = TempDir::new().expect("a directory");
    let stored = filled(&directory.path().join("games.sqlite"), SPECS);
    let store = open_store(directory.path()).expect("a store");
    for (run, (_, pairs)) in runs(&store).iter().zip(&stored) {
        let results = results(&store, run);
        assert_eq!(results.len(), pairs.len());
        for (result, pair) in results.iter().zip(pairs) {
            let effort = [0, 1].map(|player| {
                let mut sum = MoveTotals::default();
                for (game, color) in pair.games.iter().zip(Color::ALL) {
                    sum.add(game.effort[if player == 0 { color } else { !color }]);
                }
                sum
            });
            assert_eq!((result.opening, result.players), (pair.opening, pair.players));
            assert_eq!(result.wins(), pair.wins());
            assert_eq!(result.ends, pair.games.each_ref().map(|game| game.outcome.termination));
            assert_eq!(result.plies, pair.games.each_ref().map(|game| game.moves.len()));
            assert_eq!(result.effort, effort);
        }
    }
}

/// Games that do not exist are not found, whatever their numbers.
#[test]
fn other_games_are_not_found() {
    let directory = TempDir::new().expect("a directory");
    filled(&directory.path().join("games.sqlite"), SPECS);
    let store = open_store(directory.path()).expect("a store");
    let run = &runs(&store)[0];
    for (opening, pairing, game) in
        [(0, 1, 1), (1, 0, 1), (1, 1, 0), (7, 1, 1), (1, 4, 1), (1, 1, 3)]
    {
        let round = GameId { opening, pairing, game };
        assert!(store.game(run, round).expect("a store").is_none(), "{round}");
    }
    let round = GameId { opening: usize::MAX, pairing: usize::MAX, game: usize::MAX };
    assert!(store.game(run, round).expect("a store").is_none());
}

/// `each_game_until` stops at a break.
#[test]
fn games_are_read_until_a_break() {
    let directory = TempDir::new().expect("a directory");
    filled(&directory.path().join("games.sqlite"), SPECS);
    let store = open_store(directory.path()).expect("a store");
    let run = &runs(&store)[0];
    let all: Vec<GameId> = games(&store, run).iter().map(|game| game.round).collect();
    for most in 1..=all.len() {
        let mut read = Vec::new();
        let on_game = &mut |game: &StoredGame| {
            read.push(game.round);
            if read.len() < most {
                std::ops::ControlFlow::Continue(())
            } else {
                std::ops::ControlFlow::Break(())
            }
        };
        store.each_game_until(run, on_game).expect("games");
        assert_eq!(read, all[..most]);
    }
}

/// Every row of a query, its values as text.
fn rows(connection: &Connection, query: &str) -> Vec<Vec<String>> {
    let mut statement = connection.prepare(query).expect("a query");
    let columns = statement.column_count();
    let text = |row: &rusqlite::Row<'_>, at: usize| {
        use rusqlite::types::ValueRef;
        match row.get_ref(at).expect("a value") {
            ValueRef::Null => "null".to_owned(),
            ValueRef::Integer(number) => number.to_string(),
            ValueRef::Real(number) => format!("{number:.9}"),
            ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
            ValueRef::Blob(bytes) => format!("{bytes:?}"),
        }
    };
    let row = |row: &rusqlite::Row<'_>| Ok((0..columns).map(|at| text(row, at)).collect());
    statement.query_map([], row).expect("rows").collect::<Result<_, _>>().expect("rows")
}

/// The views of games and moves agree with Rust.
#[test]
fn views_of_games_agree() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("games.sqlite");
    filled(&file, SPECS.into_iter().chain(SHARING));
    let store = Store::open_existing(&file).expect("a store");
    let connection = Connection::open(&file).expect("a database");
    for run in runs(&store) {
        let mut wanted = Vec::new();
        let mut wanted_moves = Vec::new();
        for game in games(&store, &run) {
            let record = &game.record;
            let outcome = record.outcome().expect("a result");
            let bytes: Vec<u8> = record.game().moves().map(|to| to.index() as u8).collect();
            let micros = game.times.as_ref().map(|times| {
                let bytes = |time: &Duration| (time.as_micros() as u32).to_le_bytes();
                times.iter().flat_map(bytes).collect::<Vec<u8>>()
            });
            let start = record.game().start();
            let round = record.tags()["Round"].clone();
            wanted.push(vec![
                round.clone(),
                game.round.opening.to_string(),
                game.round.pairing.to_string(),
                game.round.game.to_string(),
                record.players()[Color::White].clone(),
                record.players()[Color::Black].clone(),
                outcome.winner.name().to_owned(),
                outcome.termination.name().to_owned(),
                bytes.len().to_string(),
                game.opening_plies.to_string(),
                start.size().to_string(),
                start.size().width().to_string(),
                start.to_string(),
                format!("{bytes:?}"),
                micros.map_or("null".to_owned(), |bytes| format!("{bytes:?}")),
            ]);
            let mut side = start.side();
            for (at, name) in record.game().move_names().enumerate() {
                let time = at.checked_sub(game.opening_plies);
                let time = time.and_then(|at| Some(game.times.as_ref()?[at]));
                wanted_moves.push(vec![
                    round.clone(),
                    (at + 1).to_string(),
                    side.name().to_owned(),
                    name,
                    time.map_or("null".to_owned(), |time| format!("{:.9}", time.as_secs_f64())),
                ]);
                side = !side;
            }
        }
        let id = run.id();
        let query = format!(
            "SELECT round, opening, pairing, game, white, black, winner, termination, plies, opening_plies, board,
             width, start, moves, times FROM games WHERE run = {id} ORDER BY opening, pairing, game"
        );
        assert_eq!(rows(&connection, &query), wanted);
        let query = format!(
            "SELECT round, ply, side, square, seconds FROM moves WHERE run = {id}
             ORDER BY opening, pairing, game, ply"
        );
        assert_eq!(rows(&connection, &query), wanted_moves);
    }
}

/// The views of pairs, pairings and entrants agree with Rust.
#[test]
fn views_of_results_agree() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("games.sqlite");
    filled(&file, SPECS.into_iter().chain(SHARING));
    let store = Store::open_existing(&file).expect("a store");
    let connection = Connection::open(&file).expect("a database");
    for run in runs(&store) {
        let name = |number: usize| run.spec().entrants()[number].name.clone();
        let results = results(&store, &run);
        let mut scores: BTreeMap<usize, (usize, [usize; 3])> = BTreeMap::new();
        let mut standings: BTreeMap<String, (usize, usize, MoveTotals)> = BTreeMap::new();
        let mut wanted = Vec::new();
        for result in &results {
            let [first, second] = result.players.map(name);
            let numbers = [result.opening + 1, result.pairing + 1, result.wins()];
            let [opening, pairing, wins] = numbers.map(|number| number.to_string());
            wanted.push(vec![opening, pairing, first, second, wins]);
            let score = scores.entry(result.pairing).or_default();
            score.0 += 2;
            score.1[result.wins()] += 1;
            for (player, wins) in result.players.into_iter().zip([result.wins(), 2 - result.wins()])
            {
                let standing = standings.entry(name(player)).or_default();
                standing.0 += 2;
                standing.1 += wins;
                standing.2.add(result.effort[usize::from(player != result.players[0])]);
            }
        }
        let id = run.id();
        let query = |columns: &str, view: &str| {
            rows(&connection, &format!("SELECT {columns} FROM {view} WHERE run = {id}"))
        };
        let mut found = query("opening, pairing, first, second, wins", "pairs");
        found.sort_by_key(|row| (row[0].parse::<usize>().ok(), row[1].parse::<usize>().ok()));
        assert_eq!(found, wanted);
        let pairings = run.spec().pairings();
        let wanted: Vec<Vec<String>> = scores
            .iter()
            .map(|(&pairing, &(games, [lost, split, won]))| {
                let [first, second] = pairings[pairing].map(name);
                let wins = 2 * won + split;
                let numbers = [games, wins, games - wins, won, split, lost];
                let score = format!("{:.9}", wins as f64 / games as f64);
                let numbers = numbers.map(|number| number.to_string());
                [first, second].into_iter().chain(numbers).chain([score]).collect()
            })
            .collect();
        let columns = "first, second, games, won, lost, pairs_won, pairs_split, pairs_lost, score";
        assert_eq!(query(columns, "scores"), wanted);
        let mut found = query("name, games, won", "standings");
        found.sort();
        let wanted: Vec<Vec<String>> = standings
            .iter()
            .map(|(name, (games, won, _))| vec![name.clone(), games.to_string(), won.to_string()])
            .collect();
        assert_eq!(found, wanted);
        for row in query("name, moves, nodes_per_move, seconds_per_move", "effort") {
            let MoveTotals { moves, nodes, time } = standings[&row[0]].2;
            assert_eq!(row[1], moves.to_string());
            let is_near = |text: &str, total: f64| {
                let mean = total / moves as f64;
                text == "null" || (text.parse::<f64>().expect("a number") / mean - 1.0).abs() < 1e-6
            };
            assert!(
                is_near(&row[2], nodes as f64) && is_near(&row[3], time.as_secs_f64()),
                "{row:?}"
            );
        }
    }
}

/// Users' views stay in a store, and its own views are restored.
#[test]
fn views_of_ones_own_stay() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("games.sqlite");
    filled(&file, SPECS.into_iter().chain(SHARING));
    let change = "CREATE VIEW mine AS SELECT round FROM games; DROP VIEW moves; DROP VIEW scores;
                  CREATE VIEW scores AS SELECT 1";
    let connection = Connection::open(&file).expect("a database");
    connection.execute_batch(change).expect("views");
    drop(connection);
    assert!(Store::open_existing(&file).is_ok());
    drop(Store::open(&file).expect("a store"));
    let connection = Connection::open(&file).expect("a database");
    for query in ["SELECT round FROM mine", "SELECT first FROM scores", "SELECT square FROM moves"]
    {
        assert!(!rows(&connection, query).is_empty(), "{query}");
    }
}
