# El recuento y el órdago: lo que se cuenta una vez.

show-head = <b>Mano { $hand }</b>{ $over ->
    [yes] {" "}· 🏆 fin del juego
   *[no] { "" }
}
show-hidden = Nadie enseña las cartas.
show-hand = <b>{ $name }</b>{ $mano ->
    [yes] {" "}✋
   *[no] { "" }
}  { $hand }

show-piece = { $kind ->
    [deje] { lance-name } no querido: <b>+{ $stones }</b> { $who }
    [en_paso] { lance-name } en paso: <b>+{ $stones }</b> { $who } ({ $worth })
    [bet] { lance-name } querido: <b>+{ $stones }</b> { $who } ({ $worth })
    [bonus] { lance-name }: <b>+{ $stones }</b> { $who } ({ $worth })
   *[punto] { $has ->
        [yes] La piedra del punto: <b>+{ $stones }</b> { $who }
       *[no] La piedra del punto: <b>+{ $stones }</b> { $who }
    }
} → { $a }–{ $b }
show-ordago = 💥 Órdago querido { lance-at }: gana <b>{ $who }</b> ({ $worth })

won-juego = 🏆 <b>¡Juego para { $names }!</b> { $how ->
    [ordago] De un órdago.
   *[stones] { $won } a { $lost }.
}
won-vaca = 🐄 ¡Y la vaca!
won-partida = 🎉 <b>Partida para { $names }.</b>
show-review = 📊 { $line }

ordago-told = 💥 ¡Órdago de <b>{ $who }</b> { lance-at }!
ordago-asked = 💥 ¡Órdago de <b>{ $who }</b> { lance-at }! { $count ->
    [one] { $rivals }, ¿quieres?
   *[other] { $rivals }: ¿queréis?
}
