-- What happened in games that custom agents lost by failing. "game" is 0 for the one in which the first agent is White.
CREATE TABLE forfeit (
    conditions INTEGER NOT NULL REFERENCES conditions (id),
    opening INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES agent (id),
    second INTEGER NOT NULL REFERENCES agent (id),
    game INTEGER NOT NULL CHECK (game IN (0, 1)),
    detail TEXT NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (conditions, opening, first, second, game)
) STRICT, WITHOUT ROWID;

-- The machines on which games with time limits were played.
CREATE TABLE machine (
    run INTEGER NOT NULL REFERENCES run (id),
    name TEXT NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;
