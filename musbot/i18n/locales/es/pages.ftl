# Respuestas a comandos: ayuda, reglas, idioma, preguntas antes de algo definitivo.

greeting-head = ¡Aúpa! Aquí se juega al <b>mus</b> por parejas.
greeting-begin = En un grupo, escribe /mus para abrir una mesa. Cuando haya cuatro sentados, personas u ordenadores, se reparte. Más en /ayuda y /reglas.

help-head = <b>Cómo se juega aquí</b>
help-start = { $where ->
    [private] Las mesas se abren en un grupo con /mus; aquí ves tus cartas y puedes jugar con «▶ Jugar desde aquí».
   *[group] Abrid una mesa con /mus, sentaos por parejas y pulsad Empezar. El mensaje de la mesa se va actualizando: ahí están el tanteo, a quién le toca y los botones.
}
help-cards = Tus cartas: «🎴 Mis cartas» te las enseña solo a ti. Si abres el chat privado con el bot, te llegan también allí.
help-calls = Para otra cantidad, /envido 7, o responde al mensaje de la mesa: <code>7</code>, <code>5 más</code>, <code>órdago</code>, <code>paso</code>. «⬇️» (o /mesa) trae la mesa abajo.
help-ordago = El órdago se pulsa dos veces, al echarlo y al quererlo: con él se juega el juego entero.
help-commands = /mus abre mesa · /mesa la trae abajo · /cartas · /score el tanteo · /salir te levanta · /cancelar acaba la partida · /reglas · /idioma
help-corrido = ¿Mus ciego? No conozco reglas con ese nombre. ¿No será mus corrido, en el que quien corta la primera mano es mano?
help-reads = No leo vuestro chat: solo botones, comandos y respuestas a la mesa.

rules-head = <b>El mus en dos minutos</b>
rules-aim = Dos parejas, cuatro cartas cada uno. Gana el juego la primera pareja que llega a { $target } piedras; cinco piedras son un amarraco. Habla primero el mano, y en los empates gana quien habla antes.
rules-cards = { $kings ->
    [8] Ocho reyes: el 3 vale como rey y el 2 como as.
   *[other] Cuatro reyes: cada carta es lo que es.
} Orden: R C S 7 6 5 4 { $kings ->
    [8] A
   *[other] 3 2 A
}. Los palos no cuentan.
rules-mus = Si todos dicen mus, cada uno tira de una a cuatro cartas y recibe otras tantas; y otra vez. El primero que dice «no hay mus» corta y empiezan los lances.
rules-lances = <b>Grande</b>: las cartas más altas. <b>Chica</b>: las más bajas. <b>Pares</b>: par, medias (tres iguales) o duples (dos pares). <b>Juego</b>: sumar 31 o más; si nadie llega, <b>punto</b>: quien más sume.
rules-values = Figuras 10, as 1. El mejor juego es 31; después 32, 40, 37, 36, 35, 34 y 33.
rules-bets = En cada lance: paso, envido (2 o más) u órdago. Al envite se contesta quiero, no quiero, o se sube: «5 más». Lo que no se quiere se paga al momento: 1 piedra, o lo que había antes de la subida.
rules-count = Al final se enseña y se cuenta por orden: grande, chica, pares y juego. En paso, grande y chica valen 1. Pares: par 1, medias 2, duples 3. Juego: 2, y 3 la de 31. { $punto ->
    [yes] El punto vale 1, además de lo envidado.
   *[no] El punto vale 1 si queda en paso.
}
rules-real = { $real ->
    [sota] La real, 7 7 7 S, gana a cualquier otra 31.
   *[figure] La real, 7 7 7 y una figura, gana a cualquier otra 31.
}
rules-corrido = Mus corrido: en la primera mano de cada juego, quien corta pasa a ser mano.

language-ask = ¿En qué idioma hablamos?
which-table = Estás en varias mesas. ¿Desde cuál juegas aquí?
cards-how = Tus cartas, solo para ti:
no-table = Aquí no hay ninguna mesa. Para abrir una en un grupo: /mus
table-open = { $stage ->
    [lobby] Ya hay una mesa abierta{ $count ->
        [0] {"."}
       *[other] {" "}con { $who }.
    }
   *[playing] Ya se está jugando: { $who }.
}
table-idle = Hace rato que nadie toca nada. ¿La cierro?
leave-ask = { $name }, ¿te vas de la partida? Un ordenador jugará por ti hasta que acabe el juego; si vuelves antes, el sitio es tuyo.
cancel-ask = ¿Se cancela la partida? Tiene que pulsar uno de cada pareja antes de 2 minutos.
cancel-waits = Falta uno de { $names }.
closed = { $reason ->
    [idle] Mesa cerrada: hacía rato que nadie jugaba.
    [cancelled] Partida cancelada.
    [enough] Hasta aquí por hoy. Para otra: /mus
    [left] Mesa cerrada: no queda nadie.
    [admin] Mesa cerrada por la administración del grupo.
   *[other] Mesa cerrada.
}
