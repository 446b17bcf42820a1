-- The pairs of each run, in the order of its pairings: "first" is the entrant with the smaller number. Columns that end in
-- 1 are of game 1, in which the first is White, those that end in 2 of game 2, in which it is Black.
CREATE VIEW run_pair AS
SELECT
    r.id AS run,
    p.opening + 1 AS opening,
    g.number AS pairing,
    iif(x.number < y.number, x.name, y.name) AS first,
    iif(x.number < y.number, y.name, x.name) AS second,
    iif(x.number < y.number, p.won_white, 1 - p.won_black) AS won_1,
    iif(x.number < y.number, p.won_black, 1 - p.won_white) AS won_2,
    iif(x.number < y.number, p.end_white, p.end_black) AS end_1,
    iif(x.number < y.number, p.end_black, p.end_white) AS end_2,
    iif(x.number < y.number, p.moves_white, p.moves_black) AS moves_1,
    iif(x.number < y.number, p.moves_black, p.moves_white) AS moves_2,
    iif(x.number < y.number, p.times_white, p.times_black) AS times_1,
    iif(x.number < y.number, p.times_black, p.times_white) AS times_2,
    iif(x.number < y.number, p.count_first, p.count_second) AS count_first,
    iif(x.number < y.number, p.count_second, p.count_first) AS count_second,
    iif(x.number < y.number, p.nodes_first, p.nodes_second) AS nodes_first,
    iif(x.number < y.number, p.nodes_second, p.nodes_first) AS nodes_second,
    iif(x.number < y.number, p.micros_first, p.micros_second) AS micros_first,
    iif(x.number < y.number, p.micros_second, p.micros_first) AS micros_second,
    r.conditions AS conditions
FROM run r
CROSS JOIN pair p ON p.conditions = r.conditions AND p.opening < r.pairs
CROSS JOIN entrant x ON x.run = r.id AND x.agent = p.first
CROSS JOIN entrant y ON y.run = r.id AND y.agent = p.second
CROSS JOIN pairing g ON g.run = r.id AND g.first = min(x.number, y.number) AND g.second = max(x.number, y.number);

-- The number of games of each pair that the first entrant won.
CREATE VIEW pairs AS
SELECT run, opening, pairing, first, second, won_1 + won_2 AS wins FROM run_pair;

-- The score of each pairing.
CREATE VIEW scores AS
SELECT
    run,
    first,
    second,
    2 * count(*) AS games,
    sum(wins) AS won,
    2 * count(*) - sum(wins) AS lost,
    sum(wins = 2) AS pairs_won,
    sum(wins = 1) AS pairs_split,
    sum(wins = 0) AS pairs_lost,
    sum(wins) / (2.0 * count(*)) AS score
FROM pairs
GROUP BY run, pairing;

-- The score of each entrant.
CREATE VIEW standings AS
SELECT run, name, sum(games) AS games, sum(won) AS won, sum(won) * 1.0 / sum(games) AS score
FROM (
    SELECT run, first AS name, games, won FROM scores
    UNION ALL
    SELECT run, second, games, lost FROM scores
)
GROUP BY run, name
ORDER BY run, score DESC;

-- Every game with its players. "round" is its name in the run; "moves" and "times" are packed, and times begin after the
-- opening.
CREATE VIEW games AS
SELECT
    p.run AS run,
    p.opening || '.' || iif((SELECT count(*) FROM pairing WHERE run = p.run) > 1, p.pairing || '.', '') || c.game
        AS round,
    p.opening AS opening,
    p.pairing AS pairing,
    c.game AS game,
    iif(c.game = 1, p.first, p.second) AS white,
    iif(c.game = 1, p.second, p.first) AS black,
    iif(iif(c.game = 1, p.won_1, 1 - p.won_2), 'white', 'black') AS winner,
    CASE iif(c.game = 1, p.end_1, p.end_2)
        WHEN 0 THEN 'no-moves' WHEN 1 THEN 'illegal-move' WHEN 2 THEN 'time' WHEN 3 THEN 'crash' ELSE 'resignation'
    END AS termination,
    length(o.moves) + length(iif(c.game = 1, p.moves_1, p.moves_2)) AS plies,
    length(o.moves) AS opening_plies,
    d.board AS board,
    d.width AS width,
    coalesce(o.start, d.start) AS start,
    CAST(o.moves || iif(c.game = 1, p.moves_1, p.moves_2) AS BLOB) AS moves,
    iif(c.game = 1, p.times_1, p.times_2) AS times
FROM run_pair p
CROSS JOIN (SELECT 1 AS game UNION ALL SELECT 2) c
CROSS JOIN conditions d ON d.id = p.conditions
CROSS JOIN opening o ON o.conditions = p.conditions AND o.number = p.opening - 1;

-- Every move of every game, by name, with its time in seconds if stored.
CREATE VIEW moves AS
WITH RECURSIVE
ply (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ply WHERE n < 128),
hexed AS (SELECT *, hex(moves) AS squares, hex(times) AS micros FROM games),
digits (one) AS (SELECT '0123456789ABCDEF'),
numbered AS (
    SELECT
        *,
        16 * instr(one, substr(squares, 2 * n - 1, 1)) + instr(one, substr(squares, 2 * n, 1)) - 17 AS square,
        -- The place of the time's first digit: four bytes a move, the lowest first.
        8 * (n - opening_plies - 1) AS at
    FROM hexed JOIN ply ON n <= plies CROSS JOIN digits
)
SELECT
    run, round, opening, pairing, game, n AS ply,
    iif(n % 2 = instr(start, ' w') > 0, 'white', 'black') AS side,
    iif(square % width < 26, '', char(96 + square % width / 26)) || char(97 + square % width % 26)
        || (square / width + 1) AS square,
    square AS number,
    iif(
        times IS NULL OR n <= opening_plies, NULL,
        (
            (16 * instr(one, substr(micros, at + 1, 1)) + instr(one, substr(micros, at + 2, 1)) - 17)
            + (16 * instr(one, substr(micros, at + 3, 1)) + instr(one, substr(micros, at + 4, 1)) - 17) * 256
            + (16 * instr(one, substr(micros, at + 5, 1)) + instr(one, substr(micros, at + 6, 1)) - 17) * 65536
            + (16 * instr(one, substr(micros, at + 7, 1)) + instr(one, substr(micros, at + 8, 1)) - 17) * 16777216
        ) / 1e6
    ) AS seconds
FROM numbered;

-- The mean nodes and time per move of each entrant.
CREATE VIEW effort AS
SELECT
    run, name, sum(count) AS moves,
    total(nodes) / sum(count) AS nodes_per_move,
    total(micros) / 1e6 / sum(count) AS seconds_per_move
FROM (
    SELECT run, first AS name, count_first AS count, nodes_first AS nodes, micros_first AS micros FROM run_pair
    UNION ALL
    SELECT run, second, count_second, nodes_second, micros_second FROM run_pair
)
GROUP BY run, name;
