"""What people do: write, press, follow links, come and go; and what the bot hears of it."""

from collections.abc import Callable
from typing import Any

import pytest

from musbot.emulator.core import ControlError, PressKind
from tests.emulator.conftest import Room, keys

ANONYMOUS = 1087968824


def texts(updates: list[dict[str, Any]]) -> list[str]:
    return [update["message"].get("text", "") for update in updates if "message" in update]


# Privacy mode


async def test_under_privacy_the_bot_hears_commands_and_replies_to_itself_alone(room: Room) -> None:
    number = await room.send()
    said = room.controls.say(room.ane, "qué tal", room.group)
    room.controls.say(room.ane, "/mus", room.group)
    room.controls.say(room.ane, "/mus@musbot_local_bot", room.group)
    room.controls.say(room.ane, "/mus@otro_bot", room.group)
    room.controls.say(room.ane, "oye @musbot_local_bot", room.group)
    room.controls.say(room.ane, "no /mus", room.group)
    room.controls.say(room.jon, "envido 7", room.group, reply_to=number)
    room.controls.say(room.jon, "y yo", room.group, reply_to=said)
    assert texts(await room.updates()) == ["/mus", "/mus@musbot_local_bot", "envido 7"]


async def test_an_administrator_bot_and_one_without_privacy_hear_everything(room: Room) -> None:
    room.controls.promote_bot(room.group)
    room.controls.say(room.ane, "qué tal", room.group)
    room.controls.demote_bot(room.group)
    room.controls.say(room.ane, "bien", room.group)
    assert texts(await room.updates()) == ["qué tal"]
    me = await room.result("getMe")
    assert isinstance(me, dict)
    assert me["can_read_all_group_messages"] is False


async def test_a_reply_carries_the_whole_message_it_answers(room: Room) -> None:
    number = await room.send("mesa", reply_markup=keys(["Mus"]))
    room.controls.say(room.jon, "7", room.group, reply_to=number)
    answered = (await room.updates())[0]["message"]["reply_to_message"]
    assert (answered["message_id"], answered["text"], answered["from"]["id"]) == (number, "mesa", 4242)
    assert answered["reply_markup"]["inline_keyboard"][0][0]["text"] == "Mus"


async def test_command_entities_count_utf16_units(room: Room) -> None:
    room.controls.start(room.ane)
    room.controls.say(room.ane, "🃏🃏 /cartas ya")
    found = (await room.updates())[-1]["message"]["entities"]
    assert found == [{"type": "bot_command", "offset": 5, "length": 7}]


# The private chat


async def test_a_deep_link_opens_the_private_chat_with_its_payload(room: Room) -> None:
    room.controls.start(room.ane, "mesa_12-a")
    message = (await room.updates())[0]["message"]
    assert message["text"] == "/start mesa_12-a"
    assert message["entities"] == [{"type": "bot_command", "offset": 0, "length": 6}]
    assert message["chat"] == {"id": room.ane, "type": "private", "first_name": "Ane"}


async def test_nobody_writes_in_a_chat_that_is_unopened_or_blocked(room: Room) -> None:
    with pytest.raises(ControlError, match="open the chat"):
        room.controls.say(room.ane, "hola")
    room.controls.start(room.ane)
    room.controls.block(room.ane)
    with pytest.raises(ControlError, match="has blocked"):
        room.controls.say(room.ane, "hola")
    with pytest.raises(ControlError, match="already blocked"):
        room.controls.block(room.ane)


async def test_blocking_and_starting_again_are_told_in_order(room: Room) -> None:
    room.controls.start(room.ane)
    room.controls.block(room.ane)
    room.controls.start(room.ane)
    heard = await room.updates()
    changes = [update["my_chat_member"] for update in heard if "my_chat_member" in update]
    assert [change["new_chat_member"]["status"] for change in changes] == ["kicked", "member"]
    assert [change["chat"]["type"] for change in changes] == ["private", "private"]
    assert "message" in heard[-1]


async def test_a_link_button_to_the_bot_starts_it(room: Room) -> None:
    link = "https://t.me/musbot_local_bot?start=hand"
    await room.send("a", reply_markup={"inline_keyboard": [[{"text": "Abrir", "url": link}]]})
    assert room.controls.follow(room.jon, room.group, text="Abrir") == link
    assert texts(await room.updates()) == ["/start hand"]
    with pytest.raises(ControlError, match="is a link"):
        room.controls.press(room.jon, room.group, text="Abrir")


# Presses


async def test_a_press_carries_the_button_and_the_message_it_was_on(room: Room) -> None:
    number = await room.send("a", reply_markup=keys(["Mus", "Corto"], ["Cartas"]))
    presses = [
        room.controls.press(room.ane, room.group, number, text="Corto"),
        room.controls.press(room.jon, room.group, row=1, col=0),
        room.controls.press(room.mikel, room.group, data="Mus"),
    ]
    heard = [update["callback_query"] for update in await room.updates()]
    assert [query["data"] for query in heard] == ["Corto", "Cartas", "Mus"]
    assert [query["from"]["id"] for query in heard] == [room.ane, room.jon, room.mikel]
    assert {query["chat_instance"] for query in heard} == {heard[0]["chat_instance"]}
    assert heard[0]["message"]["text"] == "a"
    assert [press.kind for press in presses] == [PressKind.BUTTON] * 3
    assert [press.id for press in presses] == [query["id"] for query in heard]


async def test_only_a_button_that_is_shown_can_be_pressed(room: Room) -> None:
    number = await room.send("a", reply_markup=keys(["Mus"]))
    await room.result(
        "editMessageText", chat_id=room.group, message_id=number, text="b", reply_markup=keys(["Paso"])
    )
    with pytest.raises(ControlError, match=r"sees no button 'Mus'; he sees \['Paso'\]"):
        room.controls.press(room.ane, room.group, number, text="Mus")
    outsider = room.controls.add_user("Nadie")
    with pytest.raises(ControlError, match="sees no button"):
        room.controls.press(outsider, room.group, number, text="Paso")
    with pytest.raises(ControlError, match="name the button"):
        room.controls.press(room.ane, room.group, number)


async def test_a_stale_press_names_a_button_this_user_was_shown_earlier(room: Room) -> None:
    number = await room.send("a", reply_markup=keys(["Mus"]))
    late = room.controls.add_user("Tarde")
    await room.result(
        "editMessageText", chat_id=room.group, message_id=number, text="b", reply_markup=keys(["Paso"])
    )
    room.controls.join(late, room.group)
    stale = room.controls.press(room.ane, room.group, number, text="Mus", stale=True)
    assert (stale.kind, stale.data) == (PressKind.STALE, "Mus")
    assert room.controls.press(room.ane, room.group, number, text="Paso", stale=True).kind is PressKind.BUTTON
    with pytest.raises(ControlError, match="sees no button 'Mus'"):
        room.controls.press(late, room.group, number, text="Mus", stale=True)


async def test_a_press_on_a_deleted_message_tells_an_inaccessible_one(room: Room) -> None:
    number = await room.send("a", reply_markup=keys(["Mus"]))
    room.controls.delete(room.group, number)
    with pytest.raises(ControlError, match="sees no button"):
        room.controls.press(room.ane, room.group, number, text="Mus")
    assert room.controls.press(room.ane, room.group, number, text="Mus", stale=True).kind is PressKind.STALE
    message = (await room.updates())[-1]["callback_query"]["message"]
    assert (message["message_id"], message["date"]) == (number, 0)


async def test_forged_data_reaches_the_bot_like_any_other(room: Room) -> None:
    number = await room.send("a")
    press = room.controls.forge(room.jon, room.group, number, "anything at all")
    assert press.kind is PressKind.FORGED
    assert (await room.updates())[0]["callback_query"]["data"] == "anything at all"
    said = room.controls.say(room.ane, "/mus", room.group)
    with pytest.raises(ControlError, match="only messages of the bot"):
        room.controls.forge(room.jon, room.group, said, "x")


async def test_an_answer_can_be_awaited_and_is_kept_with_its_press(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    press = room.controls.press(room.ane, room.group, text="Mus")
    with pytest.raises(TimeoutError):
        await room.controls.answer_to(press, timeout=0.01)
    await room.result("answerCallbackQuery", callback_query_id=press.id, text="Mus ✔")
    answer = await room.controls.answer_to(press)
    assert (answer.text, answer.alert) == ("Mus ✔", False)
    assert room.reading.presses(room.ane) == [press]
    assert room.reading.presses(room.jon) == []


# Groups


async def test_an_anonymous_administrator_writes_as_the_group_and_presses_as_himself(room: Room) -> None:
    room.controls.promote(room.jon, room.group, anonymous=True)
    number = await room.send("a", reply_markup=keys(["Mus"]))
    room.controls.say(room.jon, "/mus", room.group)
    room.controls.press(room.jon, room.group, number, text="Mus")
    message, query = (update.get("message") or update["callback_query"] for update in await room.updates())
    assert message["from"]["id"] == ANONYMOUS
    assert message["sender_chat"]["id"] == room.group
    assert query["from"]["id"] == room.jon
    with pytest.raises(ControlError, match="no administrator"):
        room.controls.say(room.mikel, "/mus", room.group, anonymous=True)


async def test_coming_and_going_are_service_messages(room: Room) -> None:
    new = room.controls.add_user("Nuevo")
    room.controls.join(new, room.group, by=room.ane)
    room.controls.leave(room.jon, room.group)
    room.controls.kick(room.mikel, room.group)
    heard = [update["message"] for update in await room.updates()]
    assert [member["id"] for member in heard[0]["new_chat_members"]] == [new]
    assert heard[0]["from"]["id"] == room.ane
    assert (heard[1]["left_chat_member"]["id"], heard[1]["from"]["id"]) == (room.jon, room.jon)
    assert (heard[2]["left_chat_member"]["id"], heard[2]["from"]["id"]) == (room.mikel, room.ane)
    wrongs: list[Callable[[], object]] = [
        lambda: room.controls.leave(room.jon, room.group),
        lambda: room.controls.join(new, room.group),
    ]
    for wrong in wrongs:
        with pytest.raises(ControlError):
            wrong()


async def test_members_changes_reach_an_administrator_bot_that_asked_for_them(room: Room) -> None:
    kinds = ["message", "chat_member", "my_chat_member"]
    await room.updates(allowed_updates=kinds)
    room.controls.leave(room.jon, room.group)
    room.controls.promote_bot(room.group)
    room.controls.kick(room.mikel, room.group)
    heard = [next(kind for kind in kinds if kind in update) for update in await room.updates()]
    assert heard == ["message", "my_chat_member", "chat_member", "message"]


async def test_the_bot_hears_that_it_was_added_promoted_and_removed(room: Room) -> None:
    group = room.controls.add_group("G", [room.ane], announce=True)
    room.controls.promote_bot(group)
    room.controls.kick_bot(group)
    room.controls.say(room.ane, "/mus", group)
    heard = await room.updates()
    changes = [update["my_chat_member"] for update in heard if "my_chat_member" in update]
    pairs = [(change["old_chat_member"]["status"], change["new_chat_member"]["status"]) for change in changes]
    assert pairs == [("left", "member"), ("member", "administrator"), ("administrator", "kicked")]
    assert changes[0]["from"]["id"] == room.ane
    assert "new_chat_members" in heard[1]["message"]
    assert heard[-1]["message"]["left_chat_member"]["id"] == 4242
    room.controls.join(room.jon, group)
    room.controls.say(room.ane, "/mus", group)
    assert await room.updates() == heard
    room.controls.add_bot(group, by=room.ane)
    assert await room.send("a", group)


async def test_an_upgrade_is_told_in_both_chats(room: Room) -> None:
    group = room.controls.add_group("G", [room.ane, room.jon], basic=True)
    await room.send("a", group, reply_markup=keys(["Mus"]))
    new = room.controls.migrate(group)
    old_message, new_message = (update["message"] for update in await room.updates())
    assert (old_message["chat"]["id"], old_message["migrate_to_chat_id"]) == (group, new)
    assert (new_message["chat"]["id"], new_message["migrate_from_chat_id"]) == (new, group)
    assert new_message["chat"]["type"] == "supergroup"
    assert await room.send("b", new) == 2
    press = room.controls.press(room.jon, group, text="Mus")
    assert press.chat.id == group
    wrongs: list[Callable[[], object]] = [
        lambda: room.controls.migrate(group),
        lambda: room.controls.say(room.ane, "/mus", group),
    ]
    for wrong in wrongs:
        with pytest.raises(ControlError):
            wrong()
    owner = await room.result("getChatMember", chat_id=new, user_id=room.ane)
    assert isinstance(owner, dict)
    assert owner["status"] == "creator"


async def test_an_unannounced_upgrade_is_learnt_from_the_error_alone(room: Room) -> None:
    group = room.controls.add_group("G", [room.ane], basic=True)
    room.controls.migrate(group, announce=False)
    assert await room.updates() == []


async def test_topics_mark_their_messages_and_answer_their_first_one(room: Room) -> None:
    forum = room.controls.add_group("Foro", [room.ane, room.jon], forum=True)
    topic = room.controls.create_topic(forum, "Mus")
    room.controls.say(room.ane, "/mus", forum, thread_id=topic)
    room.controls.say(room.ane, "/mus", forum)
    room.controls.say(room.ane, "nada", forum, thread_id=topic)
    created, inside, general = (update["message"] for update in await room.updates())
    assert created["forum_topic_created"]["name"] == "Mus"
    assert (inside["message_thread_id"], inside["is_topic_message"]) == (topic, True)
    assert inside["reply_to_message"]["message_id"] == topic
    assert "message_thread_id" not in general
    sent = await room.result("sendMessage", chat_id=forum, text="a", message_thread_id=topic)
    assert isinstance(sent, dict)
    assert sent["message_thread_id"] == topic
    room.controls.close_topic(forum, topic)
    with pytest.raises(ControlError, match="is closed"):
        room.controls.say(room.jon, "/mus", forum, thread_id=topic)
    assert "forum_topic_closed" in (await room.updates())[-1]["message"]


async def test_channel_posts_are_updates_of_their_own_kind(room: Room) -> None:
    channel = room.controls.add_channel("Canal", room.ane)
    room.controls.post(channel, "/mus")
    post = (await room.updates())[0]["channel_post"]
    assert (post["chat"]["type"], post["sender_chat"]["id"], "from" in post) == ("channel", channel, False)
    sent = await room.result("sendMessage", chat_id=channel, text="a")
    assert isinstance(sent, dict)
    assert (sent["sender_chat"]["id"], "from" in sent) == (channel, False)
    await room.result("editMessageText", chat_id=channel, message_id=sent["message_id"], text="b")
    reader = room.controls.add_channel("Otro", room.ane, bot="member")
    refusal = await room.refusal("sendMessage", chat_id=reader, text="a")
    assert refusal == (400, "Bad Request: need administrator rights in the channel chat")
    with pytest.raises(ControlError, match="`post`"):
        room.controls.say(room.ane, "a", channel)


async def test_rewriting_a_command_is_told_as_an_edit(room: Room) -> None:
    said = room.controls.say(room.ane, "/mus", room.group)
    room.controls.rewrite(room.ane, room.group, said, "/mesa")
    assert (await room.updates())[-1]["edited_message"]["text"] == "/mesa"
    with pytest.raises(ControlError):
        room.controls.rewrite(room.jon, room.group, said, "/mesa")


# Reading


async def test_everybody_sees_what_was_shown_to_him_and_nothing_else(room: Room) -> None:
    room.controls.start(room.ane)
    await room.send("mano secreta", room.ane, reply_markup=keys(["Tirar"]))
    number = await room.send("mesa", reply_markup=keys(["Mus"]))
    await room.result("editMessageText", chat_id=room.group, message_id=number, text="mesa 2")
    press = room.controls.press(room.jon, room.group, number, text="Mus", stale=True)
    await room.result("answerCallbackQuery", callback_query_id=press.id, text="R R 7 4", show_alert=True)
    room.controls.leave(room.mikel, room.group)
    late = await room.send("después")

    def seen(user: int) -> set[tuple[str, str]]:
        return {(item.kind, item.text) for item in room.reading.seen_by(user)}

    assert ("text", "mano secreta") in seen(room.ane)
    assert ("data", "Tirar") in seen(room.ane)
    assert {("alert", "R R 7 4"), ("text", "mesa"), ("text", "mesa 2")} <= seen(room.jon)
    assert not {text for kind, text in seen(room.jon) if "secreta" in text or text == "Tirar"}
    assert not {text for kind, text in seen(room.itziar) if "R R" in text or "secreta" in text}
    assert ("text", "después") not in seen(room.mikel)
    assert ("text", "mesa") in seen(room.mikel)
    assert room.reading.message(room.group, late).now.seen_by == {room.ane, room.jon, room.itziar}
    with pytest.raises(ControlError):
        room.reading.message(room.group, late, room.mikel)


async def test_newcomers_see_what_a_supergroup_shows_now_but_not_what_it_showed(room: Room) -> None:
    number = await room.send("antes")
    await room.result("editMessageText", chat_id=room.group, message_id=number, text="ahora")
    new = room.controls.add_user("Nuevo")
    room.controls.join(new, room.group)
    assert [item.text for item in room.reading.seen_by(new) if item.kind == "text"] == ["ahora"]


async def test_a_message_tells_its_history_sound_and_marks(room: Room) -> None:
    number = await room.send(
        "<b>a</b> &lt;",
        parse_mode="HTML",
        disable_notification=True,
        protect_content=True,
        reply_markup=keys(["Mus"]),
    )
    await room.result("editMessageText", chat_id=room.group, message_id=number, text="b")
    view = room.reading.message(room.group, number)
    assert [(version.text, version.html) for version in view.history] == [
        ("a <", "<b>a</b> &lt;"),
        ("b", "b"),
    ]
    assert (view.silent, view.protected, view.edited, view.from_bot) == (True, True, True, True)
    assert view.history[0].labels == [["Mus"]]
    assert view.keyboard == ()


async def test_the_state_of_a_user_holds_his_chats_and_messages(room: Room) -> None:
    await room.send("mesa")
    state = room.reading.state(room.ane)
    assert [(chat["type"], len(chat["messages"])) for chat in state["chats"]] == [
        ("private", 0),
        ("supergroup", 1),
    ]
    assert state["seq"] == room.emulator.feed.seq
    room.controls.leave(room.ane, room.group)
    assert [chat["type"] for chat in room.reading.state(room.ane)["chats"]] == ["private"]


async def test_the_feed_numbers_every_change_and_wakes_those_who_wait(room: Room) -> None:
    before = room.emulator.feed.seq
    await room.send("a")
    changes = room.emulator.feed.since(before)
    assert [change.kind for change in changes] == ["message", "call"]
    assert [change.seq for change in changes] == [before + 1, before + 2]
    assert not any("text" in change.data for change in changes)
    with pytest.raises(TimeoutError):
        await room.controls.wait_until(lambda: False, timeout=0.01)
    await room.controls.wait_until(lambda: room.reading.last(room.group).text == "a")


# The bot's duties


async def test_a_late_answer_is_a_violation(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    press = room.controls.press(room.ane, room.group, text="Mus")
    room.controls.advance(5)
    await room.result("answerCallbackQuery", callback_query_id=press.id)
    assert room.kinds() == []
    press = room.controls.press(room.ane, room.group, text="Mus")
    room.controls.advance(5.1)
    await room.result("answerCallbackQuery", callback_query_id=press.id)
    assert room.kinds() == ["late_answer"]


async def test_a_press_without_an_answer_is_found_when_asked_for(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    press = room.controls.press(room.ane, room.group, text="Mus")
    assert room.controls.check_unanswered() == []
    room.controls.advance(5.1)
    assert room.controls.check_unanswered() == [press]
    assert room.controls.check_unanswered() == []
    assert room.kinds() == ["unanswered"]
    fresh = room.controls.press(room.ane, room.group, text="Mus")
    assert room.controls.check_unanswered(final=True) == [fresh]


async def test_presses_open_at_a_kill_or_failed_on_purpose_are_excused(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    room.controls.press(room.ane, room.group, text="Mus")
    assert room.controls.excuse_open_presses() == 1
    press = room.controls.press(room.jon, room.group, text="Mus")
    room.controls.fail_next("answerCallbackQuery", code=500)
    assert not (await room.call("answerCallbackQuery", callback_query_id=press.id)).ok
    room.controls.advance(60)
    assert room.controls.check_unanswered(final=True) == []
    assert room.kinds() == []


# Ephemeral messages


async def ephemeral(room: Room, user: int, press: str = "", **more: Any) -> dict[str, Any]:
    parameters: dict[str, Any] = {
        "receiver_user_id": user,
        **({"callback_query_id": press} if press else {}),
        **more,
    }
    sent = await room.result(
        "sendMessage",
        chat_id=room.group,
        text="tus cartas",
        reply_markup=keys(["Tirar"]),
        ephemeral_message_parameters=parameters,
    )
    assert isinstance(sent, dict)
    return sent


async def test_an_ephemeral_message_is_seen_pressed_edited_and_deleted_for_one(room: Room) -> None:
    await room.send("mesa", reply_markup=keys(["Cartas"]))
    opened = room.controls.press(room.ane, room.group, text="Cartas")
    sent = await ephemeral(room, room.ane, opened.id)
    number = sent["ephemeral_message_id"]
    assert (sent["message_id"], sent["receiver_user"]["id"]) == (0, room.ane)
    assert not any("cartas" in item.text for item in room.reading.seen_by(room.jon))
    with pytest.raises(ControlError):
        room.controls.press(room.jon, room.group, text="Tirar", ephemeral_id=number)
    press = room.controls.press(room.ane, room.group, text="Tirar", ephemeral_id=number)
    query = (await room.updates())[-1]["callback_query"]
    assert query["message"]["ephemeral_message_id"] == number
    target = {"chat_id": room.group, "receiver_user_id": room.ane, "ephemeral_message_id": number}
    await room.result("editEphemeralMessageText", **target, text="otras")
    assert room.reading.messages(room.group, room.ane)[-1].text == "otras"
    await room.result("answerCallbackQuery", callback_query_id=press.id)
    await room.result("deleteEphemeralMessage", **target)
    refusal = await room.refusal("deleteEphemeralMessage", **target)
    assert refusal == (400, "Bad Request: MESSAGE_ID_INVALID")


async def test_a_bot_may_send_one_after_a_press_for_15_seconds_or_as_an_administrator(room: Room) -> None:
    await room.send("mesa", reply_markup=keys(["Cartas"]))
    opened = room.controls.press(room.ane, room.group, text="Cartas")

    async def refused(user: int, press: str = "") -> str:
        parameters = {"receiver_user_id": user, "callback_query_id": press}
        _, text = await room.refusal(
            "sendMessage", chat_id=room.group, text="a", ephemeral_message_parameters=parameters
        )
        return text

    assert await refused(room.ane) == "Bad Request: CHAT_ADMIN_REQUIRED"
    assert await refused(room.jon, opened.id) == "Bad Request: CHAT_ADMIN_REQUIRED"
    assert await refused(room.controls.add_user("Nadie"), opened.id) == "Bad Request: USER_NOT_PARTICIPANT"
    room.controls.refuse_ephemerals(room.group)
    assert await refused(room.ane, opened.id) == "Bad Request: CHAT_ADMIN_REQUIRED"
    room.controls.refuse_ephemerals(room.group, refused=False)
    room.controls.advance(15.1)
    assert await refused(room.ane, opened.id) == "Bad Request: CHAT_ADMIN_REQUIRED"
    room.controls.promote_bot(room.group)
    await ephemeral(room, room.jon)
