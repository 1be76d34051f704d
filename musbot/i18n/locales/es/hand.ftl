# La mano de cada uno: mensaje privado y alerta.

hand-head = Mano { $hand } · { $mine ->
    [yes] ✋ eres mano
   *[no] ✋ { $mano }
} · vosotros { $ours }, ellos { $theirs }
hand-card = { $n }·{ $card }
hand-thrown = { $kept ->
    [0] Has tirado las cuatro
   *[other] Has tirado { $throw } · te quedas { $keep }
}

hand-ask-mus = ¿Mus? Empieza { $first }.
hand-ask-discards = { $done ->
    [yes] Falta que elijan los demás.
   *[no] Marca las que tiras y pulsa ✔.
}
hand-ask-out = Se juega { lance-name }: esta vez sin ti.
hand-ask-open = { lance-name }: empieza { $first }.
hand-ask-bet = { lance-name }: { $call ->
    [ordago] 💥 ¡órdago de { $bettor }! (si no, { $deje })
    [raise] { $bettor } sube a { $stake } (si no, { $deje })
   *[bet] { $bettor } envida { $stake } (si no, { $deje })
}. { $side ->
    [ours] Contestan ellos.
   *[theirs] ¿Queréis?
}

alert-card = { $n }·{ $card }
alert-hand = { $cards }
    { CAP($worth) }{ $choosing ->
    [yes] {"\u000A"}{ $choice }
   *[no] { "" }
}
