-- Results, streaks and ratings of a user in puzzles. The text has a version of its own (docs/formats/puzzles.md).
CREATE TABLE puzzles (
    person   TEXT   NOT NULL PRIMARY KEY REFERENCES people (id),
    progress TEXT   NOT NULL,
    changed  BIGINT NOT NULL
);
