"""What Telegram says: the token, what the bot may do, who else takes its updates, its commands, and the time."""

from collections.abc import AsyncIterator, Callable
from urllib.parse import urlsplit

from musbot.app.ports import StoreUnavailable
from musbot.doctor.api import Api, Refused, Unreachable, calling
from musbot.doctor.finding import Finding, note, ok, wrong
from musbot.doctor.menus import differing, expected, send
from musbot.i18n import Translator
from musbot.settings import Settings
from musbot.storage import bystander
from musbot.telegram.menu import META_KEY

POLL_SECONDS = 8
"""So long another copy may take to show itself: ours waits 6 s after it was interrupted."""

SKEW = 30.0
"""Seconds that the clock may be wrong."""


async def check_platform(
    settings: Settings, *, running: bool, repair: bool, poll: int, now: Callable[[], float]
) -> list[Finding]:
    """Everything that takes a connection.

    Args:
        settings: with the token and the address.
        running: a bot runs with this database, so who polls is known.
        repair: remove a webhook, register commands that differ.
        poll: seconds to wait for another copy.
        now: seconds since 1970.
    """
    token = settings.token.get_secret_value()
    findings: list[Finding] = []
    async with calling(settings.api_url, token, now) as api:
        try:
            if token:
                async for finding in _with_token(api, settings, running=running, repair=repair, poll=poll):
                    findings.append(finding)  # noqa: PERF401 - what was found before a failure counts
            else:
                findings.append(
                    wrong("token", "there is none: get one from @BotFather, put it behind MUSBOT_TOKEN=")
                )
                await api.knock()
        except Unreachable as error:
            findings.append(wrong("telegram", f"{settings.api_url} cannot be reached: {error}"))
        except Refused as error:
            findings.append(wrong("telegram", f"it refuses a plain question: {error}"))
        findings.append(_clock(api))
    return findings


async def _with_token(
    api: Api, settings: Settings, *, running: bool, repair: bool, poll: int
) -> AsyncIterator[Finding]:
    try:
        me = await api.call("getMe")
    except Refused as error:
        if error.code not in (401, 404):
            raise
        yield wrong("token", "Telegram refuses it: get the present one from @BotFather (/token)")
        return
    yield ok("token", f"this is @{me.get('username')} ({me.get('first_name')})")
    if me.get("can_join_groups"):
        yield ok("groups", "it may be added to groups")
    else:
        yield wrong("groups", "it may not be added to groups: @BotFather, /setjoingroups, Enable")
    if me.get("can_read_all_group_messages"):
        yield note(
            "privacy", "off: it is sent every message of its groups and needs none of them (/setprivacy)"
        )
    else:
        yield ok("privacy", "on; commands, replies and buttons arrive, which is enough")
    hook = await _webhook(api, repair=repair)
    yield hook
    if hook.grade is not hook.grade.WRONG:
        yield await _other_copy(api, running=running, poll=poll)
    yield await _menus(api, settings, int(me["id"]), repair=repair)


async def _webhook(api: Api, *, repair: bool) -> Finding:
    info = await api.call("getWebhookInfo")
    waiting = f"{info.get('pending_update_count', 0)} updates wait"
    if not info.get("url"):
        return ok("webhook", f"none; {waiting}")
    host = urlsplit(info["url"]).hostname
    if not repair:
        return wrong(
            "webhook",
            f"updates go to {host}, so polling is refused: stop what runs there, then `musbot doctor --repair`",
        )
    await api.call("deleteWebhook", drop_pending_updates=False)
    return note("webhook", f"removed, updates went to {host}; {waiting}")


async def _other_copy(api: Api, *, running: bool, poll: int) -> Finding:
    if running:
        return ok("polling", "the copy that runs here does")
    try:
        updates = await api.call(
            "getUpdates", wait=poll, timeout=poll, limit=1
        )  # no offset: confirms nothing
    except Refused as error:
        if error.code != 409:
            raise
        return wrong(
            "polling", "another copy runs with this token somewhere: stop it, or take a new token (/revoke)"
        )
    if updates:
        return ok("polling", "nobody does; updates wait for the bot to start")
    return ok("polling", f"nobody does (nobody interrupted a poll of {poll} s)")


async def _menus(api: Api, settings: Settings, bot_id: int, *, repair: bool) -> Finding:
    wanted, digest = await expected(Translator(), bot_id)
    different = await differing(api, wanted)
    if not different:
        return ok("commands", f"registered as musbot knows them ({len(wanted)} lists and texts)")
    some = f"{len(different)} of {len(wanted)} lists and texts are not ours, {different[0].name} for one"
    if repair:
        await send(api, different)
        return note("commands", f"{some}: sent anew")
    try:
        told = bystander.meta(settings.database, META_KEY) == digest
    except (StoreUnavailable, OSError):
        told = False
    if told:
        return wrong(
            "commands", f"{some}: somebody changed them since; `musbot doctor --repair` sends them anew"
        )
    return note("commands", f"{some}: the next start of the bot registers them")


def _clock(api: Api) -> Finding:
    if api.skew is None:
        return note("clock", "not compared: nobody told the time")
    if abs(api.skew) <= SKEW:
        return ok("clock", "agrees with the server's")
    way = "ahead" if api.skew > 0 else "behind"
    return wrong(
        "clock", f"{abs(api.skew):.0f} s {way}: switch time synchronisation on (timedatectl set-ntp true)"
    )
