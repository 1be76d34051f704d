"""The kinds that are stored, by name, and the one codec of the program.

A name stands in every database from now on: a class may be renamed or moved, its kind stays. A change of a class
that older texts do not survive (a field renamed, removed, retyped, or added without a default; a default changed)
raises `SCHEMA` and adds an upcaster; `tests/storage/data` holds texts of every schema that must stay readable.
"""

from collections.abc import Mapping
from types import MappingProxyType

from musbot.app import advice, document, screens, text
from musbot.engine import actions, events, rules, state
from musbot.storage.codec import Codec, Upcaster

SCHEMA = 1
"""Number of the shape that is written now."""

UPCASTERS: Mapping[int, Upcaster] = MappingProxyType({})
"""Steps from an older schema to the next."""

KINDS: Mapping[str, type] = MappingProxyType(
    {
        # the document of a table
        "table": document.TableDocument,
        "human": document.Human,
        "computer": document.Computer,
        "armed": document.Armed,
        "early": document.Early,
        "drafts": document.Drafts,
        "turn": document.Turn,
        "newcomer": document.Newcomer,
        "review": advice.Review,
        "costly": advice.Costly,
        # the engine's state
        "rules": rules.Rules,
        "state": state.State,
        "result": state.LanceResult,
        "envite": state.Envite,
        "piece": state.Piece,
        "call": state.Call,
        "question": state.Question,
        # actions
        "mus": actions.Mus,
        "corto": actions.Corto,
        "descarte": actions.Descarte,
        "paso": actions.Paso,
        "envido": actions.Envido,
        "quiero": actions.Quiero,
        "no_quiero": actions.NoQuiero,
        "mas": actions.Mas,
        "ordago": actions.Ordago,
        "siguiente": actions.Siguiente,
        # events
        "partida_started": events.PartidaStarted,
        "dealt": events.Dealt,
        "called": events.Called,
        "reshuffled": events.Reshuffled,
        "served": events.Served,
        "mus_opened": events.MusOpened,
        "mano_moved": events.ManoMoved,
        "lance_opened": events.LanceOpened,
        "declared": events.Declared,
        "lance_closed": events.LanceClosed,
        "hands_shown": events.HandsShown,
        "scored": events.Scored,
        "hand_ended": events.HandEnded,
        "juego_won": events.JuegoWon,
        "vaca_won": events.VacaWon,
        "partida_won": events.PartidaWon,
        # screens
        "screen": screens.Screen,
        "button": screens.Button,
        "press": screens.Press,
        "name": text.Name,
        "cards": text.Cards,
        "text": text.Text,
        "joined": text.Joined,
    }
)
"""Class by kind. Enums are written as their values and `Card` as in ``12o``."""

CODEC = Codec(KINDS, SCHEMA, UPCASTERS)
