# Buttons. No markup; calls are said in Spanish in every language.

label-mus = Mus
label-corto = No hay mus
label-paso = Paso
label-envido = Envido { $n }
label-quiero = Quiero
label-no-quiero = No quiero
label-mas = { $n } más
label-ordago = ¡Órdago!
label-noted = ✓ { $call } (on my turn)

label-toggle = { $marked ->
    [yes] ✓{" "}
   *[no] { "" }
}{ $shown ->
    [yes] { $n }·{ $card }
   *[no] { $n }
}
label-all = All
label-confirm = { $n ->
    [0] ✔ Discard
   *[other] ✔ Discard { $n }
}
label-cards = 🎴 My cards
label-repost = ⬇️
label-back = 🙋 I'm back
label-next = Next hand
label-rematch = Rematch
label-swap = Change pairs
label-enough = Enough

label-here = { $on ->
    [yes] ▶ Play from here
   *[no] ⏸ Play from the group
}
label-group = ↩ To the group
label-private = 💬 Private chat

label-sit = { $pair ->
    [a] Sit · pair A
   *[b] Sit · pair B
}
label-stand = Stand up
label-draw = 🎲 Draw the pairs
label-unbot = Remove computer
label-preset = Rules: { preset-name } ⟳
label-start = ▶ Start
label-close = ✖ Close the table

label-language = { $locale ->
    [es] Español
   *[en] English
}
label-table = { $title }
label-show = ⬇️ Show the table
label-close-idle = ✖ Close the open table
label-leave = Yes, I leave
label-cancel = Cancel the game
label-bot = 🤖 { $level ->
    [aprendiz] Beginner
    [maestro] Master
   *[jugador] Player
}
label-hints = 💡 Hints: { $allowed ->
    [yes] yes
   *[no] no
}
label-hint = 💡 Hint
label-take = Take 🤖 { $name }'s seat
label-object = Keep the computer
label-review = 📊 Luck and decisions
