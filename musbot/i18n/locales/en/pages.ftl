# Answers to commands: help, rules, language, questions before something final.

greeting-head = Hello! Here we play <b>mus</b>, the Basque card game of pairs and bets.
greeting-begin = In a group, write /mus to open a table. When four are seated, people or computers, the cards are dealt. More in /ayuda (help) and /reglas (rules).

help-head = <b>How to play here</b>
help-start = { $where ->
    [private] Tables are opened in a group with /mus; here you see your cards and can play with "▶ Play from here".
   *[group] Open a table with /mus, sit down in pairs and press Start. The table's message is kept up to date: score, whose turn it is, and the buttons.
}
help-cards = Your cards: "🎴 My cards" shows them to you alone. If you open the private chat with the bot, they arrive there too.
help-calls = For another amount, /envido 7, or reply to the table's message: <code>7</code>, <code>5 más</code> (5 more), <code>órdago</code>, <code>paso</code> (pass). "⬇️" (or /mesa) brings the table down.
help-ordago = An órdago (bet the whole game) takes two presses, to call it and to accept it.
help-commands = /mus opens a table · /mesa brings it down · /cartas cards · /score score · /salir leave · /cancelar end the game · /reglas rules · /idioma language
help-corrido = Mus ciego? No rules are known under that name. Did you mean mus corrido, where whoever cuts the first hand becomes mano?
help-reads = I do not read your chat: only buttons, commands and replies to the table.

rules-head = <b>Mus in two minutes</b>
rules-aim = Two pairs, four cards each. The first pair to reach { $target } stones (piedras) wins the game; five stones are an amarraco. The mano speaks first, and of equal hands the one that speaks earlier wins.
rules-cards = { $kings ->
    [8] Eight kings: a 3 counts as a king and a 2 as an ace.
   *[other] Four kings: every card is itself.
} Order: R (king) C (knight) S (jack) 7 6 5 4 { $kings ->
    [8] A (ace)
   *[other] 3 2 A (ace)
}. Suits never matter.
rules-mus = If all say mus, everyone discards one to four cards and draws as many; and again. The first "no hay mus" (no mus, I cut) begins the four rounds of betting, the lances.
rules-lances = <b>Grande</b>: highest cards. <b>Chica</b>: lowest cards. <b>Pares</b>: a pair, medias (three alike) or duples (two pairs). <b>Juego</b>: 31 or more in sum; if nobody has it, <b>punto</b>: the highest sum.
rules-values = Figures count 10, the ace 1. The best juego is 31; then 32, 40, 37, 36, 35, 34 and 33.
rules-bets = In each lance: paso (pass), envido (bet 2 or more) or órdago (bet the game). A bet is answered quiero (accept), no quiero (decline) or raised: "5 más". What is declined is paid at once: 1 stone, or what stood before the raise.
rules-count = At the end hands are shown and counted in order: grande, chica, pares and juego. Unbet, grande and chica pay 1. Pares: pair 1, medias 2, duples 3. Juego: 2, and 3 for 31. { $punto ->
    [yes] Punto pays 1, besides what was bet.
   *[no] Punto pays 1 if unbet.
}
rules-real = { $real ->
    [sota] La real, 7 7 7 S, beats every other 31.
   *[figure] La real, 7 7 7 and a figure, beats every other 31.
}
rules-corrido = Mus corrido: in the first hand of each game, whoever cuts becomes mano.

language-ask = Which language shall we speak?
which-table = You sit at several tables. From which one do you play here?
cards-how = Your cards, for you alone:
no-table = There is no table here. To open one in a group: /mus
table-open = { $stage ->
    [lobby] A table is already open{ $count ->
        [0] {"."}
       *[other] , with { $who }.
    }
   *[playing] A game is being played: { $who }.
}
table-idle = Nobody has touched it for a while. Shall I close it?
leave-ask = { $name }, are you leaving the game? A computer plays for you until the game ends; come back before that and the seat is yours.
cancel-ask = Cancel the game? One of each pair has to press within 2 minutes.
cancel-waits = Waiting for one of { $names }.
closed = { $reason ->
    [idle] Table closed: nobody has played for a while.
    [cancelled] Game cancelled.
    [enough] Enough for today. For another one: /mus
    [left] Table closed: nobody is left.
    [admin] Table closed by the group's administration.
   *[other] Table closed.
}
