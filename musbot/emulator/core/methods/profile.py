"""The bot about itself: who it is, its commands, names, descriptions and menu button."""

from musbot.emulator.core.access import find_chat
from musbot.emulator.core.errors import bad_request
from musbot.emulator.core.methods.registry import Request, Run, method
from musbot.emulator.core.model import ChatType
from musbot.emulator.core.ports import Json
from musbot.emulator.core.profile import check_language
from musbot.emulator.core.render import user_json


@method("getMe")
def get_me(request: Request) -> Json:
    """Describe the bot."""
    return user_json(request.world.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not request.world.privacy,
        "supports_inline_queries": False,
    }


def _scope(request: Request) -> Json | None:
    scope: Json | None = request.get("scope")
    if scope is not None and "chat_id" in scope:
        chat = find_chat(request.world, scope["chat_id"], write=False)
        if chat.type is ChatType.CHANNEL or (chat.type is ChatType.PRIVATE and scope["type"] != "chat"):
            raise bad_request("BOT_COMMAND_SCOPE_INVALID")
        scope = {**scope, "chat_id": chat.id}
    return scope


@method("setMyCommands", "commands", "scope", "language_code")
def set_my_commands(request: Request) -> bool:
    """Set the commands of one scope and language."""
    language = check_language(request.get("language_code", ""))
    request.world.profile.set_commands(_scope(request), language, request.params["commands"])
    request.world.feed.add("commands")
    return True


@method("getMyCommands", "scope", "language_code")
def get_my_commands(request: Request) -> list[Json]:
    """Give the commands of exactly one scope and language."""
    language = check_language(request.get("language_code", ""))
    return request.world.profile.get_commands(_scope(request), language)


@method("deleteMyCommands", "scope", "language_code")
def delete_my_commands(request: Request) -> bool:
    """Remove the commands of one scope and language."""
    language = check_language(request.get("language_code", ""))
    request.world.profile.set_commands(_scope(request), language, [])
    request.world.feed.add("commands")
    return True


def _text_methods(name: str, suffix: str) -> None:
    def set_text(request: Request) -> bool:
        language = check_language(request.get("language_code", ""))
        request.world.profile.set_text(name, language, request.get(name, ""))
        return True

    def get_text(request: Request) -> Json:
        language = check_language(request.get("language_code", ""))
        default = request.world.bot.first_name if name == "name" else ""
        return {name: request.world.profile.text(name, language, default)}

    setter: Run = set_text
    getter: Run = get_text
    method(f"setMy{suffix}", name, "language_code")(setter)
    method(f"getMy{suffix}", "language_code")(getter)


_text_methods("name", "Name")
_text_methods("description", "Description")
_text_methods("short_description", "ShortDescription")


@method("setChatMenuButton", "chat_id", "menu_button")
def set_chat_menu_button(request: Request) -> bool:
    """Set the menu button of one private chat, or of all."""
    button = request.get("menu_button", {"type": "default"})
    request.world.profile.menu_buttons[request.get("chat_id", 0)] = button
    return True


@method("getChatMenuButton", "chat_id")
def get_chat_menu_button(request: Request) -> Json:
    """Give the menu button of one private chat, or that of all."""
    buttons = request.world.profile.menu_buttons
    found: Json = buttons.get(request.get("chat_id", 0)) or buttons.get(0, {"type": "commands"})
    return found
