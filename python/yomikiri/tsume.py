"""Mating problems of shogi: all of a piece set, and whether one is sound.

Records are plain dicts, so that any tool for data takes them: ``frame`` makes a Polars frame of them.
"""

from ._native import Checker, Enumeration, Problems, Solver

__all__ = ["Checker", "Enumeration", "Problems", "Solver", "check", "enumerate", "frame", "solve"]


def enumerate(set, *, plies=63, images=True):
    """All problems of a piece set such as ``"NNN"``, found by taking moves back from the mates.

    The object that comes back counts them (``mates``, ``problems``) and is an iterable of dicts with ``sfen``,
    ``plies``, ``line`` and ``set``, short problems first. ``Enumeration.estimate(set)`` tells the bytes of memory
    that it takes.
    """
    return Enumeration(set, plies=plies, images=images)


def check(problems, *, seconds=None, memory=64):
    """Says whether problems are sound, and why not.

    For one problem, its SFEN, a dict comes back: ``sfen``, ``sound`` (``None`` if ``seconds`` were not enough),
    ``plies``, ``line``, ``cooks``, ``leftover``. For an iterable of them, or of dicts with ``sfen``, an iterator
    of such dicts.
    """
    checker = Checker(memory=memory)
    return _each(problems, lambda sfen: checker.check(sfen, seconds=seconds))


def solve(problems, *, seconds=None, shortest=False, memory=64):
    """Finds mates: ``sfen``, ``mate`` (``None`` if ``seconds`` were not enough), ``plies``, ``exact``, ``line``.

    Takes one problem or an iterable of them, as ``check`` does.
    """
    solver = Solver(memory=memory)
    return _each(problems, lambda sfen: solver.solve(sfen, seconds=seconds, shortest=shortest))


def frame(records):
    """A Polars frame of an iterable of records; Polars must be installed."""
    import polars

    return polars.DataFrame(list(records))


def _each(problems, answer):
    if isinstance(problems, str):
        return answer(problems)
    sfens = (problem if isinstance(problem, str) else problem["sfen"] for problem in problems)
    return map(answer, sfens)
