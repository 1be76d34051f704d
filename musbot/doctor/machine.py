"""What is installed here and what was chosen: versions, texts, waiting times."""

import platform
import re
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from musbot import __version__
from musbot.doctor.finding import Finding, note, ok, wrong
from musbot.i18n import DEFAULT_LOCALE, Translator
from musbot.i18n.check import read_locale
from musbot.i18n.translator import LOCALES_DIR
from musbot.settings import TELEGRAM, Settings
from musbot.storage.bystander import OLDEST_SQLITE, SQLITE

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)\s*([^;]*)(;.*)?")
_BOUND = re.compile(r"(>=|<)\s*([0-9.]+)")
_SHOWN = "python-telegram-bot"


def check_libraries() -> Iterator[Finding]:
    """Python, SQLite and the libraries, held against what this musbot says that it needs."""
    yield ok("musbot", f"{__version__} on Python {platform.python_version()}, {platform.system()}")
    if _numbers(SQLITE) < OLDEST_SQLITE:
        least = ".".join(map(str, OLDEST_SQLITE))
        yield wrong("sqlite", f"{SQLITE} is too old: musbot needs {least}; use a newer Python build")
    else:
        yield ok("sqlite", SQLITE)
    try:
        needed = metadata.requires("musbot") or []
    except metadata.PackageNotFoundError:
        yield note("libraries", "musbot is not installed but run from its folder: versions were not compared")
        return
    faults = list(unmet(needed))
    if faults:
        yield wrong("libraries", f"{'; '.join(faults)}: install with requirements.txt")
    else:
        yield ok("libraries", f"as musbot needs them; {_SHOWN} {metadata.version(_SHOWN)}")


def unmet(requirements: Iterable[str]) -> Iterator[str]:
    """What is missing or of a wrong version, of requirements as a package's metadata lists them."""
    for requirement in requirements:
        found = _REQUIREMENT.fullmatch(requirement)
        if found is None or "extra" in (found[3] or ""):
            continue
        name, bounds = found[1], found[2]
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield f"{name} is missing"
            continue
        if not all(_within(version, sign, bound) for sign, bound in _BOUND.findall(bounds)):
            yield f"{name} is {version}, needed is {bounds.strip()}"


def check_languages(directory: Path = LOCALES_DIR) -> Iterator[Finding]:
    """Whether every language has every message."""
    faults: list[str] = []
    locales = {
        found.name: frozenset(read_locale(found, faults))
        for found in sorted(directory.iterdir())
        if any(found.glob("*.ftl"))
    }
    first = locales.get(DEFAULT_LOCALE, frozenset())
    faults += [f"{name} lacks {key}" for name, keys in locales.items() for key in sorted(first - keys)]
    if not first:
        yield wrong("languages", f"there is no {DEFAULT_LOCALE} in {directory}: install musbot again")
    elif faults:
        more = f" and {len(faults) - 1} more" if len(faults) > 1 else ""
        yield wrong("languages", f"{faults[0]}{more}: install musbot again")
    else:
        yield ok("languages", f"{', '.join(locales)}, {len(first)} messages each")


def check_pace(settings: Settings, translator: Translator) -> Iterator[Finding]:
    """The language and the waiting times that were chosen."""
    if settings.language not in translator.locales:
        have = ", ".join(translator.locales)
        yield wrong(
            "language", f"MUSBOT_LANGUAGE is {settings.language}, there is only {have}; change the setting"
        )
    else:
        yield ok("language", f"groups that have not chosen read {settings.language}")
    if settings.delivery_scale == 1:
        yield ok("delivery", "as fast as Telegram allows")
    elif settings.api_url == TELEGRAM:
        yield wrong(
            "delivery",
            f"MUSBOT_DELIVERY_SCALE is {settings.delivery_scale:g}: only 1 fits Telegram's limits; remove it",
        )
    else:
        yield note("delivery", f"MUSBOT_DELIVERY_SCALE is {settings.delivery_scale:g}, for a local server")
    turn = settings.table_pace().turn
    if settings.pace_scale == 1:
        yield ok("pace", f"{turn:g} s for a call")
    else:
        yield note("pace", f"MUSBOT_PACE_SCALE is {settings.pace_scale:g}: {turn:g} s for a call; 1 is usual")


def _within(version: str, sign: str, bound: str) -> bool:
    have, limit = _numbers(version), _numbers(bound)
    return have >= limit if sign == ">=" else have < limit


def _numbers(version: str) -> tuple[int, ...]:
    begin = re.match(r"[0-9]+(\.[0-9]+)*", version)
    return tuple(int(part) for part in begin[0].split(".")) if begin else ()
