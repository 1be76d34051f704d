# Words that all screens share. Calls stay Spanish, as at a table, and are explained.

line = { $parts }
blank = { "" }

name-blank = No name
name-free = free
name-computer = 🤖 { $name }
name-away = 🤖 for { $name }

lance-name = { $lance ->
    [grande] Grande (high)
    [chica] Chica (low)
    [pares] Pares (pairs)
    [juego] Juego (31 or more)
   *[punto] Punto (most points)
}
# Where a bet is made: "at grande".
lance-at = { $lance ->
    [grande] at grande
    [chica] at chica
    [pares] at pares
    [juego] at juego
   *[punto] at punto
}

call-mus = mus
call-corto = no hay mus (cut)
call-descarte = { $n ->
    [one] discards one
   *[other] discards { $n }
}
call-paso = paso (pass)
call-envido = envido { $n } (bet { $n })
call-quiero = quiero (accept)
call-no-quiero = no quiero (decline)
call-mas = { $n } más (raise by { $n })
call-ordago = ¡órdago! (the whole game{ $lance ->
    [none] { "" }
   *[other] , { lance-at }
})
call-siguiente = next hand

turn-none = no game is being played
turn-next = press Next hand
turn-mus = { $who } to speak
turn-open = { $who } to speak
turn-answer = { $count ->
    [one] { $who } to answer
   *[other] any of { $who } to answer
}
turn-discards = { $count ->
    [one] { $who } still chooses discards
   *[other] { $who } still choose discards
}

rank-many = { $rank ->
    [as] aces
    [dos] twos
    [tres] threes
    [cuatro] fours
    [cinco] fives
    [seis] sixes
    [siete] sevens
    [sota] jacks
    [caballo] knights
   *[rey] kings
}
pares-none = no pares
pares-kind = { $kind ->
    [par] pair of { $rank }
    [medias] medias: three { $rank }
    [duples] duples: four { $rank }
   *[duples-two] duples: { $rank } and { $other }
}
juego-points = juego { $n }
juego-real = la real (the royal 31)
punto-points = { $n } points

draft = { $n ->
    [0] Choose what to discard
   *[other] You discard { $throw } · { $kept ->
        [0] you keep nothing
       *[other] you keep { $keep }
    }
}

score-pair = <b>{ $names }</b>  { $stones }{ $stones ->
    [0] { "" }
   *[other] {"  "}{ $marks }
}{ $close ->
    [yes] {"  "}<b>nearly out!</b>
    [won] {"  "}🏆
   *[no] { "" }
}
score-juegos = Games { $a }–{ $b } (first to { $n })
score-vacas = Vacas { $a }–{ $b } (first to { $n })
score-head = Hand { $hand } · game to { $target }
score-none = No cards have been dealt yet.
score-juego = { $a }–{ $b }
score-history = Games played: { $juegos }
tally = So far: { $first } { $a } – { $b } { $second }
