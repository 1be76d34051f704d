-- Places and people, and the upgrade of a group to a supergroup.

-- name: place_at(chat_id, thread_id)^
SELECT place_id, chat_id, thread_id, language, reachable, title, username
FROM places
WHERE
    chat_id = coalesce((SELECT new_chat_id FROM migrated_chats WHERE old_chat_id = :chat_id), :chat_id)
    AND thread_id = :thread_id
    AND merged_into IS NULL;

-- name: write_place(chat_id, thread_id, title, username)^
-- An empty title means that nothing is known of title and username.
INSERT INTO places (chat_id, thread_id, title, username)
VALUES (
    coalesce((SELECT new_chat_id FROM migrated_chats WHERE old_chat_id = :chat_id), :chat_id),
    :thread_id,
    :title,
    :username
)
ON CONFLICT (chat_id, thread_id) WHERE merged_into IS NULL DO UPDATE
    SET
        title = CASE WHEN excluded.title = '' THEN title ELSE excluded.title END,
        username = CASE WHEN excluded.title = '' THEN username ELSE excluded.username END
RETURNING place_id, chat_id, thread_id, language, reachable, title, username;

-- name: place_by_id(place_id)^
SELECT place_id, chat_id, thread_id, language, reachable, title, username
FROM places
WHERE place_id = :place_id;

-- name: present_place(place_id)$
-- The number of the place that a place has become, or its own.
SELECT coalesce(merged_into, place_id) FROM places WHERE place_id = :place_id;

-- name: places_of_chat(chat_id)
SELECT place_id, chat_id, thread_id, language, reachable, title, username
FROM places
WHERE
    chat_id = coalesce((SELECT new_chat_id FROM migrated_chats WHERE old_chat_id = :chat_id), :chat_id)
    AND merged_into IS NULL
ORDER BY place_id;

-- name: set_place_language(place_id, language)!
UPDATE places SET language = :language WHERE place_id = :place_id;

-- name: set_place_reachable(place_id, reachable)!
UPDATE places SET reachable = :reachable WHERE place_id = :place_id;

-- name: person(person_id)^
SELECT person_id, name, language, reachable FROM people WHERE person_id = :person_id;

-- name: remember_person(person_id, name, language, reachable)!
INSERT INTO people (person_id, name, language, reachable)
VALUES (:person_id, :name, :language, coalesce(:reachable, 0))
ON CONFLICT (person_id) DO UPDATE
    SET
        name = excluded.name,
        language = coalesce(excluded.language, language),
        reachable = coalesce(:reachable, reachable);

-- name: set_person_reachable(person_id, reachable)!
INSERT INTO people (person_id, name, reachable) VALUES (:person_id, '', :reachable)
ON CONFLICT (person_id) DO UPDATE SET reachable = excluded.reachable;

-- name: hold_person(person_id, until)!
UPDATE people SET hold_until = max(hold_until, :until) WHERE person_id = :person_id;

-- name: hold_place(place_id, until)!
-- The platform means the whole chat, with all its topics.
UPDATE places
SET hold_until = max(hold_until, :until)
WHERE chat_id = (SELECT chat_id FROM places WHERE place_id = :place_id) AND merged_into IS NULL;

-- name: merged_places()
SELECT place_id, merged_into FROM places WHERE merged_into IS NOT NULL;

-- name: forget_migration(chat_id)!
DELETE FROM migrated_chats WHERE old_chat_id = :chat_id;

-- name: follow_migration(old_chat_id, new_chat_id)!
UPDATE migrated_chats SET new_chat_id = :new_chat_id WHERE new_chat_id = :old_chat_id;

-- name: remember_migration(old_chat_id, new_chat_id)!
INSERT OR REPLACE INTO migrated_chats (old_chat_id, new_chat_id) VALUES (:old_chat_id, :new_chat_id);

-- name: places_to_move(old_chat_id, new_chat_id)
SELECT old.place_id, new.place_id
FROM places AS old
LEFT JOIN places AS new
    ON new.chat_id = :new_chat_id AND new.thread_id = old.thread_id AND new.merged_into IS NULL
WHERE old.chat_id = :old_chat_id AND old.merged_into IS NULL
ORDER BY old.place_id;

-- name: rekey_place(place_id, chat_id)!
UPDATE places SET chat_id = :chat_id, reachable = 1, hold_until = 0 WHERE place_id = :place_id;

-- name: alias_place(gone, kept)!
-- The number stays known: documents, commands and mailboxes may still carry it.
UPDATE places SET merged_into = :kept WHERE place_id = :gone OR merged_into = :gone;

-- name: merge_place(gone, kept, new)!
-- The kept row gets what is known of the new chat (`new` is one of the two) and a language from either.
UPDATE places
SET (chat_id, reachable, title, username, hold_until, language) = (
    SELECT n.chat_id, n.reachable, n.title, n.username, n.hold_until, coalesce(places.language, g.language)
    FROM places AS n, places AS g
    WHERE n.place_id = :new AND g.place_id = :gone
)
WHERE place_id = :kept;

-- name: move_tables(gone, kept)!
UPDATE tables SET place_id = :kept WHERE place_id = :gone;

-- name: move_slots(gone, kept)!
UPDATE slots SET chat_ref = :kept WHERE chat_kind = 'place' AND chat_ref = :gone;

-- name: move_notices(gone, kept)!
UPDATE notices SET chat_ref = :kept WHERE chat_kind = 'place' AND chat_ref = :gone;

-- name: move_replies(gone, kept)!
UPDATE OR IGNORE replies SET chat_ref = :kept WHERE chat_kind = 'place' AND chat_ref = :gone;

-- name: drop_replies(gone)!
DELETE FROM replies WHERE chat_kind = 'place' AND chat_ref = :gone;

-- name: move_retires(gone, kept)!
UPDATE OR IGNORE retires SET chat_ref = :kept WHERE chat_kind = 'place' AND chat_ref = :gone;

-- name: drop_retires(place_id)!
DELETE FROM retires WHERE chat_kind = 'place' AND chat_ref = :place_id;

-- name: drop_sent_notices(place_id)!
DELETE FROM notices WHERE chat_kind = 'place' AND chat_ref = :place_id AND sent_at IS NOT NULL;

-- name: drop_closing_slots(place_id)!
DELETE FROM slots WHERE chat_kind = 'place' AND chat_ref = :place_id AND is_closing;

-- name: owe_slots_anew(place_id)!
UPDATE slots
SET message_id = NULL, replaces = NULL, shown = 0, shown_at = NULL
WHERE chat_kind = 'place' AND chat_ref = :place_id;
