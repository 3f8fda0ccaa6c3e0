-- Everything the server keeps. One text for SQLite and PostgreSQL: only TEXT and BIGINT, times in milliseconds since 1970, truth as 0 and 1,
-- ids are random texts.

CREATE TABLE people (
    id       TEXT   NOT NULL PRIMARY KEY,
    name     TEXT   NOT NULL,
    -- The name as it is compared, of those who have a name of their own.
    name_key TEXT   UNIQUE,
    kind     TEXT   NOT NULL,
    password TEXT,
    created  BIGINT NOT NULL
);

CREATE TABLE sessions (
    -- Of the secret, which is kept nowhere.
    hash    TEXT   NOT NULL PRIMARY KEY,
    id      TEXT   NOT NULL UNIQUE,
    person  TEXT   NOT NULL REFERENCES people (id),
    kind    TEXT   NOT NULL,
    label   TEXT   NOT NULL,
    created BIGINT NOT NULL,
    seen    BIGINT NOT NULL
);
CREATE INDEX sessions_of_person ON sessions (person, kind);

-- Up to `contest`, what is settled before the first event. The columns after it are an index of what the events say up to event `seq`, for
-- lists: they can be worked out again from the events at any time, and nothing decides a game from them.
CREATE TABLE games (
    id            TEXT   NOT NULL PRIMARY KEY,
    format        BIGINT NOT NULL,
    game          TEXT   NOT NULL,
    start         TEXT   NOT NULL,
    clock         TEXT   NOT NULL,
    rated         BIGINT NOT NULL,
    listed        BIGINT NOT NULL,
    host          TEXT   NOT NULL REFERENCES people (id),
    side          TEXT,
    created       BIGINT NOT NULL,
    contest       TEXT   NOT NULL,
    kind          TEXT   NOT NULL,
    seq           BIGINT NOT NULL,
    status        TEXT   NOT NULL,
    first_sitter  TEXT,
    second_sitter TEXT,
    first_person  TEXT,
    second_person TEXT,
    to_move       TEXT,
    winner        TEXT,
    reason        TEXT,
    counts        BIGINT NOT NULL,
    ended         BIGINT,
    due           BIGINT
);
CREATE INDEX games_in_lobby ON games (listed, status, created);
CREATE INDEX games_finished ON games (listed, status, ended, id);
CREATE INDEX games_of_host ON games (host, status, created);
CREATE INDEX games_of_first ON games (first_person, status, ended);
CREATE INDEX games_of_second ON games (second_person, status, ended);
CREATE INDEX games_of_contest ON games (contest, created);
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;

CREATE TABLE events (
    game      TEXT   NOT NULL REFERENCES games (id),
    seq       BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    by_person TEXT,
    key       TEXT,
    body      TEXT   NOT NULL,
    PRIMARY KEY (game, seq)
);

-- The rating of a person in a kind of game after each rated game; the row with the most games counts.
CREATE TABLE ratings (
    person     TEXT   NOT NULL REFERENCES people (id),
    kind       TEXT   NOT NULL,
    games      BIGINT NOT NULL,
    game       TEXT   NOT NULL REFERENCES games (id),
    -- Numbers with a fraction, written so that reading gives back the very same number.
    rating     TEXT   NOT NULL,
    deviation  TEXT   NOT NULL,
    volatility TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (person, kind, games),
    -- No game is rated twice.
    UNIQUE (game, person)
);

-- Stretches of time in which no node served, which no clock counts.
CREATE TABLE outages (
    began BIGINT NOT NULL PRIMARY KEY,
    ended BIGINT NOT NULL
);

-- When a node last said that it serves: one row, or none before the first time.
CREATE TABLE pulse (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL
);
