"""Refusals: what the Bot API answers to a bad request, and what a test is told when it asks for nonsense.

EmulatorError
  ApiError      an answer of the Bot API with its code and text; travels to the bot
  ControlError  the test wants what no person could do (press a button that is not there); travels to the test
"""

from musbot.emulator.core.ports import Json


class EmulatorError(Exception):
    """Base of both."""


class ApiError(EmulatorError):
    """A refusal of the Bot API.

    Attributes:
        code: HTTP status and `error_code`.
        description: The text, with its prefix ("Bad Request: ...").
        parameters: `ResponseParameters`: `retry_after` or `migrate_to_chat_id`.
    """

    def __init__(self, code: int, description: str, parameters: Json | None = None) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = dict(parameters or {})

    def body(self) -> Json:
        """Give the response's JSON object."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = self.parameters
        return body


class ControlError(EmulatorError):
    """Nobody could do in Telegram what the test asked for, or it names something that does not exist."""


_PREFIXES = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    409: "Conflict",
    429: "Too Many Requests",
    500: "Internal Server Error",
    502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Gateway Timeout",
}


def describe(code: int, text: str | None) -> str:
    """Give a description as the Bot API would print it: the code's prefix, then the text.

    Args:
        code: The `error_code`.
        text: What to say; its first letter is lowered unless it is an upper-case token. `None`: the prefix alone.
    """
    prefix = _PREFIXES.get(code, "Error")
    if not text or text.startswith(prefix):
        return text or prefix
    token = len(text) > 1 and (text[1] == "_" or text[1].isupper())
    return f"{prefix}: {text if token else text[0].lower() + text[1:]}"


def bad_request(text: str, **parameters: object) -> ApiError:
    """Make a 400 with this text (telegram-bot-api, Client.cpp: `fail_query_with_error`)."""
    return ApiError(400, describe(400, text), parameters)


def forbidden(text: str) -> ApiError:
    """Make a 403 with this text."""
    return ApiError(403, describe(403, text))


def too_many_requests(retry_after: int) -> ApiError:
    """Make a 429 that asks to wait `retry_after` seconds."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", {"retry_after": retry_after})
