"""Computer players, the fuzzer and the arena.

A player is a function of a game, a seat and a source of chance that returns a verb and a noun: `PLAYERS` lists ours by name.
"""

from worldfire.players.table import PLAYERS, Pick, play_out, play_seats

__all__ = ["PLAYERS", "Pick", "play_out", "play_seats"]
