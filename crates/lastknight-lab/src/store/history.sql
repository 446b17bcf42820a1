-- The standings of a run each time that games were added to it.
CREATE TABLE history (
    run INTEGER NOT NULL REFERENCES run (id),
    games INTEGER NOT NULL,
    standings TEXT NOT NULL,      -- JSON
    sum INTEGER NOT NULL,
    played TEXT NOT NULL,         -- UTC
    PRIMARY KEY (run, games)
) STRICT, WITHOUT ROWID;
