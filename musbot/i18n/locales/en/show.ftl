# The count and the órdago: what is told once.

show-head = <b>Hand { $hand }</b>{ $over ->
    [yes] {" "}· 🏆 end of the game
   *[no] { "" }
}
show-hidden = Nobody shows their cards.
show-hand = <b>{ $name }</b>{ $mano ->
    [yes] {" "}✋
   *[no] { "" }
}  { $hand }

show-piece = { $kind ->
    [deje] { lance-name } declined: <b>+{ $stones }</b> { $who }
    [en_paso] { lance-name } unbet: <b>+{ $stones }</b> { $who } ({ $worth })
    [bet] { lance-name } accepted: <b>+{ $stones }</b> { $who } ({ $worth })
    [bonus] { lance-name }: <b>+{ $stones }</b> { $who } ({ $worth })
   *[punto] { $has ->
        [yes] The stone of punto: <b>+{ $stones }</b> { $who }
       *[no] The stone of punto: <b>+{ $stones }</b> { $who }
    }
} → { $a }–{ $b }
show-ordago = 💥 Órdago accepted { lance-at }: <b>{ $who }</b> wins ({ $worth })

won-juego = 🏆 <b>{ $names } win the game!</b> { $how ->
    [ordago] By an órdago.
   *[stones] { $won } to { $lost }.
}
won-vaca = 🐄 And the vaca!
won-partida = 🎉 <b>{ $names } win the match.</b>
show-review = 📊 { $line }

ordago-told = 💥 Órdago by <b>{ $who }</b> { lance-at }!
ordago-asked = 💥 Órdago by <b>{ $who }</b> { lance-at }: the whole game! { $count ->
    [one] { $rivals }, do you accept?
   *[other] { $rivals }: do you accept?
}
