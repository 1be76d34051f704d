# Botones. Sin formato; los envites se dicen en español en todos los idiomas.

label-mus = Mus
label-corto = No hay mus
label-paso = Paso
label-envido = Envido { $n }
label-quiero = Quiero
label-no-quiero = No quiero
label-mas = { $n } más
label-ordago = ¡Órdago!
label-noted = ✓ { $call } (cuando te toque)

label-toggle = { $marked ->
    [yes] ✓{" "}
   *[no] { "" }
}{ $shown ->
    [yes] { $n }·{ $card }
   *[no] { $n }
}
label-all = Todas
label-confirm = { $n ->
    [0] ✔ Tirar
   *[other] ✔ Tirar { $n }
}
label-cards = 🎴 Mis cartas
label-repost = ⬇️
label-back = 🙋 He vuelto
label-next = Siguiente
label-rematch = Revancha
label-swap = Cambiar parejas
label-enough = Basta

label-here = { $on ->
    [yes] ▶ Jugar desde aquí
   *[no] ⏸ Jugar desde el grupo
}
label-group = ↩ Al grupo
label-private = 💬 Chat privado

label-sit = { $pair ->
    [a] Sentarme · pareja A
   *[b] Sentarme · pareja B
}
label-stand = Levantarme
label-draw = 🎲 Sortear parejas
label-unbot = Quitar ordenador
label-preset = Reglas: { preset-name } ⟳
label-start = ▶ Empezar
label-close = ✖ Cerrar la mesa

label-language = { $locale ->
    [es] Español
   *[en] English
}
label-table = { $title }
label-show = ⬇️ Ver la mesa
label-close-idle = ✖ Cerrar la mesa abierta
label-leave = Sí, me voy
label-cancel = Cancelar la partida
label-bot = 🤖 { $level ->
    [aprendiz] Aprendiz
    [maestro] Maestro
   *[jugador] Jugador
}
label-hints = 💡 Pistas: { $allowed ->
    [yes] sí
   *[no] no
}
label-hint = 💡 Pista
label-take = Sentarme por 🤖 { $name }
label-object = Mejor que siga el ordenador
label-review = 📊 Suerte y decisiones
