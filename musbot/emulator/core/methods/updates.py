"""How the bot gets its updates, and how it says goodbye."""

from musbot.emulator.core.errors import ApiError, bad_request
from musbot.emulator.core.html import check_url
from musbot.emulator.core.methods.registry import Request, method
from musbot.emulator.core.ports import Json
from musbot.emulator.core.updates import MAX_BATCH, UpdateQueue, Webhook

WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)
OTHER_POLL = "terminated by other getUpdates request; make sure that only one bot instance is running"


def _set_allowed(queue: UpdateQueue, request: Request) -> None:
    allowed = request.get("allowed_updates")
    if allowed is not None:
        queue.allowed = frozenset(allowed) or None


@method("getUpdates", "offset", "limit", "timeout", "allowed_updates")
async def get_updates(request: Request) -> list[Json]:
    """Give pending updates, waiting up to `timeout` seconds of the emulator's clock for one."""
    queue, clock = request.world.updates, request.world.clock
    if queue.webhook.url:
        raise ApiError(409, WEBHOOK_ACTIVE)
    _set_allowed(queue, request)
    queue.end_poll(OTHER_POLL)
    if "offset" in request.params:
        queue.confirm(request.params["offset"])
    limit = min(max(request.get("limit", MAX_BATCH), 1), MAX_BATCH)
    timeout = request.get("timeout", 0)
    batch = queue.take(limit)
    if not batch and timeout > 0:
        waiter = clock.waiter()
        queue.poll = waiter
        queue.feed.add("waiting", method="getUpdates")
        cancel = clock.call_at(clock.now() + timeout, waiter.set)
        try:
            reason = await waiter
        finally:
            cancel()
            if queue.poll is waiter:
                queue.poll = None
        if isinstance(reason, ApiError):
            raise reason
        batch = queue.take(limit)
    return [update.json() for update in batch]


@method("setWebhook", "url", "max_connections", "allowed_updates", "drop_pending_updates", "secret_token")
def set_webhook(request: Request) -> bool:
    """Send updates to an address; like a local Bot API server it takes http and loopback addresses."""
    queue = request.world.updates
    url = request.params["url"]
    if url and not (check_url(url) or url.startswith(("http://localhost", "https://localhost"))):
        raise bad_request("invalid webhook URL specified")
    _set_allowed(queue, request)
    queue.end_poll("terminated by setWebhook request")
    if request.get("drop_pending_updates"):
        queue.drop_pending()
    queue.webhook = Webhook(url, request.get("secret_token", ""), request.get("max_connections", 40))
    queue.wake()
    return True


@method("deleteWebhook", "drop_pending_updates")
def delete_webhook(request: Request) -> bool:
    """Stop sending updates."""
    queue = request.world.updates
    if request.get("drop_pending_updates"):
        queue.drop_pending()
    queue.webhook = Webhook()
    queue.wake()
    return True


@method("getWebhookInfo")
def get_webhook_info(request: Request) -> Json:
    """Say where updates go and how many wait."""
    queue = request.world.updates
    hook = queue.webhook
    info: Json = {
        "url": hook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(queue.pending),
    }
    if hook.url:
        info["max_connections"] = hook.max_connections
    if hook.last_error:
        info |= {"last_error_date": int(hook.last_error_at), "last_error_message": hook.last_error}
    if queue.allowed is not None:
        info["allowed_updates"] = sorted(queue.allowed)
    return info


@method("logOut")
def log_out(request: Request) -> bool:
    """Log out of the cloud server; here it only ends a waiting poll."""
    request.world.updates.end_poll(OTHER_POLL)
    return True


@method("close")
def close(request: Request) -> bool:
    """Close the bot's instance; here it only ends a waiting poll."""
    request.world.updates.end_poll(OTHER_POLL)
    return True
