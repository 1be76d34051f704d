"""Holds the locales against the code and against each other: `python -m musbot.i18n.check`.

Prints one line for each fault and returns 1 when there was any. What it looks for: messages that cannot be read, that
are missing, that nobody uses, that need arguments the code does not give; locales that differ in keys or arguments;
markup that is not whole, or stands where only plain text can; calls that are not Spanish on buttons; words that
docs/rules.md §9 warns of; texts that are longer than the platform takes.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

import musbot
from musbot.app.commands import Slash
from musbot.app.toasts import PLAIN_KEYS
from musbot.i18n.translator import DEFAULT_LOCALE, LOCALES_DIR

PLAIN = ("toast-", "label-", "alert-", "command-", "bot-")
"""What begins so is shown without markup."""

CALL_LABELS = (
    *("label-mus", "label-corto", "label-paso", "label-envido"),
    *("label-quiero", "label-no-quiero", "label-mas", "label-ordago"),
)
"""Labels that are the same in every language."""

LONGEST = {"bot-description": 512, "bot-short-description": 120, "command-": 256}
"""Characters that the platform takes, by key or beginning of a key."""

DECLARED = (
    *(f"command-{name}" for name in (*Slash, "envido", "tanteo")),
    *("bot-description", "bot-short-description", "name-blank"),
    *(f"toast-{key}" for key in PLAIN_KEYS),
)
"""Keys in use that no call `text("key")` names."""

KEY_MAKERS = frozenset({"app/text.py", "app/toasts.py", "telegram/menu.py"})
"""Modules that may build a key: what they build is in `DECLARED`."""

MISTRANSLATIONS: Mapping[str, tuple[str, ...]] = {
    "es": ("hordago", "embido", "envidos"),
    "en": ("girl", "average", "averages", "cast", "throw", "throws", "half", "halves"),
    "fr": ("fille", "moyenne", "moyennes", "lancer", "jet"),
    "eu": ("neska", "neskatoa", "batezbestekoa"),
    "el": ("Σπαθιά", "Μπαστούνια", "κορίτσι", "μέσοι"),
    "be": ("дзяўчынка", "сярэднія"),
}
"""Words that show a term of the game taken for an everyday word (docs/rules.md §9)."""

_TAG = re.compile(r"<(/?)([^<>]*)>")
_TAGS = frozenset({"b", "i", "u", "s", "code"})


@dataclass(slots=True)
class Message:
    """What a message says and needs.

    Attributes:
        said: all its literal text.
        variables: the arguments that it names itself.
        references: the messages that it contains.
        broken: what is wrong with its markup.
    """

    said: str = ""
    variables: set[str] = field(default_factory=set)
    references: set[str] = field(default_factory=set)
    broken: list[str] = field(default_factory=list)


Locale = dict[str, Message]
Uses = dict[str, list[frozenset[str] | None]]
"""By key, the argument names of each use; None where they cannot be told."""


def read_locale(directory: Path, faults: list[str]) -> Locale:
    """The messages of a locale; what cannot be read is added to `faults`."""
    messages: Locale = {}
    for file in sorted(directory.glob("*.ftl")):
        where = f"{directory.name}/{file.name}"
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            match entry:
                case ftl.Junk(content=content):
                    faults.append(f"{where}: cannot be read: {(content or '').strip().splitlines()[0]}")
                case ftl.Message(id=ftl.Identifier(name=name), value=ftl.Pattern() as pattern):
                    if name in messages:
                        faults.append(f"{where}: {name}: said twice")
                    messages[name] = _message(pattern)
                case ftl.Comment() | ftl.GroupComment() | ftl.ResourceComment():
                    pass
                case _:
                    faults.append(f"{where}: only plain messages are used here")
    return messages


def read_uses(root: Path, faults: list[str]) -> Uses:
    """The keys that the code under `root` uses."""
    uses: Uses = {key: [None] for key in DECLARED}
    for file in sorted(root.rglob("*.py")):
        where = file.relative_to(root).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (prefix := _prefix(node.func)) is not None and node.args:
                keys = tuple(_literals(node.args[0]))
                if not keys and where not in KEY_MAKERS and not prefix:
                    faults.append(f"{where}:{node.lineno}: a key that is not written out")
                given = frozenset(word.arg for word in node.keywords if word.arg)
                unpacked = any(word.arg is None for word in node.keywords)
                for key in keys:
                    uses.setdefault(prefix + key, []).append(None if unpacked else given)
    return uses


def faults_of(locales: Mapping[str, Locale], uses: Uses) -> Iterator[str]:
    """What is wrong with these locales, given what the code uses."""
    first = locales[DEFAULT_LOCALE]
    for key in sorted(uses.keys() - first.keys()):
        yield f"{DEFAULT_LOCALE}: {key}: used and missing"
    reached = _reached(first, uses)
    for key in sorted(first.keys() - reached):
        yield f"{DEFAULT_LOCALE}: {key}: nobody uses it"
    for key in sorted(uses.keys() & first.keys()):
        yield from _arguments(key, needs(first, key), uses[key])
    for name, locale in locales.items():
        yield from _differences(name, locale, first)
        yield from _wording(name, locale)


def needs(locale: Locale, key: str) -> set[str]:
    """The arguments that a message needs, those of the messages in it included."""
    return set().union(*(locale[one].variables for one in _closure(locale, key)))


def main(root: Path | None = None, locales_dir: Path | None = None) -> int:
    """Check everything, print the faults, return the exit code."""
    directory = locales_dir or LOCALES_DIR
    faults: list[str] = []
    uses = read_uses(root or Path(musbot.__file__).parent, faults)
    names = sorted(found.name for found in directory.iterdir() if found.is_dir() and any(found.glob("*.ftl")))
    locales = {name: read_locale(directory / name, faults) for name in names}
    faults += faults_of(locales, uses)
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults in {len(locales)} locales, {len(uses)} keys in use")
    return 1 if faults else 0


def _message(pattern: ftl.Pattern) -> Message:
    message = Message()
    _collect(pattern, message)
    return message


def _collect(pattern: ftl.Pattern, message: Message) -> None:
    """Texts, variables and references of a pattern; every variant has to close what it opens."""
    texts = []
    for element in pattern.elements:
        match element:
            case ftl.TextElement(value=value):
                texts.append(value)
            case ftl.Placeable(expression=expression):
                _collect_expression(expression, message)
    said = "".join(texts)
    message.said += said + " "
    message.broken.extend(_unbalanced(said))


def _collect_expression(expression: object, message: Message) -> None:
    match expression:
        case ftl.VariableReference(id=ftl.Identifier(name=name)):
            message.variables.add(name)
        case ftl.MessageReference(id=ftl.Identifier(name=name)):
            message.references.add(name)
        case ftl.StringLiteral():
            message.said += str(expression.parse()["value"])
        case ftl.FunctionReference(arguments=ftl.CallArguments(positional=positional)):
            for argument in positional:
                _collect_expression(argument, message)
        case ftl.SelectExpression(selector=selector, variants=variants):
            _collect_expression(selector, message)
            for variant in variants:
                _collect(variant.value, message)
        case ftl.Placeable(expression=inner):
            _collect_expression(inner, message)
        case _:
            message.broken.append(f"{type(expression).__name__} is not used here")


def _unbalanced(said: str) -> Iterator[str]:
    opened: list[str] = []
    for closing, tag in _TAG.findall(said):
        if tag not in _TAGS:
            yield f"<{closing}{tag}> is no tag of ours"
        elif not closing:
            opened.append(tag)
        elif not opened or opened.pop() != tag:
            yield f"</{tag}> closes nothing"
    yield from (f"<{tag}> is not closed" for tag in opened)
    if "<" in _TAG.sub("", said) or ">" in _TAG.sub("", said):
        yield "a loose < or >"
    if "&" in said:
        yield "a loose &"


def _prefix(function: ast.expr) -> str | None:
    match function:
        case ast.Name(id="text") | ast.Name(id="Text") | ast.Attribute(attr="Text"):
            return ""
        case ast.Name(id="plain") | ast.Attribute(attr="plain"):
            return "toast-"
        case _:
            return None


def _literals(key: ast.expr) -> Iterator[str]:
    match key:
        case ast.Constant(value=str(value)):
            yield value
        case ast.IfExp(body=body, orelse=orelse):
            yield from _literals(body)
            yield from _literals(orelse)
        case _:
            pass


def _closure(locale: Locale, key: str) -> set[str]:
    found, waiting = set(), [key]
    while waiting:
        one = waiting.pop()
        if one in locale and one not in found:
            found.add(one)
            waiting.extend(locale[one].references)
    return found


def _reached(locale: Locale, keys: Iterable[str]) -> set[str]:
    return set().union(*(_closure(locale, key) for key in keys))


def _arguments(key: str, needed: set[str], given: Iterable[frozenset[str] | None]) -> Iterator[str]:
    for names in given:
        if names is not None and (missing := needed - names):
            yield f"{key}: the code does not give {', '.join(sorted(missing))}"


def _differences(name: str, locale: Locale, first: Locale) -> Iterator[str]:
    for key in sorted(first.keys() - locale.keys()):
        yield f"{name}: {key}: missing"
    for key in sorted(locale.keys() - first.keys()):
        yield f"{name}: {key}: not in {DEFAULT_LOCALE}"
    for key in sorted(locale.keys() & first.keys()):
        if needs(locale, key) != needs(first, key):
            yield f"{name}: {key}: other arguments than in {DEFAULT_LOCALE}"
        if key in CALL_LABELS and locale[key].said != first[key].said:
            yield f"{name}: {key}: calls are Spanish on every button"


def _wording(name: str, locale: Locale) -> Iterator[str]:
    trap = re.compile(rf"\b({'|'.join(MISTRANSLATIONS.get(name, ('(?!)',)))})\b", re.IGNORECASE)
    for key, message in locale.items():
        for broken in message.broken:
            yield f"{name}: {key}: {broken}"
        for reference in sorted(message.references - locale.keys()):
            yield f"{name}: {key}: contains {reference}, which is missing"
        if found := trap.search(message.said):
            yield f"{name}: {key}: {found.group()!r} is a trap, see docs/rules.md"
        if key.startswith(PLAIN) and any(_TAG.search(locale[one].said) for one in _closure(locale, key)):
            yield f"{name}: {key}: markup in a plain text"
        for begins, longest in LONGEST.items():
            if key.startswith(begins) and len(message.said.strip()) > longest:
                yield f"{name}: {key}: longer than {longest}"


if __name__ == "__main__":
    sys.exit(main())
