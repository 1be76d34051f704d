"""Sends updates to the bot's webhook, one after the other, until each was taken.

Telegram sends those of different chats at the same time; here the order is that of the queue.
"""

import json

import aiohttp

from musbot.emulator.core import Emulator, ViolationKind
from musbot.emulator.core.updates import Update, Webhook

ANSWER_SECONDS = 60.0
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0


async def deliver_for_ever(emulator: Emulator) -> None:
    """Deliver whatever is pending while a webhook is set; ends only when cancelled.

    An update that is not answered with 2XX is sent again, at once and then with growing pauses of the emulator's
    clock.
    """
    queue = emulator.world.updates
    timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        failures = 0
        while True:
            changed = queue.waiter()
            hook = queue.webhook
            update = queue.next_for_webhook() if hook.url else None
            if update is None:
                await changed
                continue
            trouble = await _send(emulator, session, hook, update)
            if not trouble:
                failures = 0
                queue.done(update)
                continue
            hook.last_error, hook.last_error_at = trouble, emulator.clock.now()
            if failures:
                await emulator.clock.sleep(min(FIRST_PAUSE * 2**failures, LONGEST_PAUSE))
            failures += 1


async def _send(emulator: Emulator, session: aiohttp.ClientSession, hook: Webhook, update: Update) -> str:
    headers = {"X-Telegram-Bot-Api-Secret-Token": hook.secret} if hook.secret else {}
    try:
        async with session.post(hook.url, json=update.json(), headers=headers) as response:
            body = await response.text()
            if not 200 <= response.status < 300:
                return f"Wrong response from the webhook: {response.status} {response.reason}"
    except TimeoutError:
        return "Read timeout expired"
    except aiohttp.ClientError:
        return "Connection failed"
    if _is_call(body):
        emulator.world.watch.report(
            ViolationKind.UNMODELLED,
            "a Bot API call in the webhook's answer is not modelled",
            method="webhook",
        )
    return ""


def _is_call(body: str) -> bool:
    try:
        answer = json.loads(body)
    except ValueError:
        return False
    return isinstance(answer, dict) and "method" in answer
