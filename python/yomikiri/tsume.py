"""Mating problems of shogi: all of a piece set, and whether one is sound.

Records are plain dicts, so that any tool for data takes them: ``frame`` makes a Polars frame of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, overload

from ._native import Checker, Enumeration, Problems, Solver

if TYPE_CHECKING:
    import polars

__all__ = ["Checker", "Enumeration", "Problems", "Solver", "check", "enumerate", "frame", "solve"]


def enumerate(set: str, *, plies: int = 63, images: bool = True) -> Enumeration:
    """All problems of a piece set such as ``"NNN"``, found by taking moves back from the mates.

    The object that comes back counts them (``mates``, ``problems``) and is an iterable of dicts with ``sfen``,
    ``plies``, ``line`` and ``set``, short problems first. ``Enumeration.estimate(set)`` tells the bytes of memory
    that it takes.
    """
    return Enumeration(set, plies=plies, images=images)


@overload
def check(  # type: ignore[overload-overlap]
    problems: str, *, seconds: float | None = None, memory: int = 64, given_hands: bool = False
) -> dict[str, Any]: ...
@overload
def check(
    problems: Iterable[str | Mapping[str, Any]],
    *,
    seconds: float | None = None,
    memory: int = 64,
    given_hands: bool = False,
) -> Iterator[dict[str, Any]]: ...
def check(problems: Any, *, seconds: float | None = None, memory: int = 64, given_hands: bool = False) -> Any:
    """Says whether problems are sound, and why not.

    For one problem, its SFEN, a dict comes back: ``sfen``, ``sound`` (``None`` if it is not decided),
    ``undecided`` (``None``, or what was not enough: ``"time"`` or ``"memory"``), ``plies`` (of what is not decided,
    at most so many, if that is known), ``line``, ``cooks``, ``leftover``. For an iterable of them, or of dicts with
    ``sfen``, an iterator of such dicts. Pieces that are neither on the board nor in the attacker's hand are the defender's; with
    ``given_hands`` the defender holds what the SFEN says.
    """
    checker = Checker(memory=memory)
    return _each(problems, lambda sfen: checker.check(sfen, seconds=seconds, given_hands=given_hands))


@overload
def solve(  # type: ignore[overload-overlap]
    problems: str,
    *,
    seconds: float | None = None,
    shortest: bool = False,
    memory: int = 64,
    given_hands: bool = False,
) -> dict[str, Any]: ...
@overload
def solve(
    problems: Iterable[str | Mapping[str, Any]],
    *,
    seconds: float | None = None,
    shortest: bool = False,
    memory: int = 64,
    given_hands: bool = False,
) -> Iterator[dict[str, Any]]: ...
def solve(
    problems: Any,
    *,
    seconds: float | None = None,
    shortest: bool = False,
    memory: int = 64,
    given_hands: bool = False,
) -> Any:
    """Finds mates: ``sfen``, ``mate`` (``None`` if it is not decided), ``plies``, ``exact``, ``line``.

    ``undecided`` says why, as ``check`` does. Takes one problem or an iterable of them, and hands, as ``check`` does.
    """
    solver = Solver(memory=memory)
    return _each(
        problems, lambda sfen: solver.solve(sfen, seconds=seconds, shortest=shortest, given_hands=given_hands)
    )


def frame(records: Iterable[Mapping[str, Any]]) -> polars.DataFrame:
    """A Polars frame of an iterable of records; Polars must be installed."""
    import polars

    return polars.DataFrame(list(records))


def _each(problems: Any, answer: Callable[[str], Any]) -> Any:
    if isinstance(problems, str):
        return answer(problems)
    sfens = (problem if isinstance(problem, str) else problem["sfen"] for problem in problems)
    return map(answer, sfens)
