"""A `Store` and `Deliveries` in memory: the same contract suite as the database's (`tests/storage/test_contract.py`).

It is a second, independent reading of `musbot.app.ports`, for tests that care about use cases and not about SQL.
No method awaits anything, so each is atomic; every method checks before it changes anything.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from musbot.app.commit import Amend, Chat, ChatKind, Commit, LoggedEvent, Notice, Reply, SlotWrite
from musbot.app.document import Stage, TableDocument
from musbot.app.ports import (
    DueRow,
    DuplicateUpdate,
    OwedChat,
    OwedNotice,
    OwedReply,
    OwedRetire,
    OwedSlot,
    PersonRow,
    PlaceRow,
    SlotStatus,
    StaleRevision,
    StoreUnavailable,
)
from musbot.app.screens import Screen
from musbot.engine.events import Event

KEPT_UPDATES = 10_000


@dataclass(slots=True)
class _Slot:
    slot_id: int
    table_id: int
    name: str
    chat: Chat
    screen: Screen
    close: bool
    keys: bool
    wanted: int = 1
    shown: int = 0
    fresh: int = 0  # counter at which a new message was last asked for
    message_id: int | None = None
    replaces: int | None = None
    shown_at: float | None = None

    @property
    def owed(self) -> bool:
        """A closing slot never posts a message of its own accord: it only edits the one that stands."""
        return self.shown < self.wanted and (
            not self.close or self.message_id is not None or self.fresh > self.shown
        )


@dataclass(slots=True)
class _Notice:
    notice_id: int
    table_id: int
    name: str
    chat: Chat
    screen: Screen
    keys: bool
    retired: bool = False
    message_id: int | None = None
    sent: bool = False


@dataclass(slots=True)
class _Reply:
    reply_id: int
    table_id: int | None
    chat: Chat
    topic: str
    screen: Screen
    at: float


@dataclass(slots=True)
class _Retire:
    retire_id: int
    chat: Chat
    message_id: int
    delete: bool


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """One thing that was given up."""

    chat: Chat
    kind: str
    screen: Screen | None
    error: str


def _bare(screen: Screen, keys: bool) -> Screen:
    return screen if keys else replace(screen, keyboard=())


@dataclass(slots=True)
class MemoryStore:
    """Everything in dictionaries.

    Attributes:
        now: stamps replies.
        commits: every commit that was taken, in order; for assertions.
        dead: what was given up, in order.
    """

    now: Callable[[], float] = time.time
    commits: list[Commit] = field(default_factory=list)
    dead: list[DeadLetter] = field(default_factory=list)
    _documents: dict[int, TableDocument] = field(default_factory=dict)
    _log: dict[int, list[LoggedEvent]] = field(default_factory=dict)
    _places: dict[int, PlaceRow] = field(default_factory=dict)
    _merged: dict[int, int] = field(default_factory=dict)
    _moved: dict[int, int] = field(default_factory=dict)
    _people: dict[int, PersonRow] = field(default_factory=dict)
    _holds: dict[Chat, float] = field(default_factory=dict)
    _slots: dict[int, _Slot] = field(default_factory=dict)
    _notices: dict[int, _Notice] = field(default_factory=dict)
    _replies: dict[int, _Reply] = field(default_factory=dict)
    _retires: dict[int, _Retire] = field(default_factory=dict)
    _updates: dict[int, None] = field(default_factory=dict)
    _meta: dict[str, str] = field(default_factory=dict)
    _ids: Iterator[int] = field(default_factory=lambda: count(1))
    _last_table: int = 0
    _closed: bool = False

    # -- tables -------------------------------------------------------------------------------------------------

    async def new_table_id(self) -> int:
        self._open()
        self._last_table = max([self._last_table, *self._documents]) + 1
        return self._last_table

    async def load(self, table_id: int) -> TableDocument | None:
        self._open()
        document = self._documents.get(table_id)
        return document and replace(document, place_id=self._place_id(document.place_id))

    async def commit(self, commit: Commit) -> None:
        self._open()
        document = commit.document
        table_id = document.table_id
        if commit.update_id is not None and commit.update_id in self._updates:
            raise DuplicateUpdate(f"update {commit.update_id} was dealt with before")
        stored = self._documents.get(table_id)
        rev, version = (stored.rev, stored.version) if stored else (0, 0)
        if document.rev != rev + 1:
            raise StaleRevision(f"table {table_id} is at revision {rev}, not {document.rev - 1}")
        if document.version != version + len(commit.events):
            raise ValueError(
                f"table {table_id}: {len(commit.events)} events do not lead to {document.version}"
            )
        if self._place_id(document.place_id) not in self._places:
            raise LookupError(f"table {table_id}: no place {document.place_id}")
        self._documents[table_id] = document
        self._log.setdefault(table_id, []).extend(commit.events)
        for retire in commit.retires:
            if retire.delete:
                self._delete_notice(table_id, retire.name)
            else:
                self._retire_name(table_id, retire.name)
        for notice in commit.notices:
            self._write_notice(table_id, notice)
        for slot in commit.slots:
            self._write_slot(table_id, slot)
        for amend in commit.amends:
            self._amend(table_id, amend)
        self._write_replies(commit.replies, table_id)
        if commit.update_id is not None:
            self._remember_update(commit.update_id)
        self.commits.append(commit)

    async def seen_update(self, update_id: int) -> bool:
        self._open()
        return update_id in self._updates

    async def refuse_update(self, update_id: int) -> None:
        self._open()
        self._remember_update(update_id)

    async def add_replies(self, replies: Sequence[Reply], table_id: int | None = None) -> None:
        self._open()
        self._write_replies(replies, table_id)

    async def add_retire(self, chat: Chat, message_id: int) -> None:
        self._open()
        chat = self._chat(chat)
        standing = any(
            slot.chat == chat and slot.message_id == message_id and not slot.close
            for slot in self._slots.values()
        ) or any(
            notice.chat == chat
            and notice.message_id == message_id
            and notice.keys
            and self._documents[notice.table_id].stage is not Stage.CLOSED
            for notice in self._notices.values()
        )
        if not standing:
            self._owe_retire(chat, message_id)

    async def events(self, table_id: int) -> tuple[Event, ...]:
        self._open()
        return tuple(logged.event for logged in self._log.get(table_id, ()))

    async def open_table_at(self, place_id: int) -> int | None:
        self._open()
        place_id = self._place_id(place_id)
        at = [document for document in self._newest() if self._place_id(document.place_id) == place_id]
        return at[0].table_id if at else None

    async def open_tables_of(self, person_id: int) -> tuple[int, ...]:
        self._open()
        return tuple(
            document.table_id for document in self._newest() if document.seat_of(person_id) is not None
        )

    async def due(self, until: float) -> tuple[DueRow, ...]:
        self._open()
        rows = [
            DueRow(document.table_id, self._place_id(document.place_id), document.due, document.generation)
            for document in self._documents.values()
            if document.due is not None and document.due <= until
        ]
        return tuple(sorted(rows, key=lambda row: (row.due, row.table_id)))

    async def next_due(self) -> float | None:
        self._open()
        return min((d.due for d in self._documents.values() if d.due is not None), default=None)

    async def slot_status(self, table_id: int, name: str) -> SlotStatus | None:
        self._open()
        slot = self._slot(table_id, name)
        return None if slot is None else SlotStatus(slot.message_id, slot.shown_at)

    async def meta(self, key: str) -> str | None:
        self._open()
        return self._meta.get(key)

    async def set_meta(self, key: str, value: str) -> None:
        self._open()
        self._meta[key] = value

    async def close(self) -> None:
        self._closed = True

    # -- places and people --------------------------------------------------------------------------------------

    async def place(
        self, chat_id: int, thread_id: int | None, title: str = "", username: str | None = None
    ) -> PlaceRow:
        self._open()
        chat_id = self._moved.get(chat_id, chat_id)
        row = self._address(chat_id, thread_id)
        if row is None:
            row = PlaceRow(
                max(self._places | self._merged, default=0) + 1, chat_id, thread_id, None, True, title
            )
            row = replace(row, username=username)
        elif title:
            row = replace(row, title=title, username=username)
        self._places[row.place_id] = row
        return row

    async def place_by_id(self, place_id: int) -> PlaceRow | None:
        self._open()
        return self._places.get(self._place_id(place_id))

    async def set_place_language(self, place_id: int, language: str) -> None:
        self._open()
        self._change_place(place_id, language=language)

    async def set_place_reachable(self, place_id: int, reachable: bool) -> None:
        self._open()
        self._change_place(place_id, reachable=reachable)

    async def places_of_chat(self, chat_id: int) -> tuple[PlaceRow, ...]:
        self._open()
        chat_id = self._moved.get(chat_id, chat_id)
        return tuple(row for _, row in sorted(self._places.items()) if row.chat_id == chat_id)

    async def migrate_chat(self, old_chat_id: int, new_chat_id: int) -> None:
        self._open()
        if old_chat_id == new_chat_id:
            return
        self._moved.pop(new_chat_id, None)
        self._moved = {old: new_chat_id if new == old_chat_id else new for old, new in self._moved.items()}
        self._moved[old_chat_id] = new_chat_id
        for old in [row for row in self._places.values() if row.chat_id == old_chat_id]:
            new = self._address(new_chat_id, old.thread_id)
            self._forget_messages(Chat(ChatKind.PLACE, old.place_id))
            self._holds.pop(Chat(ChatKind.PLACE, old.place_id), None)
            moved = replace(old, chat_id=new_chat_id, reachable=True)
            if new is None:
                self._places[old.place_id] = moved
            else:
                self._merge(moved, new)

    async def person(self, person_id: int) -> PersonRow | None:
        self._open()
        return self._people.get(person_id)

    async def remember_person(
        self, person_id: int, name: str, *, reachable: bool | None = None, language: str | None = None
    ) -> None:
        self._open()
        row = self._people.get(person_id) or PersonRow(person_id, name, None, False)
        self._people[person_id] = replace(
            row,
            name=name,
            reachable=row.reachable if reachable is None else reachable,
            language=language or row.language,
        )

    # -- deliveries ---------------------------------------------------------------------------------------------

    async def owing_chats(self) -> tuple[Chat, ...]:
        self._open()
        chats = {slot.chat for slot in self._slots.values() if slot.owed}
        chats |= {notice.chat for notice in self._notices.values() if not notice.sent}
        chats |= {reply.chat for reply in self._replies.values()}
        chats |= {retire.chat for retire in self._retires.values()}
        owing = [chat for chat in chats if self._header(chat)]
        return tuple(sorted(owing, key=lambda chat: (chat.kind.value, chat.id)))

    async def owed(self, chat: Chat) -> OwedChat | None:
        self._open()
        chat = self._chat(chat)
        header = self._header(chat)
        if header is None:
            return None
        notices = tuple(
            OwedNotice(n.notice_id, _bare(n.screen, n.keys), self._group(n.table_id))
            for _, n in sorted(self._notices.items())
            if n.chat == chat and not n.sent
        )
        slots = tuple(
            OwedSlot(
                s.slot_id,
                _bare(s.screen, s.keys),
                s.wanted,
                s.message_id,
                s.close,
                s.replaces,
                self._group(s.table_id),
            )
            for _, s in sorted(self._slots.items(), key=lambda item: (item[1].close, item[0]))
            if s.chat == chat and s.owed
        )
        replies = tuple(
            OwedReply(r.reply_id, r.screen, r.at, self._group(r.table_id))
            for _, r in sorted(self._replies.items())
            if r.chat == chat
        )
        retires = tuple(
            OwedRetire(r.retire_id, r.message_id, r.delete)
            for _, r in sorted(self._retires.items())
            if r.chat == chat
        )
        if not (notices or slots or replies or retires):
            return None
        groups = [n.group_username for n in notices]
        groups += [s.group_username for s in slots]
        groups += [r.group_username for r in replies]
        group = next((name for name in groups if name), None)
        return replace(
            header,
            notices=notices,
            slots=slots,
            replies=replies,
            retires=retires,
            group_username=header.group_username or group,
        )

    async def slot_shown(self, slot_id: int, wanted: int, message_id: int, at: float) -> None:
        self._open()
        slot = self._slots.get(slot_id)
        if slot is None:
            return
        if slot.replaces is not None and slot.replaces != message_id:
            self._owe_retire(slot.chat, slot.replaces, delete=True)
        if wanted >= slot.fresh:
            slot.message_id, slot.replaces = message_id, None
        else:
            slot.message_id, slot.replaces = None, message_id
        slot.shown = wanted
        slot.shown_at = at if wanted >= slot.wanted else None
        if slot.close and slot.shown >= slot.wanted and not slot.keys:
            del self._slots[slot_id]

    async def slot_lost(self, slot_id: int) -> None:
        self._open()
        if slot := self._slots.get(slot_id):
            slot.message_id, slot.shown, slot.shown_at = None, 0, None

    async def notice_sent(self, notice_id: int, message_id: int, at: float) -> None:
        self._open()
        if notice := self._notices.get(notice_id):
            notice.sent, notice.message_id = True, message_id
            slot = self._slot(notice.table_id, notice.name)
            if slot is not None and slot.close and slot.message_id is None:
                slot.message_id = message_id
            if notice.retired:
                self._owe_retire(notice.chat, message_id)

    async def reply_done(self, reply_id: int) -> None:
        self._open()
        self._replies.pop(reply_id, None)

    async def retire_done(self, retire_id: int) -> None:
        self._open()
        self._retires.pop(retire_id, None)

    async def dead_letter(
        self, chat: Chat, kind: str, row_id: int, error: str, wanted: int | None = None
    ) -> None:
        self._open()
        row: _Slot | _Notice | _Reply | _Retire | None
        match kind:
            case "slot":
                if (row := self._slots.get(row_id)) is not None:
                    row.shown, row.shown_at = row.wanted if wanted is None else wanted, None
            case "notice":
                row = self._notices.pop(row_id, None)
            case "reply":
                row = self._replies.pop(row_id, None)
            case "retire":
                row = self._retires.pop(row_id, None)
            case _:
                raise ValueError(f"nothing owed is called {kind!r}")
        if row is not None:
            screen = None if isinstance(row, _Retire) else row.screen
            self.dead.append(DeadLetter(self._chat(chat), kind, screen, error))

    async def hold(self, chat: Chat, until: float) -> None:
        self._open()
        for each in self._same_chat(self._chat(chat)):
            self._holds[each] = max(until, self._holds.get(each, 0.0))

    async def set_reachable(self, chat: Chat, reachable: bool) -> None:
        self._open()
        if chat.kind is ChatKind.PLACE:
            self._change_place(chat.id, reachable=reachable)
        else:
            row = self._people.get(chat.id) or PersonRow(chat.id, "", None, False)
            self._people[chat.id] = replace(row, reachable=reachable)

    # -- inside -------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        if self._closed:
            raise StoreUnavailable("the store is closed")

    def _newest(self) -> list[TableDocument]:
        documents = [d for d in self._documents.values() if d.stage is not Stage.CLOSED]
        return sorted(documents, key=lambda d: (-d.opened_at, -d.table_id))

    def _place_id(self, place_id: int) -> int:
        return self._merged.get(place_id, place_id)

    def _chat(self, chat: Chat) -> Chat:
        return replace(chat, id=self._place_id(chat.id)) if chat.kind is ChatKind.PLACE else chat

    def _address(self, chat_id: int, thread_id: int | None) -> PlaceRow | None:
        address = (chat_id, thread_id)
        return next((row for row in self._places.values() if (row.chat_id, row.thread_id) == address), None)

    def _change_place(
        self, place_id: int, *, language: str | None = None, reachable: bool | None = None
    ) -> None:
        if row := self._places.get(self._place_id(place_id)):
            self._places[row.place_id] = replace(
                row,
                language=language or row.language,
                reachable=row.reachable if reachable is None else reachable,
            )

    def _same_chat(self, chat: Chat) -> list[Chat]:
        if chat.kind is ChatKind.PERSON:
            return [chat] if chat.id in self._people else []
        if chat.id not in self._places:
            return []
        chat_id = self._places[chat.id].chat_id
        return [Chat(ChatKind.PLACE, key) for key, row in self._places.items() if row.chat_id == chat_id]

    def _header(self, chat: Chat) -> OwedChat | None:
        hold = self._holds.get(chat, 0.0)
        if chat.kind is ChatKind.PLACE:
            place = self._places.get(chat.id)
            if place is None or not place.reachable:
                return None
            return OwedChat(
                chat, place.chat_id, place.thread_id, place.language, hold, (), (), (), (), place.username
            )
        person = self._people.get(chat.id)
        if person is None or not person.reachable:
            return None
        return OwedChat(chat, chat.id, None, person.language, hold, (), (), (), ())

    def _group(self, table_id: int | None) -> str | None:
        document = self._documents.get(table_id or 0)
        return self._places[self._place_id(document.place_id)].username if document else None

    def _slot(self, table_id: int, name: str) -> _Slot | None:
        return next((s for s in self._slots.values() if (s.table_id, s.name) == (table_id, name)), None)

    def _remember_update(self, update_id: int) -> None:
        self._updates.setdefault(update_id)
        if len(self._updates) > KEPT_UPDATES:
            del self._updates[next(iter(self._updates))]

    def _write_slot(self, table_id: int, write: SlotWrite) -> None:
        chat, keys = self._chat(write.chat), bool(write.screen.keyboard)
        slot = self._slot(table_id, write.name)
        if slot is None:
            slot_id = next(self._ids)
            self._slots[slot_id] = slot = _Slot(
                slot_id, table_id, write.name, chat, write.screen, write.close, keys
            )
            slot.fresh = int(write.fresh)
            return
        reopened = slot.close and not write.close
        moved = slot.chat != chat
        before = (slot.screen, slot.close, slot.keys, slot.chat)
        if before == (write.screen, write.close, keys, chat) and not write.fresh:
            return
        if moved or (reopened and slot.shown >= slot.wanted):
            slot.message_id = slot.replaces = None
        elif write.fresh or reopened:
            slot.replaces = slot.replaces if slot.message_id is None else slot.message_id
            slot.message_id = None
        same = (slot.screen, slot.keys, slot.chat) == (write.screen, keys, chat)
        if not (write.close and not write.fresh and same and slot.shown >= slot.wanted):
            slot.wanted += 1
        if write.fresh or reopened or moved:
            slot.fresh = slot.wanted
        slot.screen, slot.close, slot.keys, slot.chat, slot.shown_at = (
            write.screen,
            write.close,
            keys,
            chat,
            None,
        )

    def _write_notice(self, table_id: int, notice: Notice) -> None:
        for old in [n for n in self._notices.values() if (n.table_id, n.name) == (table_id, notice.name)]:
            if old.message_id is not None and old.keys:
                self._owe_retire(old.chat, old.message_id)
            del self._notices[old.notice_id]
        notice_id = next(self._ids)
        keys = bool(notice.screen.keyboard)
        self._notices[notice_id] = _Notice(
            notice_id, table_id, notice.name, self._chat(notice.chat), notice.screen, keys
        )

    def _amend(self, table_id: int, amend: Amend) -> None:
        self._write_slot(table_id, SlotWrite(amend.name, amend.chat, amend.screen, close=True))
        slot = self._slot(table_id, amend.name)
        standing = [
            n.message_id for n in self._notices.values() if (n.table_id, n.name) == (table_id, amend.name)
        ]
        if slot is not None:
            slot.message_id = standing[0] if standing else None

    def _write_replies(self, replies: Sequence[Reply], table_id: int | None) -> None:
        for reply in replies:
            chat = self._chat(reply.chat)
            for old in [r for r in self._replies.values() if (r.chat, r.topic) == (chat, reply.topic)]:
                del self._replies[old.reply_id]
            reply_id = next(self._ids)
            self._replies[reply_id] = _Reply(reply_id, table_id, chat, reply.topic, reply.screen, self.now())

    def _owe_retire(self, chat: Chat, message_id: int, delete: bool = False) -> None:
        for old in self._retires.values():
            if (old.chat, old.message_id) == (chat, message_id):
                old.delete = old.delete or delete
                return
        retire_id = next(self._ids)
        self._retires[retire_id] = _Retire(retire_id, chat, message_id, delete)

    def _retire_name(self, table_id: int, name: str) -> None:
        for notice in self._notices.values():
            if (notice.table_id, notice.name, notice.keys) == (table_id, name, True):
                notice.keys = False
                if notice.message_id is not None:
                    self._owe_retire(notice.chat, notice.message_id)
                else:
                    notice.retired = True
        slot = self._slot(table_id, name)
        if slot is None or not slot.keys:
            return
        slot.keys = False
        if slot.shown < slot.wanted:
            slot.wanted += 1  # a showing that is on its way may still carry the keyboard
        elif slot.message_id is not None:
            self._owe_retire(slot.chat, slot.message_id)
            if slot.close:
                del self._slots[slot.slot_id]

    def _delete_notice(self, table_id: int, name: str) -> None:
        for notice in [n for n in self._notices.values() if (n.table_id, n.name) == (table_id, name)]:
            if notice.message_id is not None:
                self._owe_retire(notice.chat, notice.message_id, delete=True)
            del self._notices[notice.notice_id]

    def _forget_messages(self, chat: Chat) -> None:
        self._retires = {key: row for key, row in self._retires.items() if row.chat != chat}
        self._notices = {key: row for key, row in self._notices.items() if row.chat != chat or not row.sent}
        self._slots = {key: row for key, row in self._slots.items() if row.chat != chat or not row.close}
        for slot in self._slots.values():
            if slot.chat == chat:
                slot.message_id = slot.replaces = slot.shown_at = None
                slot.shown = 0

    def _merge(self, moved: PlaceRow, new: PlaceRow) -> None:
        """Both rows are the new chat's now: the older number stays, the other one stays known as its alias."""
        kept, gone = (moved, new) if moved.place_id < new.place_id else (new, moved)
        self._places[kept.place_id] = replace(
            new, place_id=kept.place_id, language=kept.language or gone.language
        )
        del self._places[gone.place_id]
        self._merged[gone.place_id] = kept.place_id
        self._merged = {
            key: kept.place_id if value == gone.place_id else value for key, value in self._merged.items()
        }
        lost, stays = Chat(ChatKind.PLACE, gone.place_id), Chat(ChatKind.PLACE, kept.place_id)
        hold = self._holds.pop(Chat(ChatKind.PLACE, new.place_id), 0.0)
        self._holds[stays] = hold
        topics = {reply.topic for reply in self._replies.values() if reply.chat == stays}
        for key in [k for k, r in self._replies.items() if r.chat == lost and r.topic in topics]:
            del self._replies[key]
        for rows in (self._slots, self._notices, self._replies, self._retires):
            for row in rows.values():
                if row.chat == lost:
                    row.chat = stays
