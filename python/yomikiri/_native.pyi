from collections.abc import Iterator
from os import PathLike
from typing import Any, Literal, TypedDict, final

import numpy
import numpy.typing

__all__ = [
    "Checker",
    "Enumeration",
    "Game",
    "Player",
    "Position",
    "Problems",
    "Solver",
    "Table",
    "Value",
    "__version__",
    "games",
    "simulate",
    "solve",
]
__version__: str

_Result = Literal["win", "draw", "loss"]
_Side = Literal["first", "second"]
_Arrays = tuple[numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.uint16]]

def games() -> list[str]: ...
@final
class Value:
    @property
    def result(self) -> _Result: ...
    @property
    def plies(self) -> int | None: ...
    def __lt__(self, other: Value, /) -> bool: ...
    def __le__(self, other: Value, /) -> bool: ...
    def __gt__(self, other: Value, /) -> bool: ...
    def __ge__(self, other: Value, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Game:
    def __new__(
        cls,
        name: str,
        *,
        ending: str | None = None,
        seed: int = 1,
        deal: str | None = None,
        variants: str | PathLike[str] | None = None,
    ) -> Game: ...
    @property
    def name(self) -> str: ...
    @property
    def ending(self) -> str | None: ...
    @property
    def deal(self) -> str | None: ...
    @property
    def board(self) -> tuple[int, int] | None: ...
    @property
    def drops(self) -> list[str] | None: ...
    def start(self) -> Position: ...
    def position(self, text: str) -> Position: ...

@final
class Position:
    @property
    def game(self) -> str: ...
    @property
    def side(self) -> _Side: ...
    @property
    def result(self) -> Value | None: ...
    @property
    def points(self) -> tuple[int, int] | None: ...
    def moves(self) -> list[str]: ...
    def play(self, move: str) -> Position: ...
    def perft(self, depth: int) -> int: ...
    def draw(self) -> str: ...
    def svg(self) -> str | None: ...
    def panels(self) -> dict[str, str]: ...
    def __hash__(self) -> int: ...

@final
class Table:
    @staticmethod
    def open(game: Game, path: str | PathLike[str] | None = None) -> Table: ...
    @property
    def game(self) -> str: ...
    @property
    def counts(self) -> dict[str, Any]: ...
    def probe(self, position: Position | str) -> Value | None: ...
    def moves(self, position: Position | str) -> list[tuple[str, Value | None]]: ...
    def line(self, position: Position | str) -> list[str]: ...
    def probe_many(self, positions: list[str]) -> _Arrays: ...
    def probe_codes(self, codes: numpy.typing.NDArray[numpy.uint64]) -> _Arrays: ...
    def code(self, position: Position | str) -> int: ...

def solve(game: Game, *, start: str | None = None, threads: int | None = None) -> Table: ...
@final
class Player:
    def __new__(
        cls,
        game: Game,
        *,
        level: int | None = None,
        seconds: float | None = None,
        name: str | None = None,
        threads: int = 1,
        seed: int = 1,
    ) -> Player: ...
    def best(self, positions: Position | list[Position]) -> tuple[str, float | None]: ...

def simulate(
    player: str, *, variant: str = "calculation", games: int = 1000, seed: int = 1, rows: bool = False
) -> dict[str, Any]: ...

class _Problem(TypedDict):
    sfen: str
    plies: int
    line: list[str]
    set: str

class _Cook(TypedDict):
    ply: int
    move: str
    plies: int

class _Checked(TypedDict):
    sfen: str
    sound: bool | None
    undecided: Literal["time", "memory"] | None
    plies: int | None
    line: list[str]
    cooks: list[_Cook]
    leftover: list[str]

class _Solved(TypedDict):
    sfen: str
    mate: bool | None
    undecided: Literal["time", "memory"] | None
    plies: int | None
    exact: bool | None
    line: list[str]

@final
class Enumeration:
    def __new__(cls, set: str, *, plies: int = 63, images: bool = True) -> Enumeration: ...
    @staticmethod
    def estimate(set: str) -> int: ...
    @property
    def set(self) -> str: ...
    @property
    def mates(self) -> dict[int, int]: ...
    @property
    def problems(self) -> dict[int, int]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Problems: ...

@final
class Problems(Iterator[_Problem]):
    def __next__(self) -> _Problem: ...

@final
class Checker:
    def __new__(cls, *, memory: int = 64) -> Checker: ...
    def check(self, sfen: str, *, seconds: float | None = None, given_hands: bool = False) -> _Checked: ...

@final
class Solver:
    def __new__(cls, *, memory: int = 64) -> Solver: ...
    def solve(
        self, sfen: str, *, seconds: float | None = None, shortest: bool = False, given_hands: bool = False
    ) -> _Solved: ...
