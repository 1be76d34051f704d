"""`musbot doctor`: looks at everything that has to be right and says, in one line each, what it found and what to do.

It changes nothing unless told to repair, shows no token, and disturbs no running bot: the database is only read, and
whether another copy polls is only tried when none runs here. `machine`, `database` and `platform` hold the checks,
`api` the few calls of the Bot API, `finding` what a check gives.
"""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from musbot import settings
from musbot.doctor.database import check_database, is_running
from musbot.doctor.finding import Finding, Grade, ok, wrong
from musbot.doctor.machine import check_languages, check_libraries, check_pace
from musbot.doctor.platform import POLL_SECONDS, check_platform
from musbot.i18n import Translator
from musbot.logs import scrub

__all__ = ["Finding", "Grade", "as_json", "as_text", "examine", "is_wrong"]


async def examine(
    env_file: Path | None,
    *,
    repair: bool = False,
    poll: int = POLL_SECONDS,
    now: Callable[[], float] = time.time,
) -> list[Finding]:
    """Check everything.

    Args:
        env_file: file with settings, beside the environment.
        repair: remove a webhook and register the commands where they differ.
        poll: seconds to wait for another copy to show itself.
        now: seconds since 1970.

    Returns:
        What was found, in the order of reading. Without usable settings only what needs none.
    """
    findings = [*check_libraries(), *check_languages()]
    try:
        chosen = settings.load(env_file)
    except settings.SettingsError as error:
        return [wrong("settings", line) for line in error.lines] + findings
    secrets = [token] if (token := chosen.token.get_secret_value()) else []
    findings.insert(0, ok("settings", "all of them can be read"))
    findings += check_pace(chosen, Translator())
    findings += check_database(chosen.database, now())
    running = is_running(chosen.database)
    findings += await check_platform(chosen, running=running, repair=repair, poll=poll, now=now)
    return [Finding(each.check, each.grade, scrub(each.text, secrets)) for each in findings]


def is_wrong(findings: Sequence[Finding]) -> bool:
    """Whether something has to be done."""
    return any(each.grade is Grade.WRONG for each in findings)


def as_text(findings: Sequence[Finding]) -> str:
    """A line for each finding and one that sums up."""
    lines = [f"{each.grade.value} {each.check}: {each.text}" for each in findings]
    faults = sum(each.grade is Grade.WRONG for each in findings)
    lines.append(f"{faults} to mend" if faults else "Nothing is wrong.")
    return "\n".join(lines)


def as_json(findings: Sequence[Finding]) -> str:
    """One JSON object: ``well`` and ``findings`` with ``check``, ``grade`` (ok, wrong, note) and ``text``."""
    listed = [{"check": each.check, "grade": each.grade.name.lower(), "text": each.text} for each in findings]
    return json.dumps({"well": not is_wrong(findings), "findings": listed}, ensure_ascii=False, indent=2)
