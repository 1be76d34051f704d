"""The controls of `core.Controls` as coroutines that send them to an emulator in another process.

One method per control, with its name and arguments; a test holds the two lists together.
"""

from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]
"""A record of the emulator as JSON."""


class ClientControls:
    """Sends controls; the connection is that of `client.EmulatorClient`."""

    async def control(self, name: str, /, **arguments: Any) -> Any:
        """Call a control by its name and give its result."""
        raise NotImplementedError

    async def add_bot(self, chat: int, by: int) -> None:
        """See `Controls.add_bot`."""
        await self.control("add_bot", chat=chat, by=by)

    async def add_channel(
        self, title: str, owner: int, *, bot: str | None = "administrator", chat_id: int | None = None
    ) -> int:
        """See `Controls.add_channel`."""
        found: int = await self.control("add_channel", title=title, owner=owner, bot=bot, chat_id=chat_id)
        return found

    async def add_group(
        self,
        title: str,
        users: Iterable[int] = (),
        *,
        basic: bool = False,
        forum: bool = False,
        chat_id: int | None = None,
        owner: int | None = None,
        bot: bool = True,
        announce: bool = False,
    ) -> int:
        """See `Controls.add_group`."""
        found: int = await self.control(
            "add_group",
            title=title,
            users=list(users),
            basic=basic,
            forum=forum,
            chat_id=chat_id,
            owner=owner,
            bot=bot,
            announce=announce,
        )
        return found

    async def add_user(
        self,
        first_name: str,
        *,
        user_id: int | None = None,
        last_name: str = "",
        username: str = "",
        language: str = "es",
    ) -> int:
        """See `Controls.add_user`."""
        found: int = await self.control(
            "add_user",
            first_name=first_name,
            user_id=user_id,
            last_name=last_name,
            username=username,
            language=language,
        )
        return found

    async def advance(self, seconds: float) -> float:
        """See `Controls.advance`."""
        found: float = await self.control("advance", seconds=seconds)
        return found

    async def block(self, user: int) -> None:
        """See `Controls.block`."""
        await self.control("block", user=user)

    async def check_unanswered(self, *, final: bool = False) -> list[Json]:
        """See `Controls.check_unanswered`."""
        found: list[Json] = await self.control("check_unanswered", final=final)
        return found

    async def clear_faults(self) -> None:
        """See `Controls.clear_faults`."""
        await self.control("clear_faults")

    async def close_topic(self, chat: int, thread_id: int, by: int | None = None) -> None:
        """See `Controls.close_topic`."""
        await self.control("close_topic", chat=chat, thread_id=thread_id, by=by)

    async def create_topic(self, chat: int, name: str, by: int | None = None) -> int:
        """See `Controls.create_topic`."""
        found: int = await self.control("create_topic", chat=chat, name=name, by=by)
        return found

    async def delay_next(
        self,
        seconds: float,
        method: str | None = None,
        *,
        chat: int | None = None,
        times: int = 1,
        before: bool = False,
    ) -> None:
        """See `Controls.delay_next`."""
        await self.control(
            "delay_next", seconds=seconds, method=method, chat=chat, times=times, before=before
        )

    async def delete(self, chat: int, message_id: int) -> None:
        """See `Controls.delete`."""
        await self.control("delete", chat=chat, message_id=message_id)

    async def delete_topic(self, chat: int, thread_id: int) -> None:
        """See `Controls.delete_topic`."""
        await self.control("delete_topic", chat=chat, thread_id=thread_id)

    async def demote(self, user: int, chat: int, *, by: int | None = None) -> None:
        """See `Controls.demote`."""
        await self.control("demote", user=user, chat=chat, by=by)

    async def demote_bot(self, chat: int, by: int | None = None) -> None:
        """See `Controls.demote_bot`."""
        await self.control("demote_bot", chat=chat, by=by)

    async def drop_next(
        self, method: str | None = None, *, chat: int | None = None, times: int = 1, mode: str = "timeout"
    ) -> None:
        """See `Controls.drop_next`."""
        await self.control("drop_next", method=method, chat=chat, times=times, mode=mode)

    async def duplicate_next(self, times: int = 1) -> None:
        """See `Controls.duplicate_next`."""
        await self.control("duplicate_next", times=times)

    async def excuse_open_presses(self, reason: str = "the bot was killed") -> int:
        """See `Controls.excuse_open_presses`."""
        found: int = await self.control("excuse_open_presses", reason=reason)
        return found

    async def fail_next(
        self,
        method: str | None = None,
        *,
        chat: int | None = None,
        code: int = 429,
        text: str | None = None,
        retry_after: int | None = None,
        times: int = 1,
    ) -> None:
        """See `Controls.fail_next`."""
        await self.control(
            "fail_next", method=method, chat=chat, code=code, text=text, retry_after=retry_after, times=times
        )

    async def follow(self, user: int, chat: int, message_id: int | None = None, *, text: str) -> str:
        """See `Controls.follow`."""
        found: str = await self.control("follow", user=user, chat=chat, message_id=message_id, text=text)
        return found

    async def forge(self, user: int, chat: int, message_id: int, data: str) -> Json:
        """See `Controls.forge`."""
        found: Json = await self.control("forge", user=user, chat=chat, message_id=message_id, data=data)
        return found

    async def hold_next(self, method: str | None = None, *, chat: int | None = None) -> int:
        """See `Controls.hold_next`."""
        found: int = await self.control("hold_next", method=method, chat=chat)
        return found

    async def is_held(self, number: int) -> bool:
        """See `Controls.is_held`."""
        found: bool = await self.control("is_held", number=number)
        return found

    async def join(self, user: int, chat: int, by: int | None = None) -> None:
        """See `Controls.join`."""
        await self.control("join", user=user, chat=chat, by=by)

    async def kick(self, user: int, chat: int, by: int | None = None) -> None:
        """See `Controls.kick`."""
        await self.control("kick", user=user, chat=chat, by=by)

    async def kick_bot(self, chat: int, by: int | None = None) -> None:
        """See `Controls.kick_bot`."""
        await self.control("kick_bot", chat=chat, by=by)

    async def late_next(self, seconds: float, times: int = 1) -> None:
        """See `Controls.late_next`."""
        await self.control("late_next", seconds=seconds, times=times)

    async def leave(self, user: int, chat: int) -> None:
        """See `Controls.leave`."""
        await self.control("leave", user=user, chat=chat)

    async def migrate(
        self, chat: int, *, new_id: int | None = None, by: int | None = None, announce: bool = True
    ) -> int:
        """See `Controls.migrate`."""
        found: int = await self.control("migrate", chat=chat, new_id=new_id, by=by, announce=announce)
        return found

    async def open_link(self, user: int, url: str) -> None:
        """See `Controls.open_link`."""
        await self.control("open_link", user=user, url=url)

    async def post(self, chat: int, text: str) -> int:
        """See `Controls.post`."""
        found: int = await self.control("post", chat=chat, text=text)
        return found

    async def press(
        self,
        user: int,
        chat: int,
        message_id: int | None = None,
        *,
        text: str | None = None,
        data: str | None = None,
        row: int | None = None,
        col: int | None = None,
        ephemeral_id: int | None = None,
        stale: bool = False,
    ) -> Json:
        """See `Controls.press`."""
        found: Json = await self.control(
            "press",
            user=user,
            chat=chat,
            message_id=message_id,
            text=text,
            data=data,
            row=row,
            col=col,
            ephemeral_id=ephemeral_id,
            stale=stale,
        )
        return found

    async def promote(self, user: int, chat: int, *, anonymous: bool = False, by: int | None = None) -> None:
        """See `Controls.promote`."""
        await self.control("promote", user=user, chat=chat, anonymous=anonymous, by=by)

    async def promote_bot(self, chat: int, by: int | None = None) -> None:
        """See `Controls.promote_bot`."""
        await self.control("promote_bot", chat=chat, by=by)

    async def redeliver(self, update_id: int | None = None) -> int:
        """See `Controls.redeliver`."""
        found: int = await self.control("redeliver", update_id=update_id)
        return found

    async def refuse_ephemerals(self, chat: int, refused: bool = True) -> None:
        """See `Controls.refuse_ephemerals`."""
        await self.control("refuse_ephemerals", chat=chat, refused=refused)

    async def release(self, number: int) -> None:
        """See `Controls.release`."""
        await self.control("release", number=number)

    async def reopen_topic(self, chat: int, thread_id: int, by: int | None = None) -> None:
        """See `Controls.reopen_topic`."""
        await self.control("reopen_topic", chat=chat, thread_id=thread_id, by=by)

    async def restrict_bot(self, chat: int, by: int | None = None) -> None:
        """See `Controls.restrict_bot`."""
        await self.control("restrict_bot", chat=chat, by=by)

    async def rewrite(self, user: int, chat: int, message_id: int, text: str) -> None:
        """See `Controls.rewrite`."""
        await self.control("rewrite", user=user, chat=chat, message_id=message_id, text=text)

    async def say(
        self,
        user: int,
        text: str,
        chat: int | None = None,
        *,
        reply_to: int | None = None,
        thread_id: int | None = None,
        anonymous: bool = False,
    ) -> int:
        """See `Controls.say`."""
        found: int = await self.control(
            "say",
            user=user,
            text=text,
            chat=chat,
            reply_to=reply_to,
            thread_id=thread_id,
            anonymous=anonymous,
        )
        return found

    async def start(self, user: int, payload: str | None = None) -> int:
        """See `Controls.start`."""
        found: int = await self.control("start", user=user, payload=payload)
        return found

    async def unblock(self, user: int) -> None:
        """See `Controls.unblock`."""
        await self.control("unblock", user=user)
