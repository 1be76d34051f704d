# Lo que Telegram enseña en el menú y en la ficha del bot. Sin formato.

command-mus = Abrir una mesa de mus
command-mesa = Traer la mesa abajo
command-cartas = Ver mis cartas
command-envido = Envidar otra cantidad: /envido 7
command-score = Ver el tanteo
command-tanteo = Ver el tanteo
command-salir = Levantarme de la mesa
command-cancelar = Cancelar la partida
command-reglas = Las reglas en corto
command-idioma = Cambiar de idioma
command-ayuda = Cómo se juega aquí
command-start = Empezar

bot-description = Mus por parejas en vuestro grupo: grande, chica, pares y juego, con envites y órdagos. Añádeme a un grupo y escribe /mus. Si faltáis, se sientan ordenadores. No leo vuestro chat: solo botones, comandos y respuestas a la mesa.
bot-short-description = Mus por parejas en tu grupo de Telegram. Añádeme y escribe /mus.
command-practicar = Practicar contra tres ordenadores
command-pista = Qué haría un buen jugador
