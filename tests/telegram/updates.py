"""Updates as Telegram sends them, built from plain dictionaries."""

from typing import Any

from telegram import Update

from musbot.telegram.inbound import Me

ME = Me(4242, "musbot")
BOT: dict[str, Any] = {"id": 4242, "is_bot": True, "first_name": "Mus", "username": "musbot"}
ANE: dict[str, Any] = {"id": 7, "is_bot": False, "first_name": "Ane", "language_code": "eu"}
ANONYMOUS: dict[str, Any] = {
    "id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot",
}  # fmt: skip
GROUP: dict[str, Any] = {"id": -1001, "type": "supergroup", "title": "Peña"}
PRIVATE: dict[str, Any] = {"id": 7, "type": "private", "first_name": "Ane"}


def update(**fields: Any) -> Update:
    made = Update.de_json({"update_id": 5, **fields}, None)
    assert made is not None
    return made


def message(text: str | None = None, **fields: Any) -> Update:
    content: dict[str, Any] = {"message_id": 30, "date": 1, "chat": GROUP, "from": ANE, **fields}
    if text is not None:
        content["text"] = text
    return update(message=content)


def board(**fields: Any) -> dict[str, Any]:
    return {"message_id": 20, "date": 1, "chat": GROUP, "from": BOT, "text": "board", **fields}


def press(data: str | None, **fields: Any) -> Update:
    query: dict[str, Any] = {
        "id": "q1", "from": ANE, "chat_instance": "c", "message": board(), "data": data, **fields,
    }  # fmt: skip
    return update(callback_query={name: value for name, value in query.items() if value is not None})


def membership(chat: dict[str, Any], old: dict[str, Any], new: dict[str, Any]) -> Update:
    return update(
        my_chat_member={
            "chat": chat,
            "from": ANE,
            "date": 1,
            "old_chat_member": {"user": BOT, **old},
            "new_chat_member": {"user": BOT, **new},
        }
    )
