"""Positions and moves: what the command line's tests know of the games, from Python."""

import pickle
import random

import pytest

import yomikiri as yk

# Sequences of moves from the start, of data/known.
PERFT = [
    ("dobutsu", 4, 577),
    ("minishogi", 3, 2512),
    ("shogi", 3, 25470),
    ("blokus", 2, 171396),
    ("judkins", 3, 6183),
    ("kyoto", 3, 1636),
]


def test_every_game_is_played_at_random_to_its_end():
    for name in yk.games():
        chance = random.Random(1)
        position = yk.Game(name).start()
        for _ in range(400):
            moves = position.moves()
            assert len(set(moves)) == len(moves)
            assert bool(moves) == (position.result is None), f"{name}: {position}"
            if not moves:
                break
            position = position.play(chance.choice(moves))
        assert position.draw()
        assert position.svg().startswith("<svg")


@pytest.mark.parametrize("name, depth, count", PERFT)
def test_sequences_of_moves_are_counted(name, depth, count):
    assert yk.Game(name).start().perft(depth) == count
    assert yk.Game(name).start().perft(1) == len(yk.Game(name).start().moves())


def test_variants_of_a_file_are_games(tmp_path):
    file = tmp_path / "mine.ini"
    file.write_text("[wide:dobutsu]\nmaxFile = 4\nstartFen = 1gle/2c1/2C1/ELG1[] w 0 1\n")
    game = yk.Game("wide", variants=file)
    assert (game.board, game.drops, game.ending) == ((4, 4), ["E", "G", "C"], "mate")
    assert game.start() != yk.Game("dobutsu-4x4").start()
    assert game == yk.Game("wide", variants=str(file)) != yk.Game("dobutsu")
    move, _ = yk.Player(game, level=3).best(game.start())
    assert move in game.start().moves()
    env = yk.env.GameEnv("wide", variants=file)
    env.reset()
    assert sum(env.observe("first")["action_mask"]) == len(game.start().moves())
    for text, expected in [
        ("[blokus:dobutsu]\n", "there is a game of this name"),
        ("[dobutsu:shogi]\n", "there is a game of this name"),
        ("[wide:dobutsu]\nmaxFile = many\n", "line 2"),
        ("[other:dobutsu]\n", "expected one of other"),
    ]:
        file.write_text(text)
        with pytest.raises(ValueError, match=expected):
            yk.Game("wide", variants=file)
    with pytest.raises(OSError, match="none.ini"):
        yk.Game("wide", variants=tmp_path / "none.ini")


def test_every_move_is_an_action_of_its_own():
    for name in yk.games():
        env = yk.env.GameEnv(name)
        env.reset(seed=3)
        chance = random.Random(name)
        for _ in range(60):
            if not env.infos[env.agent_selection]["moves"]:
                break
            assert len(env.infos[env.agent_selection]["moves"]) == len(env.position.moves()), env.position
            env.step(chance.choice(list(env.infos[env.agent_selection]["moves"])))


def test_positions_are_read_as_they_are_written():
    for name in yk.games():
        game = yk.Game(name)
        position = game.start()
        for _ in range(4):
            if not position.moves():
                break
            position = position.play(position.moves()[-1])
            again = game.position(str(position))
            assert (again, hash(again), again.moves()) == (position, hash(position), position.moves())
        assert position != game.start()


def test_positions_of_different_games_differ():
    capture, mate = (yk.Game("dobutsu", ending=ending) for ending in ("capture", "mate"))
    assert capture.start() != mate.start()
    assert (capture.ending, yk.Game("blokus").ending) == ("capture", None)
    assert yk.Game("calculation", seed=2).deal != yk.Game("calculation").deal


def test_what_is_wrong_is_told():
    game = yk.Game("dobutsu")
    for wrong, expected in [
        (lambda: yk.Game("go"), "expected one of dobutsu"),
        (lambda: yk.Game("dobutsu", ending="checkmate"), 'expected "capture" or "mate"'),
        (lambda: yk.Game("minishogi", ending="capture"), "no ending named capture"),
        (lambda: yk.Game("shogi", deal="A"), "no solitaire"),
        (lambda: yk.Game("calculation", deal="QQQQQ"), "one Q too many"),
        (lambda: game.position("gle/1c1/1C1/ELX b -"), "at character"),
        (lambda: game.start().play("1a1b"), "1a1b"),
    ]:
        with pytest.raises(ValueError, match=expected):
            wrong()
    with pytest.raises(TypeError):
        pickle.dumps(game)


def test_points_are_those_of_the_scoring():
    start = yk.Game("blokus").start()
    assert start.points == (0, 0)
    assert start.play("66t0").points == (5, 0)
    assert yk.Game("blokus-official").start().points == (-89, -89)
    assert set(start.panels()) == {"board", "piece", "score"}
