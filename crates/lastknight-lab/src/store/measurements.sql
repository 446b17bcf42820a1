-- What was measured besides games, as JSON, by what it follows from.
CREATE TABLE measurement (
    hash TEXT PRIMARY KEY NOT NULL,
    result TEXT NOT NULL,
    sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
