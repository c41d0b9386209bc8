"""Mating problems, players, simulation, environments."""

import random
import signal
import threading
import time

import numpy as np
import pytest

import yomikiri as yk

MATE_IN_ONE = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"


def test_problems_are_enumerated_and_sound():
    found = yk.tsume.enumerate("GP")
    problems = list(found)
    assert len(problems) == len(found) > 0
    for plies, count in found.problems.items():
        if plies > 0:
            assert sum(problem["plies"] == plies for problem in problems) == count
    sample = random.Random(1).sample(problems, 20)
    for problem, checked in zip(sample, yk.tsume.check(sample)):
        assert (checked["sound"], checked["plies"]) == (True, problem["plies"]), problem["sfen"]
    assert len(yk.tsume.enumerate("GP", images=False)) < len(found)
    assert all(problem["plies"] == 1 for problem in yk.tsume.enumerate("GP", plies=1))
    assert yk.tsume.Enumeration.estimate("GP") > 0


def test_a_mate_is_found_and_judged():
    solved = yk.tsume.solve(MATE_IN_ONE)
    assert (solved["mate"], solved["plies"], solved["line"]) == (True, 1, ["G*5b"])
    assert yk.tsume.check(MATE_IN_ONE)["sound"] is True
    # With a gold more, one is left over.
    assert yk.tsume.check(MATE_IN_ONE.replace("b G2r2b3g", "b 2G2r2b2g"))["sound"] is False
    # Of what is not decided, why.
    far = "9/9/9/9/4k4/9/9/9/9 b 2R2G 1"
    for undecided in yk.tsume.check(far, seconds=0), yk.tsume.solve(far, seconds=0):
        assert undecided["undecided"] == "time" and undecided.get("sound") is undecided.get("mate") is None
    none = yk.tsume.solve("4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1")
    assert (none["mate"], none["plies"], none["line"]) == (False, None, [])
    with pytest.raises(ValueError, match="is no piece"):
        yk.tsume.enumerate("GX")


@pytest.mark.parametrize("name", ["dobutsu", "dobutsu-chicks", "minishogi", "goro-goro", "shogi", "blokus"])
def test_players_find_legal_moves(name):
    game = yk.Game(name)
    player, path = yk.Player(game, level=1), [game.start()]
    for _ in range(4):
        move, probability = player.best(path)
        assert move in path[-1].moves() and 0 <= probability <= 1
        path.append(path[-1].play(move))


@pytest.mark.parametrize("name", ["minishogi", "blokus", "calculation"])
def test_a_player_wants_a_position(name):
    game = yk.Game(name)
    with pytest.raises(ValueError, match="positions: expected at least one"):
        yk.Player(game, level=1).best([])


def test_games_that_differ_are_told_apart():
    capture, mate = yk.Game("dobutsu"), yk.Game("dobutsu", ending="mate")
    assert repr(mate) == 'Game("dobutsu", ending="mate")' != repr(capture)
    with pytest.raises(ValueError, match='ending="mate".*ending="capture"'):
        yk.Player(capture, level=1).best(mate.start())
    deal = yk.Game("calculation", seed=3)
    assert eval(repr(deal), {"Game": yk.Game}) == deal


def test_no_search_has_all_memory():
    for search in (yk.tsume.Solver, yk.tsume.Checker):
        with pytest.raises(ValueError, match="memory: expected a number of mebibytes"):
            search(memory=2**44)


def interrupted(work):
    """How long work goes on after a Ctrl-C."""
    # Whoever runs the tests in the background may have had it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    return time.monotonic() - began - 0.5


def test_problems_are_read_as_the_commands_read_them():
    # A rook mates from afar only a defender who has nothing to put between.
    afar = "8k/8p/7P1/9/9/9/9/9/9 b R 1"
    assert not yk.tsume.solve(afar)["mate"] and not yk.tsume.check(afar)["sound"]
    assert yk.tsume.solve(afar, given_hands=True)["mate"] and yk.tsume.check(afar, given_hands=True)["plies"] == 1
    for wrong, message in [
        ("4k4/4G4/4P4/9/9/9/9/9/9 w - 1", "expected the attacker"),
        ("4k4/9/9/9/9/9/9/4r4/4K4 b 2G 1", "the attacker's king is in check"),
        ("9/9/9/9/9/9/9/9/4K4 b 2G 1", "no king"),
    ]:
        for ask in yk.tsume.check, yk.tsume.solve:
            with pytest.raises(ValueError, match=message):
                ask(wrong)


def test_nobody_moves_in_a_game_that_is_over():
    game = yk.Game("dobutsu", ending="capture")
    with pytest.raises(ValueError, match="over"):
        yk.Player(game, level=1).best(game.position("l2/1L1/1c1/E1G w EGc"))
    with pytest.raises(ValueError, match="at most"):
        yk.Player(game, seconds=1e10)


def test_long_work_can_be_interrupted():
    # Nothing is decided of this in seconds: Microcosmos.
    problem = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
    assert interrupted(lambda: yk.tsume.solve(problem)) < 5
    assert interrupted(lambda: yk.Game("shogi").start().perft(7)) < 5
    assert interrupted(lambda: yk.simulate("heuristic", games=100_000_000)) < 5


def test_a_solitaire_is_played_by_name():
    game = yk.Game("calculation", seed=5)
    position, player = game.start(), yk.Player(game, name="heuristic")
    while position.moves():
        move, _ = player.best(position)
        position = position.play(move)
    assert position.result.result in ("win", "loss")
    with pytest.raises(ValueError, match="there is no player"):
        yk.Player(game, name="gambler")
    with pytest.raises(ValueError, match="a level or a name"):
        yk.Player(game, level=3, name="heuristic")
    move, _ = yk.Player(game, level=3).best(game.start())
    assert game.start().play(move)


def test_games_are_simulated_the_same_every_time():
    report = yk.simulate("heuristic", games=200, seed=3, rows=True)
    assert report["wins"] == sum(row["won"] for row in report["rows"])
    assert report["low"] < report["rate"] < report["high"]
    again = yk.simulate("heuristic", games=200, seed=3)
    assert (again["wins"], again["games"], "rows" in again) == (report["wins"], 200, False)
    with pytest.raises(ValueError, match="variant"):
        yk.simulate("random", variant="patience")


@pytest.mark.parametrize("name", yk.games())
def test_environments_play_to_the_end(name):
    env = yk.env.GameEnv(name, plies=300)
    chance = random.Random(2)
    env.reset(seed=4)
    reward = {}
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        mask = np.frombuffer(observation["action_mask"], dtype=np.int8)
        if terminated or truncated:
            reward[agent] = env.rewards[agent]
            env.step(None)
            continue
        legal = np.flatnonzero(mask)
        # No two moves have one number.
        assert len(legal) == len(env.position.moves()) == len(info["moves"]) > 0
        env.step(int(chance.choice(legal)))
    assert set(reward) == set(env.possible_agents)
    assert len(reward) == 1 or sum(reward.values()) == 0
    with pytest.raises(ValueError, match="no legal move"):
        env.reset()
        env.step(-1)


def test_a_word_that_is_no_move_has_no_number():
    for name in yk.games():
        with pytest.raises(ValueError, match="is no move of this game"):
            yk.env.Actions(name).number("resign")


def test_what_leaves_the_board_has_no_number():
    for game, moves in {
        "dobutsu": ["1e1a", "0a1a", "9i9i", "R*2b"],
        "calculation": ["", "p0", "b0", "b5", "b9", "p5"],
        "calculation-superhuman": ["p4"],
    }.items():
        for move in moves:
            with pytest.raises(ValueError, match="move: "):
                yk.env.Actions(game).number(move)
    with pytest.raises(ValueError):
        yk.env.Actions("nonsense")


def test_nobody_has_moves_once_a_game_is_over():
    env = yk.env.GameEnv("goro-goro", plies=2)
    env.reset()
    for _ in range(2):
        env.step(next(iter(env.infos[env.agent_selection]["moves"])))
    observation, _, terminated, truncated, info = env.last()
    assert (terminated, truncated, info["moves"]) == (False, True, {})
    assert not any(observation["action_mask"])


def test_deals_differ_and_are_those_of_their_seeds():
    env = yk.env.GameEnv("calculation")

    def deals(seed):
        env.reset(seed=seed)
        yield env.position
        for _ in range(3):
            env.reset()
            yield env.position

    assert len(set(deals(5))) == 4 and list(deals(5)) == list(deals(np.int64(5))) != list(deals(6))


def test_what_has_repeated_thrice_is_drawn():
    env = yk.env.GameEnv("shogi")
    env.reset()
    for move in ["2h3h", "8b7b", "3h2h", "7b8b"] * 2:
        env.step(env.actions.number(move))
    assert env.terminations == {"first": True, "second": True} and env.rewards == {"first": 0, "second": 0}
