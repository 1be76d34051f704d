"""The emulator's records as JSON for the control API."""

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from musbot.emulator.core import MessageView, Press


def press_json(press: Press) -> dict[str, Any]:
    """Give a press: ids instead of records, and its answer when there is one."""
    return {
        "id": press.id,
        "user_id": press.user.id,
        "chat_id": press.chat.id,
        "message_id": press.message.id,
        "ephemeral_id": press.message.ephemeral_id,
        "label": press.label,
        "data": press.data,
        "kind": press.kind.value,
        "at": press.at,
        "update_id": press.update_id,
        "answer": as_json(press.answer),
        "excused": press.excused,
    }


def as_json(value: Any) -> Any:
    """Turn records, enums, sets and tuples into what `json` writes; sets come sorted.

    A message has its present `text`, `html` and `labels` (buttons' texts by row) beside `now`.
    """
    if isinstance(value, Press):
        return press_json(value)
    if isinstance(value, MessageView):
        plain = {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
        return plain | {"text": value.text, "html": value.html, "labels": value.labels}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(as_json(item) for item in value)
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    return value
