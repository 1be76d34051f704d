# The board: one message a hand in the group.

board-seat = { $turn ->
    [yes] ▶ <b>{ $name }</b>
   *[no] { $name }
}{ $mano ->
    [yes] {" "}✋
   *[no] { "" }
}
board-drawn = { $drawn }
board-said = <i>{ $said }</i>
board-out = <i>not in this one</i>
board-choosing = <i>choosing…</i>
board-chosen = <i>has chosen</i>
board-cut = { $who } cut
board-broken = This hand was broken off.

declared = { $answer ->
    [yes] { $who } yes
   *[no] { $who } no
}
declarations = { lance-name }: { $said }

outcome = { $outcome ->
    [en_paso] unbet
    [querido] { $stake } accepted
    [rechazado] declined, { $deje } to { $winner }
    [nadie] { $lance ->
        [pares] – nobody
       *[other] – nobody
    }
    [ordago] órdago accepted
   *[un_lado] only { $winner }
}

ask-mus = <b>Mus (new cards)? { $who } to speak.</b>
ask-discards = <b>Discards. { $count ->
    [one] Waiting for { $who }.
   *[other] Waiting for { $who }.
}</b>
ask-open = <b>{ lance-name }: { $who } to speak.</b>
ask-bet = <b>{ lance-name }: { $bettor } { $raised ->
    [yes] raises to { $stake }
   *[no] bets { $stake }
} (declined: { $deje }). { $count ->
    [one] { $who }, do you accept?
   *[other] { $who }: do you accept?
}</b>
ask-ordago = <b>💥 Órdago by { $bettor } { lance-at }: the whole game! (declined: { $deje }) { $count ->
    [one] { $who }, do you accept?
   *[other] { $who }: do you accept?
}</b>

board-limit = ⏱ { $seconds } s
board-by-time = 🤖 { $call }
remind-private = ⏰ Your turn: { $seconds } s left.
remind-hand = { CAP($hand) }
remind-group = ⏰ { $who }, it is your turn: { $seconds } s left.
