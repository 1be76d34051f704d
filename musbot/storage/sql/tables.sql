-- Tables: the document, its log, seats, deadlines, updates dealt with, small facts.

-- name: commit_head(table_id, update_id)^
-- What a commit is checked against: one row always, of NULLs for a table never stored.
SELECT
    t.rev,
    t.version,
    (SELECT count(*) FROM updates AS u WHERE u.update_id = :update_id),
    (
        SELECT json_group_array(s.person_id)
        FROM (SELECT person_id FROM seats WHERE table_id = :table_id ORDER BY person_id) AS s
    ),
    d.due,
    d.generation
FROM (SELECT 1)
LEFT JOIN tables AS t ON t.table_id = :table_id
LEFT JOIN deadlines AS d ON d.table_id = :table_id;

-- name: place_exists(place_id)$
SELECT 1 FROM places WHERE place_id = :place_id AND merged_into IS NULL;

-- name: insert_table(table_id, place_id, rev, version, stage, is_open, opened_at, document)!
INSERT INTO tables (table_id, place_id, rev, version, stage, is_open, opened_at, document)
VALUES (:table_id, :place_id, :rev, :version, :stage, :is_open, :opened_at, :document);

-- name: update_table(table_id, place_id, rev, version, stage, is_open, opened_at, document)!
UPDATE tables
SET
    place_id = :place_id,
    rev = :rev,
    version = :version,
    stage = :stage,
    is_open = :is_open,
    opened_at = :opened_at,
    document = :document
WHERE table_id = :table_id;

-- name: append_events*!
INSERT INTO events (table_id, version, event, made_by, person_id, at)
VALUES (:table_id, :version, :event, :made_by, :person_id, :at);

-- name: clear_seats(table_id)!
DELETE FROM seats WHERE table_id = :table_id;

-- name: write_seats(table_id, people)!
INSERT OR IGNORE INTO seats (table_id, person_id)
SELECT :table_id, value FROM json_each(:people);

-- name: write_deadline(table_id, due, generation)!
INSERT INTO deadlines (table_id, due, generation) VALUES (:table_id, :due, :generation)
ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, generation = excluded.generation;

-- name: clear_deadline(table_id)!
DELETE FROM deadlines WHERE table_id = :table_id;

-- name: remember_update(update_id)!
INSERT OR IGNORE INTO updates (update_id) VALUES (:update_id);

-- name: seen_update(update_id)$
SELECT 1 FROM updates WHERE update_id = :update_id;

-- name: load_table(table_id)^
SELECT document, place_id FROM tables WHERE table_id = :table_id;

-- name: events_of(table_id)
SELECT event FROM events WHERE table_id = :table_id ORDER BY version;

-- name: open_table_at(place_id)$
SELECT table_id FROM tables WHERE place_id = :place_id AND is_open = 1 ORDER BY opened_at DESC, table_id DESC LIMIT 1;

-- name: open_tables_of(person_id)
SELECT t.table_id
FROM seats AS s
INNER JOIN tables AS t ON t.table_id = s.table_id
WHERE s.person_id = :person_id AND t.is_open = 1
ORDER BY t.opened_at DESC, t.table_id DESC;

-- name: due(until)
SELECT d.table_id, t.place_id, d.due, d.generation
FROM deadlines AS d
INNER JOIN tables AS t ON t.table_id = d.table_id
WHERE d.due <= :until
ORDER BY d.due, d.table_id;

-- name: next_due()$
SELECT min(due) FROM deadlines;

-- name: next_table_id()$
-- Never a number that a stored table has, nor one that was given out before.
INSERT INTO meta (key, value)
VALUES ('last_table_id', CAST((SELECT coalesce(max(table_id), 0) + 1 FROM tables) AS TEXT))
ON CONFLICT (key) DO UPDATE
    SET value = CAST(max(CAST(value AS INTEGER), (SELECT coalesce(max(table_id), 0) FROM tables)) + 1 AS TEXT)
RETURNING CAST(value AS INTEGER);

-- name: meta(key)$
SELECT value FROM meta WHERE key = :key;

-- name: set_meta(key, value)!
INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value;
