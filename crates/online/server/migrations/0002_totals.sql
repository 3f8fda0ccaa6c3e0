-- Version 0.2.

-- The game with all of its options and the version of its rules, so that it stays the same when a default changes. NULL in rows of 0.1 until
-- the first start of a later version.
ALTER TABLE games ADD COLUMN options TEXT;

-- Games that were aborted expire.
CREATE INDEX games_aborted ON games (ended) WHERE status = 'over' AND counts = 0;

-- The results of a user in a kind of game. They follow from the games, and are stored with the last event of each.
CREATE TABLE totals (
    person TEXT   NOT NULL REFERENCES people (id),
    kind   TEXT   NOT NULL,
    won    BIGINT NOT NULL,
    drawn  BIGINT NOT NULL,
    lost   BIGINT NOT NULL,
    PRIMARY KEY (person, kind)
);

INSERT INTO totals (person, kind, won, drawn, lost)
SELECT person, kind, COUNT(CASE WHEN outcome = 1 THEN 1 END), COUNT(CASE WHEN outcome = 0 THEN 1 END), COUNT(CASE WHEN outcome = -1 THEN 1 END)
FROM (
    SELECT first_person AS person, kind, CASE WHEN winner IS NULL THEN 0 WHEN winner = 'first' THEN 1 ELSE -1 END AS outcome
    FROM games WHERE first_person IS NOT NULL AND status = 'over' AND counts = 1 AND (second_person IS NULL OR second_person <> first_person)
    UNION ALL
    SELECT second_person AS person, kind, CASE WHEN winner IS NULL THEN 0 WHEN winner = 'second' THEN 1 ELSE -1 END AS outcome
    FROM games WHERE second_person IS NOT NULL AND status = 'over' AND counts = 1 AND (first_person IS NULL OR second_person <> first_person)
) AS results
GROUP BY person, kind;
