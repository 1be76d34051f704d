# Hints and what decided the juego. Plain text: alerts for one person.

hint = 💡 { $parts }
hint-call = { CAP($call) }
hint-reason = { $reason ->
    [good_hand] this hand needs no new cards
    [weak_hand] new cards are worth more
    [keep_best] what you keep promises most
    [favourite] you are more likely to win it than not
    [pressure] they may decline
    [not_worth] a bet does not pay here
    [trap] strong hand: let them bet
    [good_price] it is worth the price
    [last_chance] declining loses the juego
    [too_dear] it is not worth the price
   *[all_or_nothing] it is worth most
}
hint-chance = { $lance ->
    [grande] you win grande
    [chica] you win chica
    [pares] you win pares
    [juego] you win juego
   *[punto] you win punto
} { $percent } % of the time
hint-other = { $call } { $percent } %

review = { $parts }
review-pair = { $pair }: luck { $luck } %, decisions { $decisions } %
review-private = 📊 The decision that cost you most in this juego:
review-mus = mus
review-costly = Hand { $hand }, { $where }: { $call } ({ $percent } %). Better { $better }: { $reason ->
    [good_hand] the hand was good enough
    [weak_hand] new cards were worth more
    [keep_best] it promised more
    [favourite] you were the favourite
    [pressure] they might have declined
    [not_worth] a bet did not pay
    [trap] they might have bet
    [good_price] it was worth the price
    [last_chance] it was the last chance
    [too_dear] it was not worth the price
   *[all_or_nothing] it was worth most
}

newcomer = { $who } takes the seat of { $computer } from the next hand on.
newcomer-ask = { $who }: if you would rather go on as you are, say so here.
practice-group = Practice is in the private chat: you against three computers, with hints.
practice-again = You are practising already. Go on at the table, or leave it with /salir.
