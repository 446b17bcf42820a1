-- The pairs of each run, as its first and second agent by number see them.
CREATE VIEW pairs AS
SELECT
    r.id AS run,
    p.opening + 1 AS opening,
    iif(x.number < y.number, x.name, y.name) AS first,
    iif(x.number < y.number, y.name, x.name) AS second,
    iif(x.number < y.number, p.won_white + p.won_black, 2 - p.won_white - p.won_black) AS wins
FROM run r
CROSS JOIN pair p ON p.conditions = r.conditions AND p.opening < r.pairs
CROSS JOIN entrant x ON x.run = r.id AND x.agent = p.first
CROSS JOIN entrant y ON y.run = r.id AND y.agent = p.second
CROSS JOIN pairing g ON g.run = r.id AND g.first = min(x.number, y.number) AND g.second = max(x.number, y.number);

-- What came of each pairing.
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
GROUP BY run, first, second;

-- What came of each entrant.
CREATE VIEW standings AS
SELECT run, name, sum(games) AS games, sum(won) AS won, sum(won) * 1.0 / sum(games) AS score
FROM (
    SELECT run, first AS name, games, won FROM scores
    UNION ALL
    SELECT run, second, games, lost FROM scores
)
GROUP BY run, name
ORDER BY run, score DESC;

-- Every game with its players.
CREATE VIEW games AS
SELECT
    r.id AS run,
    p.opening + 1 AS opening,
    iif(c.color = 'white', x.name, y.name) AS white,
    iif(c.color = 'white', y.name, x.name) AS black,
    iif((c.color = 'white') = iif(c.color = 'white', p.won_white, p.won_black), 'white', 'black') AS winner,
    CASE iif(c.color = 'white', p.end_white, p.end_black)
        WHEN 0 THEN 'no-moves' WHEN 1 THEN 'illegal-move' WHEN 2 THEN 'time' ELSE 'crash'
    END AS termination,
    length(o.moves) + length(iif(c.color = 'white', p.moves_white, p.moves_black)) AS plies,
    d.board AS board,
    d.width AS width,
    coalesce(o.start, d.start) AS start,
    CAST(o.moves || iif(c.color = 'white', p.moves_white, p.moves_black) AS BLOB) AS moves
FROM run r
CROSS JOIN conditions d ON d.id = r.conditions
CROSS JOIN pair p ON p.conditions = r.conditions AND p.opening < r.pairs
CROSS JOIN (SELECT 'white' AS color UNION ALL SELECT 'black') c
CROSS JOIN entrant x ON x.run = r.id AND x.agent = p.first
CROSS JOIN entrant y ON y.run = r.id AND y.agent = p.second
CROSS JOIN pairing g ON g.run = r.id AND g.first = min(x.number, y.number) AND g.second = max(x.number, y.number)
CROSS JOIN opening o ON o.conditions = p.conditions AND o.number = p.opening;

-- Every move of every game, by name.
CREATE VIEW moves AS
WITH RECURSIVE ply (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ply WHERE n < 128)
SELECT
    run, opening, white, black, n AS ply,
    iif(square % width < 26, '', char(96 + square % width / 26)) || char(97 + square % width % 26)
        || (square / width + 1) AS square
FROM (
    SELECT
        *,
        16 * (instr('0123456789ABCDEF', substr(hex(moves), 2 * n - 1, 1)) - 1)
            + instr('0123456789ABCDEF', substr(hex(moves), 2 * n, 1)) - 1 AS square
    FROM games JOIN ply ON n <= plies
);

-- What an agent takes for a move.
CREATE VIEW effort AS
SELECT
    run, name, sum(count) AS moves,
    sum(nodes) * 1.0 / sum(count) AS nodes_per_move,
    sum(micros) / 1e6 / sum(count) AS seconds_per_move
FROM (
    SELECT r.id AS run, e.name, p.count_first AS count, p.nodes_first AS nodes, p.micros_first AS micros
    FROM run r
    CROSS JOIN pair p ON p.conditions = r.conditions AND p.opening < r.pairs
    CROSS JOIN entrant e ON e.run = r.id AND e.agent = p.first
    UNION ALL
    SELECT r.id, e.name, p.count_second, p.nodes_second, p.micros_second
    FROM run r
    CROSS JOIN pair p ON p.conditions = r.conditions AND p.opening < r.pairs
    CROSS JOIN entrant e ON e.run = r.id AND e.agent = p.second
)
GROUP BY run, name;
