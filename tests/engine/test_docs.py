"""The pages about rules and notation say what the engine does."""

import doctest
import re
from dataclasses import fields
from pathlib import Path

from musbot.engine.errors import IllegalCode
from musbot.engine.rules import PRESETS, LaReal, Rules

DOCS = Path(__file__).parents[2] / "docs"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")


def section(number: int) -> str:
    return re.split(r"^## \d+\. .*$", RULES, flags=re.MULTILINE)[number]


def test_every_example_of_the_notation_page_works() -> None:
    result = doctest.testfile(
        str(DOCS / "notation.md"), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS
    )
    assert result.attempted > 20
    assert result.failed == 0


def test_the_rules_page_has_the_ten_sections_that_code_points_to() -> None:
    assert re.findall(r"^## (\d+)\. ", RULES, flags=re.MULTILINE) == [str(n) for n in range(1, 11)]


def test_the_rules_page_lists_every_option_with_its_default_first() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (\w+)", section(6), flags=re.MULTILINE))
    defaults = {field.name: field.default for field in fields(Rules)}
    words = {True: "on", False: "off", LaReal.OFF: "off"}
    shown = {
        name: words[value] if isinstance(value, (bool, LaReal)) else str(value)
        for name, value in defaults.items()
    }
    assert rows == shown


def test_the_rules_page_lists_every_preset() -> None:
    names = re.findall(
        r"^\| (\w+(?: \w+)?) \| [^|`]+ \|$", section(6).partition("preset")[2], flags=re.MULTILINE
    )
    plain = [name.replace("á", "a").replace("ó", "o").replace(" ", "_") for name in names]
    assert plain == list(PRESETS)


def test_the_rules_page_names_every_reason_to_refuse_a_call() -> None:
    named = set(
        re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]*) \|", section(10), flags=re.MULTILINE)))
    )
    assert named == {code.value for code in IllegalCode}
