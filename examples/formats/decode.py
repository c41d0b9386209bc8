#!/usr/bin/env python3
"""Decodes a table of results of Dobutsu Shogi by the standard library. Usage: decode.py FILE.yomi [PAGE...]

FILE is what `yomikiri solve dobutsu --wdl --table FILE` writes, or of dobutsu-chicks. Counts what its pages hold:
positions that are reached, and how many of them are lost. All pages are decoded if none is named. Plain and slow
on purpose: it is the chapter "The format of tables" of the book, in code. By `--ending mate` the positions that are
mate are among them. Python 3.10 or newer."""
import bisect
import functools
import json
import operator
import struct
import sys

PAGE, BLOCK, WORD = 16384, 1024, 0xFFFFFFFF
FAR, HOME, ALL = 0b111, 0b111 << 9, 0xFFF  # squares are 0 to 11, rank by rank, seen by the side to move
STEPS = {"chick": ["N"], "hen": ["N", "NW", "NE", "W", "E", "S"], "elephant": ["NW", "NE", "SW", "SE"]}
STEPS["giraffe"] = ["N", "S", "W", "E"]
STEPS["lion"] = STEPS["elephant"] + STEPS["giraffe"]
KINDS = [("chick", "hen"), ("elephant",), ("giraffe",)]  # outer, middle, inner


@functools.cache
def reach(piece, square, enemy=False):
    """The squares that a piece steps to, as a mask; the enemy's pieces step the other way."""
    if enemy:
        return sum(1 << 11 - to for to in range(12) if reach(piece, 11 - square) >> to & 1)
    mask = 0
    for way in STEPS[piece]:
        file, rank = square % 3 + ("E" in way) - ("W" in way), square // 3 + ("S" in way) - ("N" in way)
        mask |= 1 << 3 * rank + file if 0 <= file < 3 and 0 <= rank < 4 else 0
    return mask


def mirrored(square):
    return square // 3 * 3 + 2 - square % 3


def codes(count, forms):
    """Where the pieces of a kind are: two places, each (form, owner, label), (owner,) in a hand, or () if absent."""
    board = [(form, owner, label) for form in range(forms) for owner in (0, 1) for label in range(10)]
    places = board + [(0,), (1,)]
    if count < 2:
        return [(place, ()) for place in (places if count else [()])]
    couples = [(a, b) for at, a in enumerate(places) for b in places[at:]]
    return [(a, b) for a, b in couples if len(a) < 3 or len(b) < 3 or a[2] != b[2]]


def taken(code):
    return sum(1 << place[2] for place in code if len(place) == 3)


def mixed(*features):
    total = 0
    for feature in features:
        total = ((total ^ feature) + 1) * 0x9E3779B1 & WORD
        total = (total << 13 | total >> 19) & WORD
    return total


class Placed:
    """What a code means on the board: masks of squares, hands, and what each of the mover's pieces reaches."""

    def __init__(self, kind, code, lions, free):
        self.own = self.enemy = self.attacked = self.checkers = self.threats = self.promoted = 0
        self.hands, self.reach = [0, 0], []
        for place in code:
            if len(place) == 1:
                self.hands[place[0]] += 1
            elif place:
                form, owner, square = place[0], place[1], free[place[2]]
                steps = reach(KINDS[kind][form], square, bool(owner))
                if owner:
                    self.enemy, self.attacked = self.enemy | 1 << square, self.attacked | steps
                    self.checkers |= (steps >> lions[0] & 1) << square
                    self.promoted |= form << square
                else:
                    self.own |= 1 << square
                    self.reach.append(steps)
                    self.threats |= (steps >> lions[1] & 1) << square


class Numbering:
    """Which positions the indices stand for, and what the rules tell of them."""

    def __init__(self, start):
        board, _, hands = start.split(" ")[:3]
        counts = [sum((board + hands).count(letter) for letter in letters) for letters in ("CcHh", "Ee", "Gg")]
        self.kinds = [codes(count, len(forms)) for count, forms in zip(counts, KINDS)]
        used = [[taken(code) for code in kind] for kind in self.kinds]
        free = functools.cache(lambda kind, mask: [at for at, own in enumerate(used[kind]) if not own & mask])
        self.rows = []  # (first index within a block, outer code, middle code, inner codes)
        self.size = 0
        for outer, mask in enumerate(used[0]):
            for middle in free(1, mask):
                self.rows.append((self.size, outer, middle, free(2, mask | used[1][middle])))
                self.size += len(self.rows[-1][3])
        ways = [(m, e) for m in range(12) for e in range(12) if m != e and (m, e) <= (mirrored(m), mirrored(e))]
        self.lions = [(m, e) for m, e in ways if not reach("lion", m) >> e & 1 and m >= 3 and e < 9]

    @functools.lru_cache(2)
    def tables(self, block):
        """What the codes of each kind mean where the lions stand so, and the codes in the mirror."""
        lions = self.lions[block]
        free = [square for square in range(12) if square not in lions]
        placed = [[Placed(kind, code, lions, free) for code in self.kinds[kind]] for kind in range(3)]
        if mirrored(lions[0]) != lions[0] or mirrored(lions[1]) != lions[1]:
            return placed, None
        label = lambda place: free.index(mirrored(free[place[2]]))
        turn = lambda place: (*place[:2], label(place)) if len(place) == 3 else place
        numbers = [{tuple(sorted(code)): number for number, code in enumerate(kind)} for kind in self.kinds]
        image = lambda kind, code: numbers[kind][tuple(sorted(map(turn, code)))]
        return placed, [[image(kind, code) for code in self.kinds[kind]] for kind in range(3)]

    def plausible(self, first, end):
        """(decided value or None, lane, nine sets) of the plausible indices from `first` to `end`, ascending."""
        while first < end:
            block, within = divmod(first, self.size)
            start, outer, middle, inners = self.rows[bisect.bisect_right(self.rows, (within, 1 << 30)) - 1]
            placed, mirror = self.tables(block)
            row_end = block * self.size + start + len(inners)
            image = (mirror[0][outer], mirror[1][middle]) if mirror else (outer, middle)
            if image >= (outer, middle):
                for inner in inners[within - start:within - start + end - first]:
                    if image != (outer, middle) or not mirror or mirror[2][inner] >= inner:
                        position = self.position(block, outer, middle, inner, placed)
                        if position:
                            yield position
            first = row_end

    def position(self, block, outer, middle, inner, placed):
        kinds = [placed[0][outer], placed[1][middle], placed[2][inner]]
        both = lambda name: functools.reduce(operator.or_, (getattr(kind, name) for kind in kinds))
        own, enemy, attacked, checkers, promoted = map(both, ("own", "enemy", "attacked", "checkers", "promoted"))
        if both("threats") or checkers.bit_count() > 1:
            return None
        mover, other = self.lions[block]
        near, far = reach("lion", mover), reach("lion", other)
        escapes = near & ~far & ~own & ~attacked & ~(1 << other)
        steps = (checkers or ALL) & ~own & ~(1 << mover | 1 << other)
        drops = (steps & ~enemy).bit_count() * sum(kind.hands[0] > 0 for kind in kinds)
        moves = sum((mask & steps).bit_count() for kind in kinds for mask in kind.reach)
        safe = min(15, moves + drops + (escapes & ~FAR).bit_count())
        stuck = "loss" if safe == 0 else None
        decided = "win" if escapes & FAR else stuck
        hands = [sum(kind.hands[owner] for kind in kinds) for owner in (0, 1)]
        check, by_promoted = int(checkers != 0), int(checkers & promoted != 0)
        plain = int(enemy & ~promoted == 0)
        fine = mixed(safe, escapes.bit_count(), (check + by_promoted) * 2 + plain, *hands)
        coarse = mixed(safe, own.bit_count(), enemy.bit_count(), block)
        defended = functools.reduce(operator.or_, (mask for kind in kinds for mask in kind.reach), near)
        reached = attacked | far
        flights = near & ~own & ~reached & ~(1 << other)
        enemy_flights = far & ~enemy & ~defended & ~(1 << mover)
        hanging, enemy_hanging = own & reached & ~defended, enemy & defended & ~reached
        counts = [flights.bit_count(), enemy_flights.bit_count()]
        each_hand = int("".join(str(count) for kind in kinds for count in kind.hands), 3)
        tries = (enemy_flights & HOME).bit_count()
        few, lane = min(safe, 7) * 2 + check, inner
        sets = [
            fine, coarse, mixed(safe, check), mixed(block, middle, few), mixed(block, 1 << 8 | lane, few),
            mixed(middle, lane, check),
            mixed(safe, check, by_promoted, *counts, tries, hanging.bit_count(), enemy_hanging.bit_count(), each_hand),
            mixed(block, hanging, enemy_hanging, *counts),
            mixed(block, flights & ~FAR, enemy_flights, each_hand, check),
        ]
        return decided, lane, sets


class Decoder:
    def __init__(self, message):
        self.message, self.at, self.code, self.range = message, 0, 0, WORD
        for _ in range(4):
            self.shift()

    def shift(self):
        self.code = (self.code << 8 | (self.message[self.at] if self.at < len(self.message) else 0)) & WORD
        self.at += 1

    def peek(self):
        return min(self.code // (self.range >> 16), 65535)

    def consume(self, start, end):
        step = self.range >> 16
        self.code, self.range = self.code - step * start, step * (end - start)
        while self.range < 1 << 24:
            self.shift()
            self.range <<= 8


class Model:
    def __init__(self, data):
        numbers = struct.unpack_from("<641H", data)
        self.chances = numbers[:385]
        ends = [sum(numbers[385:385 + symbol]) for symbol in range(257)]
        decoder = Decoder(data[1282:])
        self.weights = [[self.weight(decoder, ends) for _ in range(9 << width)] for width in (13, 16)]

    @staticmethod
    def weight(decoder, ends):
        symbol = bisect.bisect_right(ends, decoder.peek()) - 1
        decoder.consume(ends[symbol], ends[symbol + 1])
        return symbol - 256 if symbol > 127 else symbol

    def choose(self, decoder, choice, sets, past, own):
        joined = [past & 15, 1 << 12 | (past & 3) << 2 | own & 3, 1 << 13 | past << 6 | own] + [0] * 6
        width, total = (13, 16)[choice], 0
        for number, (value, more) in enumerate(zip(sets, joined)):
            place = ((value ^ more * 0x85EBCA6B & WORD) * 0x9E3779B1 & WORD) >> 32 - width
            total += self.weights[choice][number << width | place]
        chance = self.chances[max(-192, min(192, total)) + 192]
        outcome = decoder.peek() < chance
        decoder.consume(*((0, chance) if outcome else (chance, 65536)))
        return outcome


class Past:
    """The last three outcomes, of the block and by lane."""

    def __init__(self):
        self.block, self.lanes = 0b101010, {}

    def of(self, lane):
        return self.block, self.lanes.get(lane, 0b101010)

    def push(self, lane, outcome):
        block, own = self.of(lane)
        self.block, self.lanes[lane] = (block << 2 | outcome) & 63, (own << 2 | outcome) & 63


def states(numbering, model, page, number):
    """Of each position of a page that is reached: whether it is lost, and whether the rules say so."""
    lengths = struct.unpack_from(f"<{PAGE // BLOCK}{'BH'[page[0] - 1]}", page, 1)
    start = 1 + len(lengths) * page[0]
    last = numbering.size * len(numbering.lions)
    for block, length in enumerate(lengths):
        decoder, pasts = Decoder(page[start:]), [Past(), Past()]
        first = min(number * PAGE + block * BLOCK, last)
        for decided, lane, sets in numbering.plausible(first, min(first + BLOCK, last)):
            reached = model.choose(decoder, 0, sets, *pasts[0].of(lane))
            pasts[0].push(lane, reached)
            if reached:
                lost = decided == "loss" if decided else model.choose(decoder, 1, sets, *pasts[1].of(lane))
                pasts[1].push(lane, lost)
                yield lost, decided
        start += length


def main(path, *pages):
    data = open(path, "rb").read()
    version, length = struct.unpack_from("<II", data, 8)
    header = json.loads(data[16:16 + length])
    assert data[:8] == b"YOMIKIRI" and version == 2, "a table of results was expected: solve --wdl"
    front = 20 + length
    directory = front + header["model_bytes"]
    model, at = Model(data[front:directory]), directory + 8 * header["pages"] + 4
    numbering = Numbering(header["start"])
    assert numbering.size * len(numbering.lions) == header["interior"]
    wanted = {int(page) for page in pages} or range(header["pages"])
    reached = lost = 0
    for page in range(header["pages"]):
        length = struct.unpack_from("<I", data, directory + 8 * page)[0]
        if page in wanted:
            for is_lost, _ in states(numbering, model, data[at:at + length], page):
                reached, lost = reached + 1, lost + is_lost
        at += length
    print(json.dumps({"reached": reached, "lost": lost}))


main(*sys.argv[1:])
