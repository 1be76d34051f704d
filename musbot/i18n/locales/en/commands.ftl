# What Telegram shows in the menu and in the bot's profile. No markup.

command-mus = Open a mus table
command-mesa = Bring the table down
command-cartas = See my cards
command-envido = Bet another amount: /envido 7
command-score = See the score
command-tanteo = Show the score
command-salir = Leave the table
command-cancelar = Cancel the game
command-reglas = The rules in short
command-idioma = Change language
command-ayuda = How to play here
command-start = Begin

bot-description = Mus in pairs in your group: grande, chica, pares and juego, with bets and órdagos. Add me to a group and write /mus. If you are too few, computers sit down. I do not read your chat: only buttons, commands and replies to the table.
bot-short-description = Mus, the Basque card game, in pairs in your Telegram group. Add me and write /mus.
command-practicar = Practise against three computers
command-pista = What a good player would do
