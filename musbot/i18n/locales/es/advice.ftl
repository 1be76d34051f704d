# Pistas y lo que decidió el juego. Texto sin formato: son avisos para una sola persona.

hint = 💡 { $parts }
hint-call = { CAP($call) }
hint-reason = { $reason ->
    [good_hand] con esta mano no hace falta cambiar
    [weak_hand] las cartas nuevas valen más
    [keep_best] lo que te quedas es lo que más promete
    [favourite] es más fácil que ganes que lo contrario
    [pressure] puede que no quieran
    [not_worth] envidar aquí no renta
    [trap] mano fuerte: que enviden ellos
    [good_price] sale a cuenta
    [last_chance] si no quieres, se acaba el juego
    [too_dear] no sale a cuenta
   *[all_or_nothing] es lo que más vale
}
hint-chance = { $lance ->
    [grande] ganas la grande
    [chica] ganas la chica
    [pares] ganas los pares
    [juego] ganas el juego
   *[punto] ganas el punto
} el { $percent } %
hint-other = { $call } { $percent } %

review = { $parts }
review-pair = { $pair }: suerte { $luck } %, decisiones { $decisions } %
review-private = 📊 La decisión que más te ha costado en este juego:
review-mus = mus
review-costly = Mano { $hand }, { $where }: { $call } ({ $percent } %). Mejor { $better }: { $reason ->
    [good_hand] la mano ya valía
    [weak_hand] cartas nuevas valían más
    [keep_best] prometía más
    [favourite] eras favorito
    [pressure] quizá no querían
    [not_worth] envidar no rentaba
    [trap] que envidaran ellos
    [good_price] salía a cuenta
    [last_chance] era la última
    [too_dear] no salía a cuenta
   *[all_or_nothing] era lo que más valía
}

newcomer = { $who } se sienta por { $computer } desde la próxima mano.
newcomer-ask = { $who }: si prefieres seguir como estás, dilo aquí.
practice-group = Se practica en el chat privado: tú contra tres ordenadores, con pistas.
practice-again = Ya estás practicando. Sigue con la mesa, o déjala con /salir.
