"""Values: held against a slow and obvious solver in Python."""

import random
import resource

import numpy as np
import pytest

import yomikiri as yk


@pytest.fixture(scope="module")
def game():
    return yk.Game("dobutsu-chicks")


@pytest.fixture(scope="module")
def table(game):
    return yk.solve(game)


def reachable(start):
    """All positions that can be reached, each with its successors."""
    graph, waiting = {}, [start]
    while waiting:
        position = waiting.pop()
        if position not in graph:
            graph[position] = [position.play(move) for move in position.moves()]
            waiting.extend(graph[position])
    return graph


def obvious(start):
    """The value of every position: again and again by its successors, until nothing changes."""
    graph = reachable(start)
    values = {position: position.result for position in graph if position.result}
    values = {position: (value.result, value.plies) for position, value in values.items()}
    for plies in range(1, 200):
        new = {}
        for position, successors in graph.items():
            if position in values or not successors:
                continue
            known = [values.get(successor) for successor in successors]
            if ("loss", plies - 1) in known:
                new[position] = ("win", plies)
            elif all(value and value[0] == "win" for value in known):
                if max(value[1] for value in known) == plies - 1:
                    new[position] = ("loss", plies)
        values.update(new)
    return {position: values.get(position, ("draw", None)) for position in graph}


def test_values_are_those_of_an_obvious_solver():
    start = "1l1/3/1C1/1L1 b -"
    game = yk.Game("dobutsu-chicks")
    values = obvious(game.position(start))
    table = yk.solve(game, start=start, threads=2)
    assert len(values) > 1000
    for position, (result, plies) in values.items():
        value = table.probe(position)
        assert (value.result, value.plies) == (result, plies), position


def test_counts_are_those_of_the_command(table):
    # `yomikiri solve dobutsu-chicks`; the crate's own test has the same number.
    counts = table.counts
    assert counts["nonterminal"] == 11711
    assert counts["win"] + counts["draw"] + counts["loss"] == 11711
    assert str(table.probe("1l1/1c1/1C1/1L1 b -")) == "win 15"


def test_other_variants_are_solved(tmp_path):
    # The second of data/known/shogi_3x3.tsv and of `yomikiri solve shogi-3x3-rook`.
    game = yk.Game("shogi-3x3-rook")
    table = yk.solve(game)
    assert (table.counts["nonterminal"], table.probe(game.start()).result) == (1883, "win")
    with pytest.raises(ValueError, match="no codes of 60 bits"):
        table.code(game.start())
    file = tmp_path / "mine.ini"
    file.write_text("[lone:shogi-3x3-rook]\nstartFen = 2k/3/K2[R] w 0 1\n")
    lone = yk.Game("lone", variants=file)
    assert (str(yk.solve(lone).probe(lone.start())), yk.solve(lone).counts["nonterminal"]) == ("win 1", 267)


def test_what_takes_too_much_memory_is_not_begun():
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, limits[1]))
    try:
        with pytest.raises(MemoryError, match="nothing was begun"):
            yk.solve(yk.Game("dobutsu-4x4"))
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


def test_positions_with_other_pieces_are_not_known(table):
    lonely = "1l1/3/1C1/1L1 b -"
    assert table.probe(lonely) is None
    assert table.probe_many([lonely])[0].tolist() == [-2]
    assert table.line(lonely) == []


def walks(game, count):
    chance = random.Random(7)
    for _ in range(count):
        position = game.start()
        while position.moves():
            yield position
            position = position.play(chance.choice(position.moves()))


def test_many_are_as_one_by_one(game, table):
    positions = list(walks(game, 200))
    results, plies = table.probe_many([str(position) for position in positions])
    assert (results.dtype, plies.dtype) == (np.int8, np.uint16)
    by_codes = table.probe_codes(np.array([table.code(position) for position in positions], dtype=np.uint64))
    assert np.array_equal(results, by_codes[0]) and np.array_equal(plies, by_codes[1])
    word = {-1: "loss", 0: "draw", 1: "win"}
    for position, result, distance in zip(positions, results, plies):
        value = table.probe(position)
        assert (value.result, value.plies) == (word[result], None if distance == 65535 else distance)
    assert len(set(results)) == 3


def test_best_moves_keep_the_value(game, table):
    for position in list(walks(game, 20)):
        value, moves = table.probe(position), table.moves(position)
        assert moves[0][1] == value == max(move[1] for move in moves)
        line = table.line(position)
        assert line and (value.result == "draw" or len(line) in (value.plies, value.plies - 1))


def test_what_is_wrong_is_told(game, table, tmp_path):
    with pytest.raises(ValueError, match="position 1: "):
        table.probe_many(["1l1/1c1/1C1/1L1 b -", "lion"])
    with pytest.raises(ValueError, match='a position of Game."blokus"'):
        table.probe(yk.Game("blokus").start())
    for name in ["shogi", "blokus", "dobutsu-5x5"]:
        with pytest.raises(ValueError, match="too large to be solved"):
            yk.solve(yk.Game(name))
    with pytest.raises(OSError, match="none.yomi"):
        yk.Table.open(game, tmp_path / "none.yomi")
    (tmp_path / "text.yomi").write_text("no table")
    with pytest.raises(OSError, match="is not a table"):
        yk.Table.open(game, tmp_path / "text.yomi")
