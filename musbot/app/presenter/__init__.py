"""From documents to screens, in no language. Pure: the same document gives the same screens.

`present` says what a commit owes; the other functions make screens and texts for answers. What may be seen by whom is
decided here: cards stand in the screens of their own player, and in the place only when the engine has shown them.
"""

from musbot.app.presenter.advice import costly_notice, hint_text, review_text
from musbot.app.presenter.board import board_screen, question_line
from musbot.app.presenter.hand import hand_alert, hand_screen
from musbot.app.presenter.lobby import lobby_screen, next_preset
from musbot.app.presenter.owed import Owed, present, screens
from musbot.app.presenter.pages import (
    cancel_question_screen,
    cards_screen,
    closed_screen,
    greeting_screen,
    help_screen,
    language_screen,
    leave_question_screen,
    no_table_screen,
    practice_again_screen,
    practice_screen,
    rules_screen,
    score_screen,
    table_open_screen,
    which_table_screen,
)
from musbot.app.presenter.showdown import showdown_notice, showdown_screen
from musbot.app.presenter.words import (
    action_text,
    draft_text,
    hand_summary,
    lance_name,
    pair_name,
    seat_name,
    who_may_speak,
)

__all__ = [
    "Owed",
    "action_text",
    "board_screen",
    "cancel_question_screen",
    "cards_screen",
    "closed_screen",
    "costly_notice",
    "draft_text",
    "greeting_screen",
    "hand_alert",
    "hand_screen",
    "hand_summary",
    "help_screen",
    "hint_text",
    "lance_name",
    "language_screen",
    "leave_question_screen",
    "lobby_screen",
    "next_preset",
    "no_table_screen",
    "pair_name",
    "practice_again_screen",
    "practice_screen",
    "present",
    "question_line",
    "review_text",
    "rules_screen",
    "score_screen",
    "screens",
    "seat_name",
    "showdown_notice",
    "showdown_screen",
    "table_open_screen",
    "which_table_screen",
    "who_may_speak",
]
