-- Pairs with games that ended by resignation. Users' views of the table stay as they are.
PRAGMA legacy_alter_table = ON;
CREATE TABLE new_pair (
    conditions INTEGER NOT NULL REFERENCES conditions (id),
    opening INTEGER NOT NULL CHECK (opening >= 0),
    first INTEGER NOT NULL REFERENCES agent (id),
    second INTEGER NOT NULL REFERENCES agent (id),
    won_white INTEGER NOT NULL CHECK (won_white IN (0, 1)),   -- whether the first agent won
    won_black INTEGER NOT NULL CHECK (won_black IN (0, 1)),
    end_white INTEGER NOT NULL CHECK (end_white BETWEEN 0 AND 4),   -- no move, illegal move, time, crash, resignation
    end_black INTEGER NOT NULL CHECK (end_black BETWEEN 0 AND 4),
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
INSERT INTO new_pair SELECT * FROM pair;
DROP TABLE pair;
ALTER TABLE new_pair RENAME TO pair;
PRAGMA legacy_alter_table = OFF;
