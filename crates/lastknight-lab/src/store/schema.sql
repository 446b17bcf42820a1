-- Each row ends with a checksum of the columns before it, without the id: see checksum.rs. Columns after it may change.

-- Conditions that games were played under, and the program that played them.
CREATE TABLE conditions (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    board TEXT NOT NULL,          -- such as 7x7
    width INTEGER NOT NULL,
    start TEXT NOT NULL,          -- the position where openings begin
    seed TEXT NOT NULL,
    depth INTEGER,                -- limits of agents without their own
    nodes INTEGER,
    seconds REAL,
    clock TEXT NOT NULL,
    version TEXT NOT NULL,
    signature TEXT NOT NULL,
    sum INTEGER NOT NULL
) STRICT;

-- Agents by their texts. Copies of one agent have chances of their own.
CREATE TABLE agent (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    copy INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    UNIQUE (text, copy)
) STRICT;

-- A specification: which of the pairs belong together.
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    conditions INTEGER NOT NULL REFERENCES conditions (id),
    name TEXT NOT NULL,
    spec TEXT NOT NULL,           -- JSON
    pairs INTEGER NOT NULL CHECK (pairs >= 0),   -- pairs of games that each pairing plays
    sum INTEGER NOT NULL,
    created TEXT NOT NULL,        -- UTC
    played TEXT NOT NULL          -- when it was last asked for, UTC
) STRICT;

CREATE TABLE entrant (
    run INTEGER NOT NULL REFERENCES run (id),
    agent INTEGER NOT NULL REFERENCES agent (id),
    number INTEGER NOT NULL,      -- from 0
    name TEXT NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (run, agent)
) STRICT, WITHOUT ROWID;

-- Who meets whom, by their numbers.
CREATE TABLE pairing (
    run INTEGER NOT NULL REFERENCES run (id),
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    number INTEGER NOT NULL,      -- from 1, as in the names of games
    sum INTEGER NOT NULL,
    PRIMARY KEY (run, first, second)
) STRICT, WITHOUT ROWID;

-- Openings: a byte for each move, the number of its square, a1 = 0, along the rows.
CREATE TABLE opening (
    conditions INTEGER NOT NULL REFERENCES conditions (id),
    number INTEGER NOT NULL CHECK (number >= 0),
    start TEXT,                   -- where it begins, unless that is the start of the conditions
    moves BLOB NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (conditions, number)
) STRICT, WITHOUT ROWID;

-- A pair: one opening, two games. "white" is the game in which the first agent is White, "black" the one in which it is
-- Black. Moves are those after the opening.
CREATE TABLE pair (
    conditions INTEGER NOT NULL REFERENCES conditions (id),
    opening INTEGER NOT NULL CHECK (opening >= 0),
    first INTEGER NOT NULL REFERENCES agent (id),
    second INTEGER NOT NULL REFERENCES agent (id),
    won_white INTEGER NOT NULL CHECK (won_white IN (0, 1)),   -- whether the first agent won
    won_black INTEGER NOT NULL CHECK (won_black IN (0, 1)),
    end_white INTEGER NOT NULL CHECK (end_white BETWEEN 0 AND 3),   -- no move, illegal move, time, crash
    end_black INTEGER NOT NULL CHECK (end_black BETWEEN 0 AND 3),
    moves_white BLOB NOT NULL,
    moves_black BLOB NOT NULL,
    count_first INTEGER NOT NULL,     -- moves that each agent chose in both games
    count_second INTEGER NOT NULL,
    nodes_first INTEGER NOT NULL,     -- positions that it looked at
    nodes_second INTEGER NOT NULL,
    micros_first INTEGER NOT NULL,    -- microseconds that it took
    micros_second INTEGER NOT NULL,
    times_white BLOB,                 -- microseconds of each move, four bytes each, lowest first, where time was a limit
    times_black BLOB,
    sum INTEGER NOT NULL,
    PRIMARY KEY (conditions, opening, first, second),
    CHECK (first < second)
) STRICT, WITHOUT ROWID;

-- How often an agent kept solved positions won that were critical.
CREATE TABLE oracle (
    conditions INTEGER NOT NULL REFERENCES conditions (id),
    agent INTEGER NOT NULL REFERENCES agent (id),
    positions INTEGER NOT NULL,   -- how many were asked for
    asked INTEGER NOT NULL,       -- how many there were
    kept INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (conditions, agent, positions)
) STRICT, WITHOUT ROWID;
