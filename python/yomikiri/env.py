"""Environments for reinforcement learning: one for each game.

``GameEnv`` has the methods of PettingZoo's ``AECEnv`` (``reset``, ``step``, ``observe``, ``last``, ``agents``,
``agent_selection``, ``rewards``, ``terminations``, ``infos``) without needing PettingZoo or Gymnasium; a solitaire
is a game of one agent. Actions are numbers with one meaning in all positions of a game:

>>> env = GameEnv("blokus")
>>> env.reset()
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.step(next(i for i, legal in enumerate(observation["action_mask"]) if legal))
>>> env.agent_selection
'second'
"""

from __future__ import annotations

import operator
import random
import re
from collections.abc import Iterator
from os import PathLike
from typing import Any

from . import _native

__all__ = ["Actions", "GameEnv"]

_USI = re.compile(r"(?:(\+?[A-Z])\*|(\d)([a-i]))(\d)([a-i])(\+?)$")
_CODE = re.compile(r"([1-9A-E])([1-9A-E])([a-u])([0-7])$")
_CARD = re.compile(r"(?:p([1-9]))?(?:b([1-4]))?$")


def _parts(pattern: re.Pattern[str], move: str) -> tuple[Any, ...]:
    found = pattern.match(move)
    if found is None:
        raise ValueError(f"move: {move!r} is no move of this game")
    return found.groups()


class Actions:
    """The actions of a game as numbers from 0 to ``n - 1``: one for each move that a position may have.

    For the shogi family a number is made of the square that a piece comes from (or the piece that is dropped), the
    square that it goes to, and promotion; for Blokus Duo of column, row, piece and orientation, with the pass last;
    for Calculation of the pile that a card comes from and where it goes.
    """

    def __init__(self, game: str | _native.Game) -> None:
        rules = _native.Game(game) if isinstance(game, str) else game
        self.game = game = rules.name
        if rules.board and rules.drops is not None:
            (self.files, self.ranks), self.drops = rules.board, rules.drops
            squares = self.files * self.ranks
            self.n = (squares + len(self.drops)) * squares * 2
            self._number = self._usi
        elif game.startswith("blokus"):
            self.n = 14 * 14 * 21 * 8 + 1
            self._number = self._code
        else:
            self.piles = 3 if game.endswith("superhuman") else 4
            self.n = (self.piles + 1) * (4 + self.piles)
            self._number = self._card

    def number(self, move: str) -> int:
        """The number of a move's name."""
        return self._number(move)

    def _usi(self, move: str) -> int:
        piece, file, rank, to_file, to_rank, promotes = _parts(_USI, move)
        squares = self.files * self.ranks

        def square(file: str, rank: str) -> int:
            if not (1 <= int(file) <= self.files and ord(rank) - ord("a") < self.ranks):
                raise ValueError(f"move: {move!r} leaves the board")
            return (int(file) - 1) * self.ranks + ord(rank) - ord("a")

        if piece and piece not in self.drops:
            raise ValueError(f"move: {move!r} drops what is no piece of this game")
        origin = square(file, rank) if file else squares + self.drops.index(piece)
        return (origin * squares + square(to_file, to_rank)) * 2 + bool(promotes)

    def _code(self, move: str) -> int:
        if move == "----":
            return self.n - 1
        x, y, piece, orientation = _parts(_CODE, move)
        return (((int(x, 16) - 1) * 14 + int(y, 16) - 1) * 21 + ord(piece) - ord("a")) * 8 + int(orientation)

    def _card(self, move: str) -> int:
        # `b2`: the card turned up to a base; `p3`: onto a pile; `p3b2`: from a pile to a base.
        pile, base = (int(part or 0) for part in _parts(_CARD, move))
        if not (pile or base) or pile > self.piles:
            raise ValueError(f"move: {move!r} is no move of this game")
        origin = pile if pile and base else 0
        target = base - 1 if base else 4 + pile - 1
        return origin * (4 + self.piles) + target

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"Actions({self.game!r}, n={self.n})"


class GameEnv:
    """A game as an environment with the methods of PettingZoo's ``AECEnv``.

    An observation is a dict of ``position`` (the text), ``board`` (as it is drawn) and ``action_mask``, a
    ``bytearray`` of 0 and 1 that ``numpy.frombuffer(mask, "int8")`` turns into an array without a copy. Rewards come
    at the end: 1 for a win, 0 for a draw, -1 for a loss; of a solitaire 1 or 0. Beyond the rules a game of the
    shogi family is drawn when a position occurs for the ``repetitions``-th time, or after ``plies`` moves.
    """

    metadata = {"name": "yomikiri", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: str = "dobutsu",
        *,
        ending: str | None = None,
        variants: str | PathLike[str] | None = None,
        repetitions: int = 3,
        plies: int = 1000,
        render_mode: str = "ansi",
    ) -> None:
        self._rules = _native.Game(game, ending=ending, variants=variants)
        self.actions = Actions(self._rules)
        self.repetitions, self.plies, self.render_mode = repetitions, plies, render_mode
        self.possible_agents = ["first"] if self._rules.deal else ["first", "second"]
        self.agents: list[str] = []
        self._chance = random.Random()

    def action_space(self, agent: str) -> Actions:
        """The actions; their number is ``n``."""
        return self.actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; of a solitaire, the seed is that of the deal. Without one the deal is another each time,
        which the seeds before determine."""
        if seed is not None:
            seed = operator.index(seed)
            self._chance = random.Random(seed)
        if self._rules.deal:
            seed = self._chance.getrandbits(63) if seed is None else seed
            self._rules = _native.Game(self._rules.name, seed=seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._seen: dict[_native.Position, int] = {}
        self._played = 0
        self._arrive(self._rules.start())

    def step(self, action: int | None) -> None:
        """Makes the move of a number; for an agent whose game is over, ``None``."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("action: the game is over; expected None")
            self._remove(agent)
            return
        move = None if action is None else self._moves.get(action)
        if move is None:
            raise ValueError(f"action: {action} is no legal move here; see action_mask")
        self._cumulative_rewards[agent] = 0
        self._played += 1
        self._arrive(self.position.play(move))

    def observe(self, agent: str) -> dict[str, Any]:
        """What is seen: both sides see the same, and only the side to move has actions."""
        mask = bytearray(self.actions.n)
        if agent == self.agent_selection:
            for number in self._moves:
                mask[number] = 1
        return {"position": str(self.position), "board": self.position.draw(), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent to move."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they are to move, until the game is over for all."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> str:
        """The board on several lines."""
        return self.position.draw()

    def close(self) -> None:
        """Nothing to be closed."""

    @property
    def unwrapped(self) -> GameEnv:
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def _arrive(self, position: _native.Position) -> None:
        self.position = position
        self.agent_selection: str = position.side
        self._moves = {self.actions.number(move): move for move in position.moves()}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[position.side]["moves"] = dict(self._moves)
        self._seen[position] = self._seen.get(position, 0) + 1
        if position.result is not None:
            self._end(position.result.result)
        elif self._seen[position] >= self.repetitions:
            self._end("draw")
        elif self._played >= self.plies:
            self.truncations = dict.fromkeys(self.agents, True)
            self._close()

    def _end(self, result: str) -> None:
        own = {"win": 1, "draw": 0, "loss": -1}[result]
        if len(self.agents) == 1:
            self.rewards = {"first": int(own == 1)}
        else:
            self.rewards = {agent: own if agent == self.agent_selection else -own for agent in self.agents}
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward
        self.terminations = dict.fromkeys(self.agents, True)
        self._close()

    def _close(self) -> None:
        """Nobody has moves any more."""
        self._moves = {}
        self.infos = {agent: {"moves": {}} for agent in self.agents}

    def _remove(self, agent: str) -> None:
        self.agents.remove(agent)
        for known in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del known[agent]
        if self.agents:
            self.agent_selection = self.agents[0]
