# The table while it waits.

lobby-head = 🃏 <b>Mus table</b>
lobby-pair = { $pair ->
    [a] <b>Pair A</b>
   *[b] <b>Pair B</b>
}: { $names }
lobby-missing = { $n ->
    [one] 1 player missing.
   *[other] { $n } players missing.
}
lobby-full = All here: press Start, or it starts by itself in { $seconds } s.
lobby-private = <i>See your cards with "🎴 My cards" or in the private chat.</i>
lobby-started = The game is on: { $first } against { $second }.
lobby-closed = Table closed. Open another with /mus


preset-name = { $preset ->
    [clasico] Classic
    [bizkaia] Bizkaia
    [federacion] Federation
    [cuatro_reyes] Four kings
    [rapida] Quick
   *[own] Custom
}
rules-line = { preset-name }: { $kings } kings, game to { $target }{ $juegos ->
    [one] , one game
   *[other] , first to { $juegos } games
}{ $vacas ->
    [one] { "" }
   *[other] , { $vacas } vacas
}{ $real ->
    [yes] , la real
   *[no] { "" }
}{ $corrido ->
    [yes] , mus corrido
   *[no] { "" }
}
