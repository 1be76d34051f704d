-- The present schema, for a fresh database. Migrations lead older databases here; a test holds the two equal.
-- "chat_kind" and "chat_ref" name a chat: a place by its place_id, or a person by the person's id.

CREATE TABLE places (
    place_id INTEGER PRIMARY KEY,
    chat_id INTEGER NOT NULL,
    thread_id INTEGER NOT NULL DEFAULT 0,
    language TEXT,
    reachable INTEGER NOT NULL DEFAULT 1,
    title TEXT NOT NULL DEFAULT '',
    username TEXT,
    hold_until REAL NOT NULL DEFAULT 0,
    merged_into INTEGER REFERENCES places (place_id)
) STRICT;

CREATE UNIQUE INDEX places_address ON places (chat_id, thread_id) WHERE merged_into IS NULL;

CREATE TABLE migrated_chats (
    old_chat_id INTEGER PRIMARY KEY,
    new_chat_id INTEGER NOT NULL
) STRICT;

CREATE TABLE people (
    person_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT,
    reachable INTEGER NOT NULL DEFAULT 0,
    hold_until REAL NOT NULL DEFAULT 0
) STRICT;

CREATE VIEW chats AS
SELECT 'place' AS chat_kind, place_id AS chat_ref, chat_id, thread_id, language, reachable, hold_until, username
FROM places
WHERE merged_into IS NULL
UNION ALL
SELECT 'person', person_id, person_id, 0, language, reachable, hold_until, NULL
FROM people;

CREATE TABLE tables (
    table_id INTEGER PRIMARY KEY,
    place_id INTEGER NOT NULL REFERENCES places (place_id),
    rev INTEGER NOT NULL,
    version INTEGER NOT NULL,
    stage TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    opened_at REAL NOT NULL,
    document TEXT NOT NULL
) STRICT;

CREATE INDEX tables_open ON tables (place_id) WHERE is_open = 1;

CREATE TABLE seats (
    person_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    PRIMARY KEY (person_id, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_table ON seats (table_id);

CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    version INTEGER NOT NULL,
    event TEXT NOT NULL,
    made_by TEXT NOT NULL,
    person_id INTEGER,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE deadlines (
    table_id INTEGER PRIMARY KEY REFERENCES tables (table_id),
    due REAL NOT NULL,
    generation INTEGER NOT NULL
) STRICT;

CREATE INDEX deadlines_due ON deadlines (due);

-- "fresh" is the counter at which a new message was last asked for; "keys" whether the screen's keyboard is shown.
CREATE TABLE slots (
    slot_id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    name TEXT NOT NULL,
    chat_kind TEXT NOT NULL,
    chat_ref INTEGER NOT NULL,
    screen TEXT NOT NULL,
    keys INTEGER NOT NULL,
    is_closing INTEGER NOT NULL,
    wanted INTEGER NOT NULL DEFAULT 1,
    shown INTEGER NOT NULL DEFAULT 0,
    fresh INTEGER NOT NULL,
    message_id INTEGER,
    replaces INTEGER,
    shown_at REAL,
    UNIQUE (table_id, name)
) STRICT;

-- A closing slot never posts a message of its own accord: it only edits the one that stands.
CREATE INDEX slots_owed ON slots (chat_kind, chat_ref)
WHERE shown < wanted AND (NOT is_closing OR message_id IS NOT NULL OR fresh > shown);

CREATE INDEX slots_chat ON slots (chat_kind, chat_ref);

-- "is_retired": its keyboard was taken away while nobody knew yet whether it had been sent.
CREATE TABLE notices (
    notice_id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    name TEXT NOT NULL,
    chat_kind TEXT NOT NULL,
    chat_ref INTEGER NOT NULL,
    screen TEXT NOT NULL,
    keys INTEGER NOT NULL,
    is_retired INTEGER NOT NULL DEFAULT 0,
    message_id INTEGER,
    sent_at REAL,
    UNIQUE (table_id, name)
) STRICT;

CREATE INDEX notices_owed ON notices (chat_kind, chat_ref) WHERE sent_at IS NULL;

CREATE INDEX notices_chat ON notices (chat_kind, chat_ref);

CREATE TABLE replies (
    reply_id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER,
    chat_kind TEXT NOT NULL,
    chat_ref INTEGER NOT NULL,
    topic TEXT NOT NULL,
    screen TEXT NOT NULL,
    at REAL NOT NULL,
    UNIQUE (chat_kind, chat_ref, topic)
) STRICT;

CREATE TABLE retires (
    retire_id INTEGER PRIMARY KEY AUTOINCREMENT,
    chat_kind TEXT NOT NULL,
    chat_ref INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    is_delete INTEGER NOT NULL DEFAULT 0,
    UNIQUE (chat_kind, chat_ref, message_id)
) STRICT;

CREATE TABLE dead_letters (
    letter_id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    chat_kind TEXT NOT NULL,
    chat_ref INTEGER NOT NULL,
    table_id INTEGER,
    name TEXT NOT NULL,
    screen TEXT,
    error TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;

CREATE TRIGGER dead_letters_keep AFTER INSERT ON dead_letters
BEGIN
    DELETE FROM dead_letters WHERE letter_id <= NEW.letter_id - 1000;
END;

-- In the order in which they were dealt with: the platform may start its numbers anew.
CREATE TABLE updates (
    seq INTEGER PRIMARY KEY,
    update_id INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TRIGGER updates_keep AFTER INSERT ON updates
BEGIN
    DELETE FROM updates WHERE seq <= NEW.seq - 10000;
END;

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Alembic's own note of the last migration; `PRAGMA user_version` says the same without Alembic.
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

INSERT INTO alembic_version (version_num) VALUES ('0001');

PRAGMA user_version = 1;

-- "musb": in the file's header, whose database this is.
PRAGMA application_id = 1836413794;
