-- Workers of fleets, and the pairs that each played. Pairs that this program played itself are in no row of "played_by".
CREATE TABLE worker (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,    -- no other worker has it
    machine TEXT NOT NULL,        -- its CPU and number of cores
    sum INTEGER NOT NULL
) STRICT;

CREATE TABLE played_by (
    conditions INTEGER NOT NULL REFERENCES conditions (id),
    opening INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES agent (id),
    second INTEGER NOT NULL REFERENCES agent (id),
    worker INTEGER NOT NULL REFERENCES worker (id),
    sum INTEGER NOT NULL,
    PRIMARY KEY (conditions, opening, first, second)
) STRICT, WITHOUT ROWID;

-- The workers that may have contributed to a measurement, or to a row of "oracle".
CREATE TABLE measured_by (
    hash TEXT NOT NULL,           -- of the measurement; "oracle", conditions, agent and positions of a row there
    worker INTEGER NOT NULL REFERENCES worker (id),
    sum INTEGER NOT NULL,
    PRIMARY KEY (hash, worker)
) STRICT, WITHOUT ROWID;
