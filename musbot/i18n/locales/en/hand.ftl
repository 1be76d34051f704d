# A player's own hand: private message and alert.

hand-head = Hand { $hand } · { $mine ->
    [yes] ✋ you are mano
   *[no] ✋ { $mano }
} · you { $ours }, they { $theirs }
hand-card = { $n }·{ $card }
hand-thrown = { $kept ->
    [0] You discarded all four
   *[other] You discarded { $throw } · you keep { $keep }
}

hand-ask-mus = Mus (new cards)? { $first } speaks first.
hand-ask-discards = { $done ->
    [yes] The others are still choosing.
   *[no] Mark what you discard and press ✔.
}
hand-ask-out = { lance-name } is being played, this time without you.
hand-ask-open = { lance-name }: { $first } speaks first.
hand-ask-bet = { lance-name }: { $call ->
    [ordago] 💥 órdago by { $bettor }, the whole game! (declined: { $deje })
    [raise] { $bettor } raises to { $stake } (declined: { $deje })
   *[bet] { $bettor } bets { $stake } (declined: { $deje })
}. { $side ->
    [ours] They answer.
   *[theirs] Do you accept?
}

alert-card = { $n }·{ $card }
alert-hand = { $cards }
    { CAP($worth) }{ $choosing ->
    [yes] {"\u000A"}{ $choice }
   *[no] { "" }
}
