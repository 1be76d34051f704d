"""The machine-readable Bot API: what it holds, and what it accepts."""

import json
from pathlib import Path
from typing import Any

import pytest

from musbot.emulator.core.methods import METHODS
from musbot.emulator.core.schema import bundled, split_union
from scripts.generate_bot_api_schema import build_schema, plain_type, render

FOLDER = Path(__file__).resolve().parents[2] / "musbot" / "emulator"


def test_the_bundled_schema_is_bot_api_10_3_with_its_methods_and_types() -> None:
    schema = bundled()
    assert schema.version == "10.3"
    assert (len(schema.methods), len(schema.types)) == (185, 445)


def test_a_few_facts_of_the_schema() -> None:
    schema = bundled()
    send = schema.methods["sendMessage"]["params"]
    assert send["chat_id"] == "number | string"
    assert send["text"] == "string"
    assert "ephemeral_message_parameters?" in send
    assert schema.types["InlineKeyboardButton"]["callback_data?"] == "string"
    assert schema.types["InlineKeyboardButtonStyle"] == '"danger" | "success" | "primary"'
    assert schema.methods["getMe"] == {"params": {}, "returns": "User"}
    assert '"callback_query"' in schema.methods["getUpdates"]["params"]["allowed_updates?"]


def test_the_file_has_one_line_per_method_and_type_and_no_documentation() -> None:
    text = (FOLDER / "bot_api.json").read_text(encoding="utf-8")
    assert text == render(json.loads(text))
    assert len(text) < 150_000
    assert "Use this method" not in text


def test_the_notice_carries_the_licence_of_the_package() -> None:
    notice = (FOLDER / "NOTICE").read_text(encoding="utf-8")
    assert "@gramio/types 10.3.1" in notice
    assert "MIT License" in notice
    assert "THE SOFTWARE IS PROVIDED" in notice


def test_every_type_of_the_schema_can_be_checked() -> None:
    schema = bundled()
    for name, shape in schema.types.items():
        if name != "APIResponseOk" and not name.startswith("APIResponse"):
            kinds = [shape] if isinstance(shape, str) else list(shape.values())
            for kind in kinds:
                schema.check(None, kind, name)
    for name, method in schema.methods.items():
        for kind in [*method["params"].values(), method["returns"]]:
            schema.check(None, kind, name)


def test_every_played_method_and_parameter_exists() -> None:
    schema = bundled()
    for name, handler in METHODS.items():
        assert handler.parameters <= set(schema.parameters(name)), name


def test_the_generator_reads_a_package_and_drops_its_documentation(tmp_path: Path) -> None:
    (tmp_path / "objects.d.ts").write_text(
        "/** Words. */\nexport interface TelegramUpdate {\n    /** n */\n    update_id: number\n"
        "    /** m */\n    message?: TelegramMessage\n}\n\n"
        "export interface TelegramMessage {\n    /** t: with a colon */\n"
        "    text?: string | { toString(): string }\n}\n\n"
        'export type TelegramKind = "a" | "b"\n\nexport interface TelegramNothing {}\n',
        encoding="utf-8",
    )
    (tmp_path / "params.d.ts").write_text(
        "export interface GetUpdatesParams {\n    /** x */\n"
        '    allowed_updates?: Exclude<keyof Objects.TelegramUpdate, "update_id">[]\n    kind: GetKind\n}\n\n'
        'export type GetKind = "x" | "y"\n',
        encoding="utf-8",
    )
    (tmp_path / "methods.d.ts").write_text(
        "/** Based on Bot API v9.9 (02.01.2030) */\nexport interface APIMethods {\n    /** Doc */\n"
        "    getUpdates: CallAPIWithOptionalParams<\n        Params.GetUpdatesParams,\n"
        "        Objects.TelegramUpdate[]\n    >\n    /** Doc */\n"
        "    getMe: CallAPIWithoutParams<Objects.TelegramUser>\n}\n",
        encoding="utf-8",
    )
    schema = build_schema(tmp_path, "1.2.3")
    assert schema["bot_api"] == "9.9"
    assert schema["date"] == "2030-01-02"
    assert schema["types"] == {
        "Update": {"update_id": "number", "message?": "Message"},
        "Message": {"text?": "string"},
        "Nothing": {},
        "Kind": '"a" | "b"',
    }
    assert schema["methods"] == {
        "getUpdates": {
            "params": {"allowed_updates?": '("message")[]', "kind": '"x" | "y"'},
            "returns": "Update[]",
        },
        "getMe": {"params": {}, "returns": "User"},
    }


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("Objects.TelegramInputFile | string", "InputFile | string"),
        (
            "\n        | Objects.TelegramForceReply\n        | { toJSON(): Objects.TelegramForceReply }",
            "ForceReply",
        ),
        ("number;", "number"),
    ],
)
def test_types_lose_namespaces_and_helpers(source: str, plain: str) -> None:
    assert plain_type(source) == plain


def test_unions_are_cut_outside_brackets_and_quotes_only() -> None:
    assert split_union('("a" | "b")[] | "x | y" | T') == ['("a" | "b")[]', '"x | y"', "T"]


@pytest.mark.parametrize(
    ("method", "params", "complaint"),
    [
        ("sendMessage", {"chat_id": 1, "text": "a", "colour": "red"}, "unknown parameter 'colour'"),
        ("sendMessage", {"chat_id": 1}, "text is missing"),
        ("sendMessage", {"chat_id": 1.5, "text": "a"}, "chat_id: 1.5"),
        ("sendMessage", {"chat_id": 1, "text": 7}, "text: 7 is not string"),
        ("sendMessage", {"chat_id": 1, "text": "a", "disable_notification": "maybe"}, "is not boolean"),
        ("sendMessage", {"chat_id": 1, "text": "a", "parse_mode": "XML"}, "'XML' is not"),
        (
            "sendMessage",
            {"chat_id": 1, "text": "a", "reply_markup": {"inline_keyboard": [[{"text": "x", "data": "y"}]]}},
            "InlineKeyboardButton has no field 'data'",
        ),
        (
            "sendMessage",
            {"chat_id": 1, "text": "a", "reply_markup": {"inline_keyboard": [{"text": "x"}]}},
            "is not an array",
        ),
        ("getUpdates", {"allowed_updates": ["messages"]}, "allowed_updates[0]"),
        ("getUpdates", {"limit": True}, "is not a number"),
        ("getUpdates", {"limit": 1.5}, "1.5 is not an integer"),
        ("deleteMessages", {"chat_id": 1, "message_ids": [1, 2.5]}, "message_ids[1]: 2.5 is not an integer"),
        ("answerCallbackQuery", {"callback_query_id": 5}, "5 is not string"),
    ],
)
def test_what_the_documentation_does_not_have_is_found(
    method: str, params: dict[str, Any], complaint: str
) -> None:
    wrong = bundled().check_parameters(method, params, frozenset())
    assert any(complaint in line for line in wrong), wrong


def test_texts_of_a_form_become_typed_values() -> None:
    raw = {
        "chat_id": "-100123", "text": "12", "disable_notification": "true", "message_thread_id": "4",
        "reply_markup": '{"inline_keyboard": []}', "parse_mode": "HTML", "protect_content": "0",
    }  # fmt: skip
    assert bundled().coerce("sendMessage", raw) == {
        "chat_id": -100123, "text": "12", "disable_notification": True, "message_thread_id": 4,
        "reply_markup": {"inline_keyboard": []}, "parse_mode": "HTML", "protect_content": False,
    }  # fmt: skip
    assert bundled().coerce("sendMessage", {"chat_id": "@mus"}) == {"chat_id": "@mus"}
    assert bundled().coerce("sendMessage", {"reply_markup": "{broken"}) == {"reply_markup": "{broken"}


def test_an_upload_must_belong_to_something() -> None:
    schema = bundled()
    assert schema.check_parameters("sendPhoto", {"chat_id": 1}, frozenset({"photo"})) == []
    media = {"chat_id": 1, "message_id": 2, "media": {"type": "photo", "media": "attach://a"}}
    assert schema.check_parameters("editMessageMedia", media, frozenset({"a"})) == []
    assert schema.check_parameters("editMessageMedia", media, frozenset({"b"})) == [
        "editMessageMedia: the upload 'b' belongs to nothing"
    ]


async def test_a_parameter_that_does_not_exist_is_refused_and_recorded(room: Any) -> None:
    code, text = await room.refusal("sendMessage", chat_id=room.group, text="a", sound=True)
    assert (code, "unknown parameter 'sound'" in text) == (400, True)
    assert room.kinds() == ["schema"]
    assert room.reading.messages(room.group) == []


async def test_a_method_that_is_not_played_is_refused_and_recorded(room: Any) -> None:
    code, text = await room.refusal("sendDice", chat_id=room.group)
    assert (code, text) == (400, "Bad Request: emulator: sendDice is not modelled")
    assert room.kinds() == ["unmodelled"]


@pytest.mark.parametrize("extra", [{"message_effect_id": "5"}, {"parse_mode": "MarkdownV2"}])
async def test_a_parameter_that_is_not_played_is_refused_and_recorded(
    room: Any, extra: dict[str, str]
) -> None:
    code, text = await room.refusal("sendMessage", chat_id=room.group, text="a", **extra)
    assert code == 400
    assert "is not modelled" in text
    assert room.kinds() == ["unmodelled"]


async def test_an_unknown_method_is_404_and_a_wrong_token_401(room: Any) -> None:
    assert await room.refusal("sendMesage", chat_id=1) == (404, "Not Found: method not found")
    assert room.kinds() == ["unknown_method"]
    outcome = await room.emulator.call("4242:other", "getMe", {})
    assert (outcome.status, outcome.body["description"]) == (401, "Unauthorized")


async def test_methods_are_found_in_any_case(room: Any) -> None:
    assert (await room.call("GETME")).ok
    assert room.emulator.calls[-1].method == "getMe"
