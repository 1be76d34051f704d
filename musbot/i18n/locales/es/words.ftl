# Palabras que comparten todas las pantallas.

line = { $parts }
blank = { "" }

name-blank = Sin nombre
name-free = libre
name-computer = 🤖 { $name }
name-away = 🤖 por { $name }

lance-name = { $lance ->
    [grande] Grande
    [chica] Chica
    [pares] Pares
    [juego] Juego
   *[punto] Punto
}
# «a la grande», «a pares»: dónde se envida.
lance-at = { $lance ->
    [grande] a la grande
    [chica] a la chica
    [pares] a pares
    [juego] al juego
   *[punto] al punto
}

call-mus = mus
call-corto = no hay mus
call-descarte = { $n ->
    [one] tira una
   *[other] tira { $n }
}
call-paso = paso
call-envido = envido { $n }
call-quiero = quiero
call-no-quiero = no quiero
call-mas = { $n } más
call-ordago = ¡órdago{ $lance ->
    [none] { "" }
   *[other] { " " }{ lance-at }
}!
call-siguiente = siguiente

turn-none = no se está jugando
turn-next = pulsad Siguiente
turn-mus = habla { $who }
turn-open = habla { $who }
turn-answer = { $count ->
    [one] contesta { $who }
   *[other] contestan { $who }
}
turn-discards = { $count ->
    [one] falta el descarte de { $who }
   *[other] faltan los descartes de { $who }
}

rank-many = { $rank ->
    [as] ases
    [dos] doses
    [tres] treses
    [cuatro] cuatros
    [cinco] cincos
    [seis] seises
    [siete] sietes
    [sota] sotas
    [caballo] caballos
   *[rey] reyes
}
pares-none = sin pares
pares-kind = { $kind ->
    [par] par de { $rank }
    [medias] medias de { $rank }
    [duples] duples de { $rank }
   *[duples-two] duples de { $rank } y { $other }
}
juego-points = { $n }
juego-real = la real
punto-points = { $n } al punto

draft = { $n ->
    [0] Elige qué tiras
   *[other] Tiras { $throw } · { $kept ->
        [0] no te quedas nada
       *[other] te quedas { $keep }
    }
}

score-pair = <b>{ $names }</b>  { $stones }{ $stones ->
    [0] { "" }
   *[other] {"  "}{ $marks }
}{ $close ->
    [yes] {"  "}<b>¡adentro!</b>
    [won] {"  "}🏆
   *[no] { "" }
}
score-juegos = Juegos { $a }–{ $b } (vaca a { $n })
score-vacas = Vacas { $a }–{ $b } (partida a { $n })
score-head = Mano { $hand } · a { $target }
score-none = Todavía no se ha repartido.
score-juego = { $a }–{ $b }
score-history = Juegos acabados: { $juegos }
tally = Llevamos: { $first } { $a } – { $b } { $second }
