"""A strict local Bot API: what the bot's tests and `musbot demo` talk to instead of Telegram.

`core` is the Telegram that is played here, without network and without asyncio; `clocks` gives it time, `inprocess`
and `server` are the two doors to it, `client` drives a server in another process, `demo` fills an empty world.
"""
