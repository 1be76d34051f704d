"""Words that are remembered are those that would be said anew, and a press is read without our own board on it."""

from musbot.app.text import Name, Text, text
from musbot.i18n import Translator
from musbot.telegram.gateway import Gateway
from musbot.telegram.words import RememberedWords


class Counting(Translator):
    """Counts what it is asked for."""

    asked = 0

    def say(self, locale: str | None, value: object, *, html: bool) -> str:
        self.asked += 1
        return super().say(locale, value, html=html)  # type: ignore[arg-type]


def test_what_was_said_is_said_again_without_asking() -> None:
    counting, plain = Counting(), Translator()
    words = RememberedWords(counting)
    texts: list[Text | Name] = [
        text("label-envido", n=2),
        text("label-envido", n=3),
        text("label-paso"),
        Name("Ane <3"),
    ]
    asked = [(locale, value, html) for locale in words.locales for value in texts for html in (True, False)]
    for _ in range(3):
        for locale, value, html in asked:
            assert words.say(locale, value, html=html) == plain.say(locale, value, html=html)
    assert counting.asked == len(asked)
    assert (words.locales, words.pick("eu")) == (plain.locales, plain.pick("eu"))


def test_a_press_is_read_whatever_the_pressed_message_shows() -> None:
    user = {"id": 7, "is_bot": False, "first_name": "Ane"}
    chat = {"id": -1001, "title": "Mus", "type": "supergroup"}
    message = {
        "message_id": 5,
        "date": 1_790_000_000,
        "chat": chat,
        "message_thread_id": 9,
        "is_topic_message": True,
        "text": "x",
        "entities": "nobody can read this",
        "reply_markup": {"inline_keyboard": 3},
    }
    raw = {
        "update_id": 1,
        "callback_query": {"id": "q", "from": user, "chat_instance": "1", "data": "d", "message": message},
    }
    update = Gateway("42:T").read(raw)
    assert update is not None
    assert update.callback_query is not None
    pressed = update.callback_query.message
    assert pressed is not None
    assert (pressed.message_id, pressed.chat.id, getattr(pressed, "message_thread_id", 0)) == (5, -1001, 9)
    assert raw["callback_query"]["message"] is message  # type: ignore[index]
