# Respuestas a una pulsación: sin formato, hasta 200 caracteres, solo las ve quien pulsa.

toast-sat = Te has sentado en la pareja { $pair ->
    [a] A
   *[b] B
}.{ $private ->
    [closed] {" "}Tus cartas, con «🎴 Mis cartas»; si abres el chat privado, también allí.
   *[open] { "" }
}
toast-already-seated = Ya estás en la pareja { $pair ->
    [a] A
   *[b] B
}.
toast-pair-full = La pareja { $pair ->
    [a] A
   *[b] B
} está completa.
toast-bot-added = Se sienta { $name } 🤖
toast-bot-removed = Se levanta { $name } 🤖
toast-preset = Reglas: { preset-name }
toast-missing = { $n ->
    [one] Falta 1 jugador.
   *[other] Faltan { $n } jugadores.
}
toast-stale = Eso ya pasó: { $now }.
toast-out-of-turn = Aún no: { $who }.
toast-illegal = { $code ->
    [not_started] Todavía no se ha repartido.
    [partida_over] La partida ha terminado.
    [hand_over] La mano ha terminado: pulsa Siguiente.
    [hand_not_over] La mano no ha terminado.
    [mus_first] Primero el mus: mus o no hay mus.
    [mus_not_asked] Ahora no se pide mus.
    [no_discards_now] Ahora no es momento de descartes.
    [discards_first] Primero los descartes.
    [not_your_turn] No te toca.
    [already_chosen] Ya has elegido tus descartes.
    [discard_nothing] Elige al menos una.
    [discard_malformed] Elige entre tus cuatro cartas.
    [not_in_lance] No tienes con qué jugar este lance.
    [own_side] El envite es de tu pareja: contestan los otros.
    [already_refused] Ya has dicho que no quieres.
    [nothing_to_answer] No hay nada envidado.
    [bet_already_open] Ya está envidado: quiero, no quiero o «5 más».
    [must_answer] Está envidado: quiero, no quiero o más.
    [no_raise_over_ordago] A un órdago solo se contesta quiero o no quiero.
    [envido_too_small] El envite mínimo es 2.
    [raise_too_small] La subida es demasiado pequeña.
    [over_target] Eso pasa del total del juego: más allá, solo órdago.
   *[unknown_seat] No hay tal sitio en esta mesa.
}
toast-ordago-again = { $accepting ->
    [yes] Querer el órdago { lance-at }: te juegas el juego. Pulsa otra vez.
   *[no] Órdago { lance-at }: te juegas el juego. Pulsa otra vez.
}
toast-taken = { CAP($call) } ✔ · { $then } · { $hand }
toast-taken-last = { CAP($call) } ✔ · { $hand }
toast-draft = { draft }
toast-thrown = Tiras { $throw } ✔ · { $then }
toast-early = { $noted ->
    [yes] Anotado: { $call } cuando te toque. Otra vez para quitarlo.
   *[no] Quitado: { $call } ya no está anotado.
}
toast-cancel-vote = Anotado. Falta que pulse alguien de la pareja { $pair ->
    [a] A
   *[b] B
}.

toast-not-seated = No estás en esta mesa.
toast-stood = Te has levantado.
toast-drawn = Parejas sorteadas.
toast-draw-needs-two = Para sortear hacen falta al menos dos sentados.
toast-no-seat = No queda sitio.
toast-no-bot = No hay ningún ordenador sentado.
toast-unknown = Ese botón ya no vale. Pulsa ⬇️ o escribe /mesa.
toast-need-human = Tiene que jugar al menos una persona.
toast-started = ¡A jugar!
toast-closed = Mesa cerrada.
toast-not-yours-to-close = La cierra quien esté sentado o quien la abrió.
toast-onlooker = Los mirones son de piedra.
toast-no-cards-yet = Todavía no se ha repartido.
toast-game-running = Ya se está jugando.
toast-not-playing = Ahora no se está jugando.
toast-table-closed = Esta mesa está cerrada. Para abrir otra: /mus
toast-choose-one = Elige al menos una.
toast-already-chosen = Ya has elegido tus descartes.
toast-reposted = La mesa, aquí abajo.
toast-here-on = Juegas desde aquí.
toast-here-off = Juegas desde el grupo.
toast-here-private-only = Eso se pulsa en el chat privado.
toast-rematch = ¡Revancha!
toast-swap = A cambiar parejas.
toast-enough = Hasta aquí por hoy.
toast-not-between = Eso se pulsa cuando acaba la partida.
toast-cancelled = Partida cancelada.
toast-cancel-seated = La cancelan los que juegan o la administración del grupo.
toast-leave-again = Escribe /salir otra vez.
toast-left = Te has ido. Mientras dure el juego puedes volver.
toast-back = Has vuelto.
toast-not-away = No te habías ido.
toast-bad-amount = No he entendido la cantidad. Por ejemplo: /envido 5
toast-language = Hecho: en español.
toast-next = Nueva mano.

toast-busy = Hay mucha gente a la vez. Prueba otra vez en un momento.
toast-duplicate = Eso ya estaba hecho.
toast-error = Algo ha fallado por nuestra parte. Prueba otra vez.
toast-foreign = Ese botón es de otra mesa.
toast-language-admins = El idioma del grupo lo cambia su administración o quien abrió la mesa.
toast-table-gone = Esa mesa ya no existe. Para abrir otra: /mus
toast-newcomer = Te sientas por 🤖 { $name } desde la próxima mano.
toast-newcomer-seated = Ya estás sentado en esta mesa.
toast-newcomer-taken = Ese sitio ya no está libre.
toast-newcomer-gone = Ya no hace falta.
toast-newcomer-partner = Eso lo decide su pareja.
toast-newcomer-refused = Vale, sigue el ordenador.
toast-hints-on = En esta mesa se pueden pedir pistas.
toast-hints-off = En esta mesa no hay pistas.
toast-hints-not-here = En esta mesa no hay pistas. Para practicar con ellas: /practicar en el chat privado.
toast-hints-private = La pista, con el botón o en el chat privado: aquí enseñaría tus cartas.
toast-no-review = Todavía no hay cuentas de este juego.
toast-practice-private = Se practica en el chat privado: /practicar allí.
toast-practice-running = Ya estás en una mesa.
