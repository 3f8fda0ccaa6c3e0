-- Version 0.2.

-- The name of an account with look-alike characters made equal. NULL in rows of 0.1 until the first start of a later version, and afterwards
-- in those whose name looks like that of another account.
ALTER TABLE people ADD COLUMN skeleton TEXT;
CREATE UNIQUE INDEX people_of_skeleton ON people (skeleton);

-- Whether an engine on the server is to move; an index of what the events say.
ALTER TABLE games ADD COLUMN engine_to_move BIGINT NOT NULL DEFAULT 0;
UPDATE games SET engine_to_move = 1 WHERE status = 'playing'
    AND ((to_move = 'first' AND first_sitter LIKE '{"ai":%"place":"server"%') OR (to_move = 'second' AND second_sitter LIKE '{"ai":%"place":"server"%'));
CREATE INDEX games_of_engines ON games (id) WHERE engine_to_move = 1;
