"""Board games and solitaires read out to the end.

>>> import yomikiri as yk
>>> game = yk.Game("dobutsu-chicks")
>>> position = game.start()
>>> str(position), position.moves()[:2]
('1l1/1c1/1C1/1L1 b -', ['2c2b', '2d3c'])
>>> yk.solve(game).probe(position)
<Value win 15>
"""

from . import env, tsume
from ._native import Game, Player, Position, Table, Value, __version__, games, simulate, solve

__all__ = [
    "Game",
    "Player",
    "Position",
    "Table",
    "Value",
    "__version__",
    "env",
    "games",
    "simulate",
    "solve",
    "tsume",
]
