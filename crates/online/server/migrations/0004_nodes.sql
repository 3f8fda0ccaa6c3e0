-- When each node last said that it serves. A node that ends as intended removes its row.
CREATE TABLE nodes (
    id TEXT   NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);
