"""The bot on Telegram: takes updates in, draws screens, delivers what chats are owed. Decides nothing about games."""
