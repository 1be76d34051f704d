# El tablero: un mensaje por mano en el grupo.

board-seat = { $turn ->
    [yes] ▶ <b>{ $name }</b>
   *[no] { $name }
}{ $mano ->
    [yes] {" "}✋
   *[no] { "" }
}
board-drawn = { $drawn }
board-said = <i>{ $said }</i>
board-out = <i>no juega</i>
board-choosing = <i>elige…</i>
board-chosen = <i>ya ha elegido</i>
board-cut = Cortó { $who }
board-broken = La mano se ha quedado a medias.

declared = { $answer ->
    [yes] { $who } sí
   *[no] { $who } no
}
declarations = { lance-name }: { $said }

outcome = { $outcome ->
    [en_paso] en paso
    [querido] { $stake } querido
    [rechazado] no querido, { $deje } para { $winner }
    [nadie] { $lance ->
        [pares] no hay
       *[other] no hay
    }
    [ordago] órdago querido
   *[un_lado] solo { $winner }
}

ask-mus = <b>¿Mus? Habla { $who }.</b>
ask-discards = <b>Descartes. { $count ->
    [one] Falta { $who }.
   *[other] Faltan { $who }.
}</b>
ask-open = <b>{ lance-name }: habla { $who }.</b>
ask-bet = <b>{ lance-name }: { $raised ->
    [yes] { $bettor } sube a { $stake }
   *[no] { $bettor } envida { $stake }
} (si no, { $deje }). { $count ->
    [one] { $who }, ¿quieres?
   *[other] { $who }: ¿queréis?
}</b>
ask-ordago = <b>💥 ¡Órdago de { $bettor } { lance-at }! (si no, { $deje }). { $count ->
    [one] { $who }, ¿quieres?
   *[other] { $who }: ¿queréis?
}</b>

board-limit = ⏱ { $seconds } s
board-by-time = 🤖 { $call }
remind-private = ⏰ Te toca; te quedan { $seconds } s.
remind-hand = { CAP($hand) }
remind-group = ⏰ { $who }, te toca; te quedan { $seconds } s.
