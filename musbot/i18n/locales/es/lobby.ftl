# La mesa mientras espera.

lobby-head = 🃏 <b>Mesa de mus</b>
lobby-pair = { $pair ->
    [a] <b>Pareja A</b>
   *[b] <b>Pareja B</b>
}: { $names }
lobby-missing = { $n ->
    [one] Falta 1 jugador.
   *[other] Faltan { $n } jugadores.
}
lobby-full = Mesa completa: pulsad Empezar, o empieza sola en { $seconds } s.
lobby-private = <i>Las cartas se ven con «🎴 Mis cartas» o en el chat privado.</i>
lobby-started = La mesa está en marcha: { $first } contra { $second }.
lobby-closed = Mesa cerrada. Para abrir otra: /mus


preset-name = { $preset ->
    [clasico] Clásico
    [bizkaia] Bizkaia
    [federacion] Federación
    [cuatro_reyes] Cuatro reyes
    [rapida] Rápida
   *[own] A medida
}
rules-line = { preset-name }: { $kings } reyes, a { $target }{ $juegos ->
    [one] , un juego
   *[other] , vaca a { $juegos } juegos
}{ $vacas ->
    [one] { "" }
   *[other] , partida a { $vacas } vacas
}{ $real ->
    [yes] , la real
   *[no] { "" }
}{ $corrido ->
    [yes] , mus corrido
   *[no] { "" }
}
