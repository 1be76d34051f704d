# Answers to a press: no markup, up to 200 characters, seen by the presser alone.

toast-sat = You sit in pair { $pair ->
    [a] A
   *[b] B
}.{ $private ->
    [closed] {" "}Your cards: "🎴 My cards"; in the private chat too once you open it.
   *[open] { "" }
}
toast-already-seated = You already sit in pair { $pair ->
    [a] A
   *[b] B
}.
toast-pair-full = Pair { $pair ->
    [a] A
   *[b] B
} is full.
toast-bot-added = { $name } 🤖 sits down
toast-bot-removed = { $name } 🤖 stands up
toast-preset = Rules: { preset-name }
toast-missing = { $n ->
    [one] 1 player missing.
   *[other] { $n } players missing.
}
toast-stale = That is over: { $now }.
toast-out-of-turn = Not yet: { $who }.
toast-illegal = { $code ->
    [not_started] No cards have been dealt yet.
    [partida_over] The match is over.
    [hand_over] The hand is over: press Next hand.
    [hand_not_over] The hand is not over.
    [mus_first] First mus: mus or no hay mus (cut).
    [mus_not_asked] Mus is not asked now.
    [no_discards_now] This is not the time for discards.
    [discards_first] First the discards.
    [not_your_turn] It is not your turn.
    [already_chosen] You have chosen your discards.
    [discard_nothing] Choose at least one.
    [discard_malformed] Choose among your four cards.
    [not_in_lance] You do not hold what this lance is about.
    [own_side] The bet is your own pair's: the others answer.
    [already_refused] You have declined already.
    [nothing_to_answer] Nothing is bet.
    [bet_already_open] There is a bet: quiero (accept), no quiero (decline) or "5 más" (raise).
    [must_answer] There is a bet: quiero (accept), no quiero (decline) or más (raise).
    [no_raise_over_ordago] An órdago is answered quiero (accept) or no quiero (decline) only.
    [envido_too_small] The smallest bet is 2.
    [raise_too_small] The raise is too small.
    [over_target] That is more than the whole game: beyond it, only órdago.
   *[unknown_seat] There is no such seat at this table.
}
toast-ordago-again = { $accepting ->
    [yes] Accept the órdago { lance-at }: the whole game is at stake. Press again.
   *[no] Órdago { lance-at }: you bet the whole game. Press again.
}
toast-taken = { CAP($call) } ✔ · { $then } · { $hand }
toast-taken-last = { CAP($call) } ✔ · { $hand }
toast-draft = { draft }
toast-thrown = You discard { $throw } ✔ · { $then }
toast-early = { $noted ->
    [yes] Noted: { $call } when it is your turn. Again to take it back.
   *[no] Taken back: { $call } is no longer noted.
}
toast-cancel-vote = Noted. Somebody of pair { $pair ->
    [a] A
   *[b] B
} has to press too.

toast-not-seated = You do not sit at this table.
toast-stood = You have stood up.
toast-drawn = Pairs drawn.
toast-draw-needs-two = At least two must be seated to draw pairs.
toast-no-seat = No seat is left.
toast-no-bot = No computer is seated.
toast-unknown = That button is no longer good. Press ⬇️ or write /mesa.
toast-need-human = At least one person has to play.
toast-started = Let's play!
toast-closed = Table closed.
toast-not-yours-to-close = Those seated close it, or whoever opened it.
toast-onlooker = Los mirones son de piedra: onlookers are made of stone.
toast-no-cards-yet = No cards have been dealt yet.
toast-game-running = A game is being played.
toast-not-playing = No game is being played now.
toast-table-closed = This table is closed. Open another with /mus
toast-choose-one = Choose at least one.
toast-already-chosen = You have chosen your discards.
toast-reposted = The table, down here.
toast-here-on = You play from here.
toast-here-off = You play from the group.
toast-here-private-only = Press that in the private chat.
toast-rematch = Rematch!
toast-swap = Let's change pairs.
toast-enough = Enough for today.
toast-not-between = Press that when the match is over.
toast-cancelled = Game cancelled.
toast-cancel-seated = Those who play cancel it, or the group's administration.
toast-leave-again = Write /salir again.
toast-left = You have left. You can come back while the game lasts.
toast-back = You are back.
toast-not-away = You had not left.
toast-bad-amount = I did not understand the amount. For example: /envido 5
toast-language = Done: English it is.
toast-next = A new hand.

toast-busy = Too many at once. Try again in a moment.
toast-duplicate = That was done already.
toast-error = Something went wrong on our side. Try again.
toast-foreign = That button belongs to another table.
toast-language-admins = The group's admins change its language, or whoever opened the table.
toast-table-gone = That table no longer exists. Open another with /mus
toast-newcomer = You take 🤖 { $name }'s seat from the next hand on.
toast-newcomer-seated = You sit at this table already.
toast-newcomer-taken = That seat is no longer free.
toast-newcomer-gone = No need any more.
toast-newcomer-partner = That is for the partner to decide.
toast-newcomer-refused = All right, the computer stays.
toast-hints-on = Hints are allowed at this table.
toast-hints-off = No hints at this table.
toast-hints-not-here = No hints at this table. To practise with them: /practicar in the private chat.
toast-hints-private = Ask for a hint with the button or in private: here it would show your cards.
toast-no-review = Nothing worked out for this juego yet.
toast-practice-private = Practice is in the private chat: /practicar there.
toast-practice-running = You are at a table already.
