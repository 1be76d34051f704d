"""Words: `(locale, Text) -> str` over Fluent. What is said is decided in `musbot.app`, how it is said in `locales/`.

`Translator` is all that others need; `python -m musbot.i18n.check` holds the locales against the code and each other.
"""

from musbot.i18n.translator import DEFAULT_LOCALE, MissingText, Translator

__all__ = ["DEFAULT_LOCALE", "MissingText", "Translator"]
