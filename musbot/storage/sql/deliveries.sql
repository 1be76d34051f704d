-- What the chats are owed: slots, notices, replies, retires; and what was given up.

-- name: write_slots*!
-- The latest wins; what is wanted already changes nothing. A slot that was closed and is wanted open again, or that
-- is wanted fresh, gets a new message; an old one that was not closed properly goes when the new one stands. Closing
-- with what is shown already costs no write.
INSERT INTO slots (table_id, name, chat_kind, chat_ref, screen, keys, is_closing, fresh)
VALUES (:table_id, :name, :chat_kind, :chat_ref, :screen, :keys, :is_closing, :fresh)
ON CONFLICT (table_id, name) DO UPDATE
    SET
        message_id = CASE
            WHEN
                excluded.fresh
                OR (is_closing AND NOT excluded.is_closing)
                OR (chat_kind, chat_ref) IS NOT (excluded.chat_kind, excluded.chat_ref)
                THEN NULL
            ELSE message_id
        END,
        replaces = CASE
            WHEN (chat_kind, chat_ref) IS NOT (excluded.chat_kind, excluded.chat_ref) THEN NULL
            WHEN is_closing AND NOT excluded.is_closing AND shown >= wanted THEN NULL
            WHEN excluded.fresh OR (is_closing AND NOT excluded.is_closing) THEN coalesce(message_id, replaces)
            ELSE replaces
        END,
        fresh = CASE
            WHEN
                excluded.fresh
                OR (is_closing AND NOT excluded.is_closing)
                OR (chat_kind, chat_ref) IS NOT (excluded.chat_kind, excluded.chat_ref)
                THEN wanted + 1
            ELSE fresh
        END,
        wanted = wanted + NOT (
            excluded.is_closing
            AND NOT excluded.fresh
            AND shown >= wanted
            AND (screen, keys, chat_kind, chat_ref)
            IS (excluded.screen, excluded.keys, excluded.chat_kind, excluded.chat_ref)
        ),
        shown_at = NULL,
        screen = excluded.screen,
        keys = excluded.keys,
        is_closing = excluded.is_closing,
        chat_kind = excluded.chat_kind,
        chat_ref = excluded.chat_ref
    WHERE
        excluded.fresh
        OR (screen, keys, is_closing, chat_kind, chat_ref)
        IS NOT (excluded.screen, excluded.keys, excluded.is_closing, excluded.chat_kind, excluded.chat_ref);

-- name: slot_status(table_id, name)^
SELECT message_id, shown_at FROM slots WHERE table_id = :table_id AND name = :name;

-- name: retire_replaced(slot_id, message_id)!
INSERT INTO retires (chat_kind, chat_ref, message_id, is_delete)
SELECT chat_kind, chat_ref, replaces, 1
FROM slots
WHERE slot_id = :slot_id AND replaces IS NOT NULL AND replaces <> :message_id
ON CONFLICT (chat_kind, chat_ref, message_id) DO UPDATE SET is_delete = 1;

-- name: slot_shown(slot_id, wanted, message_id, at)!
-- A showing from before a fresh message was asked for leaves a message that the fresh one replaces.
UPDATE slots
SET
    message_id = CASE WHEN :wanted >= fresh THEN :message_id END,
    replaces = CASE WHEN :wanted >= fresh THEN NULL ELSE :message_id END,
    shown = :wanted,
    shown_at = CASE WHEN :wanted >= wanted THEN :at END
WHERE slot_id = :slot_id;

-- name: drop_closed_slot(slot_id)!
DELETE FROM slots WHERE slot_id = :slot_id AND is_closing AND NOT keys AND shown >= wanted;

-- name: slot_lost(slot_id)!
UPDATE slots SET message_id = NULL, shown = 0, shown_at = NULL WHERE slot_id = :slot_id;

-- name: retire_notices*!
INSERT OR IGNORE INTO retires (chat_kind, chat_ref, message_id)
SELECT chat_kind, chat_ref, message_id
FROM notices
WHERE table_id = :table_id AND name = :name AND keys AND message_id IS NOT NULL;

-- name: bare_notices*!
UPDATE notices
SET keys = 0, is_retired = message_id IS NULL
WHERE table_id = :table_id AND name = :name AND keys;

-- name: delete_notices*!
INSERT INTO retires (chat_kind, chat_ref, message_id, is_delete)
SELECT chat_kind, chat_ref, message_id, 1
FROM notices
WHERE table_id = :table_id AND name = :name AND message_id IS NOT NULL
ON CONFLICT DO UPDATE SET is_delete = 1;

-- name: forget_notices*!
-- One that is on its way stays behind with buttons that are answered and stripped when pressed.
DELETE FROM notices WHERE table_id = :table_id AND name = :name;

-- name: retire_slots*!
INSERT OR IGNORE INTO retires (chat_kind, chat_ref, message_id)
SELECT chat_kind, chat_ref, message_id
FROM slots
WHERE table_id = :table_id AND name = :name AND keys AND message_id IS NOT NULL AND shown >= wanted;

-- name: drop_retired_slots*!
DELETE FROM slots
WHERE
    table_id = :table_id AND name = :name AND keys AND message_id IS NOT NULL AND shown >= wanted AND is_closing;

-- name: bare_slots*!
-- A showing that is on its way may still carry the keyboard: it is followed by one that does not.
UPDATE slots
SET keys = 0, wanted = wanted + (shown < wanted)
WHERE table_id = :table_id AND name = :name AND keys;

-- name: write_notices*!
-- A second one of the same name is a new posting with a new number.
INSERT OR REPLACE INTO notices (table_id, name, chat_kind, chat_ref, screen, keys)
VALUES (:table_id, :name, :chat_kind, :chat_ref, :screen, :keys);

-- name: notice_sent(notice_id, message_id, at)!
-- The screen is not needed any more.
UPDATE notices SET message_id = :message_id, sent_at = :at, screen = '' WHERE notice_id = :notice_id;

-- name: amend_notices*!
-- A slot that closes in the message of the notice of its name; it waits until there is one.
UPDATE slots
SET message_id = (SELECT n.message_id FROM notices AS n WHERE n.table_id = :table_id AND n.name = :name)
WHERE table_id = :table_id AND name = :name;

-- name: amend_sent_notice(notice_id, message_id)!
UPDATE slots
SET message_id = :message_id
WHERE
    is_closing
    AND message_id IS NULL
    AND (table_id, name) = (SELECT n.table_id, n.name FROM notices AS n WHERE n.notice_id = :notice_id);

-- name: retire_sent_notice(notice_id)!
INSERT OR IGNORE INTO retires (chat_kind, chat_ref, message_id)
SELECT chat_kind, chat_ref, message_id FROM notices WHERE notice_id = :notice_id AND is_retired;

-- name: write_replies*!
INSERT OR REPLACE INTO replies (table_id, chat_kind, chat_ref, topic, screen, at)
VALUES (:table_id, :chat_kind, :chat_ref, :topic, :screen, :at);

-- name: reply_done(reply_id)!
DELETE FROM replies WHERE reply_id = :reply_id;

-- name: add_retire(chat_kind, chat_ref, message_id)!
-- A stale button may have been pressed on a message that shows the present by now: its keyboard stays.
INSERT OR IGNORE INTO retires (chat_kind, chat_ref, message_id)
SELECT :chat_kind, :chat_ref, :message_id
WHERE
    NOT EXISTS (
        SELECT 1 FROM slots
        WHERE chat_kind = :chat_kind AND chat_ref = :chat_ref AND message_id = :message_id AND NOT is_closing
    )
    AND NOT EXISTS (
        SELECT 1 FROM notices AS n
        INNER JOIN tables AS t ON t.table_id = n.table_id
        WHERE
            n.chat_kind = :chat_kind
            AND n.chat_ref = :chat_ref
            AND n.message_id = :message_id
            AND n.keys
            AND t.is_open
    );

-- name: retire_done(retire_id)!
DELETE FROM retires WHERE retire_id = :retire_id;

-- name: owing_chats()
SELECT DISTINCT c.chat_kind, c.chat_ref
FROM (
    SELECT chat_kind, chat_ref FROM notices
    WHERE sent_at IS NULL
    UNION
    SELECT chat_kind, chat_ref FROM slots
    WHERE shown < wanted AND (NOT is_closing OR message_id IS NOT NULL OR fresh > shown)
    UNION
    SELECT chat_kind, chat_ref FROM replies
    UNION
    SELECT chat_kind, chat_ref FROM retires
) AS o
INNER JOIN chats AS c ON c.chat_kind = o.chat_kind AND c.chat_ref = o.chat_ref
WHERE c.reachable
ORDER BY c.chat_kind, c.chat_ref;

-- name: owed(chat_kind, chat_ref)
-- One statement, so that address and rows are of one moment; no rows when nothing is owed or nobody can be reached.
SELECT
    c.chat_id,
    c.thread_id,
    c.language,
    c.hold_until,
    c.username,
    p.username,
    o.class,
    o.id,
    o.screen,
    o.keys,
    o.message_id,
    o.number,
    o.flag,
    o.replaces
FROM chats AS c
INNER JOIN (
    SELECT 1 AS class, notice_id AS id, table_id, screen, keys, NULL AS message_id, NULL AS number, NULL AS flag,
        NULL AS replaces
    FROM notices
    WHERE chat_kind = :chat_kind AND chat_ref = :chat_ref AND sent_at IS NULL
    UNION ALL
    SELECT 2, slot_id, table_id, screen, keys, message_id, wanted, is_closing, replaces
    FROM slots
    WHERE
        chat_kind = :chat_kind
        AND chat_ref = :chat_ref
        AND shown < wanted AND (NOT is_closing OR message_id IS NOT NULL OR fresh > shown)
    UNION ALL
    SELECT 3, reply_id, table_id, screen, 1, NULL, at, NULL, NULL
    FROM replies
    WHERE chat_kind = :chat_kind AND chat_ref = :chat_ref
    UNION ALL
    SELECT 4, retire_id, NULL, NULL, NULL, message_id, NULL, is_delete, NULL
    FROM retires
    WHERE chat_kind = :chat_kind AND chat_ref = :chat_ref
) AS o
LEFT JOIN tables AS t ON t.table_id = o.table_id
LEFT JOIN places AS p ON p.place_id = t.place_id
WHERE c.chat_kind = :chat_kind AND c.chat_ref = :chat_ref AND c.reachable
ORDER BY o.class, CASE WHEN o.class = 2 THEN o.flag END, o.id; -- what is asked now goes before a board that closes

-- name: give_up_slot(row_id, wanted)!
UPDATE slots SET shown = coalesce(:wanted, wanted), shown_at = NULL WHERE slot_id = :row_id;

-- name: bury_slot(row_id, chat_kind, chat_ref, error, at)!
INSERT INTO dead_letters (kind, chat_kind, chat_ref, table_id, name, screen, error, at)
SELECT 'slot', :chat_kind, :chat_ref, table_id, name, screen, :error, :at FROM slots WHERE slot_id = :row_id;

-- name: bury_notice(row_id, chat_kind, chat_ref, error, at)!
INSERT INTO dead_letters (kind, chat_kind, chat_ref, table_id, name, screen, error, at)
SELECT 'notice', :chat_kind, :chat_ref, table_id, name, screen, :error, :at FROM notices WHERE notice_id = :row_id;

-- name: give_up_notice(row_id)!
DELETE FROM notices WHERE notice_id = :row_id;

-- name: bury_reply(row_id, chat_kind, chat_ref, error, at)!
INSERT INTO dead_letters (kind, chat_kind, chat_ref, table_id, name, screen, error, at)
SELECT 'reply', :chat_kind, :chat_ref, table_id, topic, screen, :error, :at FROM replies WHERE reply_id = :row_id;

-- name: bury_retire(row_id, chat_kind, chat_ref, error, at)!
INSERT INTO dead_letters (kind, chat_kind, chat_ref, name, error, at)
SELECT 'retire', :chat_kind, :chat_ref, CAST(message_id AS TEXT), :error, :at FROM retires WHERE retire_id = :row_id;

-- name: dead_letters()
SELECT kind, chat_kind, chat_ref, name, error FROM dead_letters ORDER BY letter_id;

-- name: sweep_notices()!
-- Nothing retires by name at a closed table.
DELETE FROM notices
WHERE sent_at IS NOT NULL AND table_id IN (SELECT table_id FROM tables WHERE is_open = 0);

-- name: sweep_slots()!
DELETE FROM slots
WHERE
    is_closing
    AND NOT (shown < wanted AND (message_id IS NOT NULL OR fresh > shown))
    AND (message_id IS NULL OR table_id IN (SELECT table_id FROM tables WHERE is_open = 0));
