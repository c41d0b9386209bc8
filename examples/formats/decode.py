#!/usr/bin/env python3
"""Decodes a table of Dobutsu Shogi that is coded by regression, with the standard library. Usage: decode.py FILE.yomi [PAGE...]

FILE is what `yomikiri solve dobutsu --wdl --table FILE` writes, or with `--compact`, or of dobutsu-chicks. Counts
what its pages hold: positions that are reached, how many of them are lost, and of a compact table how many in so many
plies. All pages are decoded if none is named. Plain and slow on purpose: it is the chapter "The format of tables" of the book, in code. By `--ending mate` the positions that are
mate are among them. Python 3.10 or newer."""
import bisect
import collections
import functools
import json
import operator
import struct
import sys
import zlib

PAGE, BLOCK, WORD = 16384, {"results": 1024, "compact": 512}, 0xFFFFFFFF
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
        """(decided value or None, lane, its halves, nine sets) of the plausible indices from `first` to `end`, ascending."""
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
        half = lambda place: 31 if not place else 20 + place[0] if len(place) == 1 else place[1] * 10 + place[2]
        return decided, lane, [half(place) for place in self.kinds[2][inner]], sets


class Decoder:
    def __init__(self, message):
        self.message, self.at, self.code, self.range = message, 0, 0, WORD
        for _ in range(4):
            self.shift()

    def shift(self):
        self.code = (self.code << 8 | (self.message[self.at] if self.at < len(self.message) else 0)) & WORD
        self.at += 1

    def peek(self, bits=16):
        return min(self.code // (self.range >> bits), (1 << bits) - 1)

    def consume(self, start, end, bits=16):
        step = self.range >> bits
        self.code, self.range = self.code - step * start, step * (end - start)
        while self.range < 1 << 24:
            self.shift()
            self.range <<= 8


def weights(data, at, count):
    """So many weights, and where they end."""
    ends = [sum(struct.unpack_from(f"<{symbol}H", data, at)) for symbol in range(257)]
    length = struct.unpack_from("<I", data, at + 512)[0]
    decoder, found = Decoder(data[at + 516:at + 516 + length]), []
    for _ in range(count):
        symbol = bisect.bisect_right(ends, decoder.peek()) - 1
        decoder.consume(ends[symbol], ends[symbol + 1])
        found.append(symbol - 256 if symbol > 127 else symbol)
    return found, at + 516 + length


class Model:
    FIXED = (4, 6), (3, 4, 5, 6, 7, 8)  # of the two questions, the sets that no neighbour belongs to

    def __init__(self, data, header):
        kind, less = header["kind"], min(8, max(0, 28 - header["interior"].bit_length()) * 2 // 3)
        self.width, self.narrow = (13 - less, 16 - less), 15 - less
        self.chances = struct.unpack_from("<385H", data)
        counts = [4 + len(fixed) << width for fixed, width in zip(self.FIXED, self.width)]
        both, at = weights(data, 770, sum(counts))
        self.weights, self.block = [both[:counts[0]], both[counts[0]:]], BLOCK[kind]
        if kind == "compact":
            self.halves = data[at]
            self.means, at = weights(data, at + 1, 13 << self.narrow)
            self.spreads, at = weights(data, at, 13 << self.narrow)
            plain = zlib.decompress(data[at:])
            count = len(plain) // 2
            assert count == (512 + 32 * (self.halves + 1)) * self.halves
            self.frequencies = [low + 256 * high for low, high in zip(plain[:count], plain[count:])]

    def answer(self, decoder, question, halves, sets, past):
        (last, lane), (first, second) = past.of(*halves), past.of_halves(*halves)
        by_lane = sets[1], 1 << 12 | (last & 3) << 2 | lane & 3
        shared = [by_lane, (sets[2], 1 << 13 | last << 6 | lane), (sets[2], 1 << 20 | second << 8 | last & 15)]
        by_both = sets[1], 1 << 22 | (second & 3) << 8 | first & 3
        joined = [*shared, by_both] if question else [(sets[0], last & 15), *shared]
        values = [value ^ more * 0x85EBCA6B & WORD for value, more in joined]
        values += [sets[number] for number in self.FIXED[question]]
        places = [self.place(number, value, self.width[question]) for number, value in enumerate(values)]
        total = sum(self.weights[question][place] for place in places)
        chance = self.chances[max(-192, min(192, total)) + 192]
        yes = decoder.peek() < chance
        decoder.consume(*((0, chance) if yes else (chance, 65536)))
        return yes

    @staticmethod
    def place(number, value, width):
        return number << width | (value * 0x9E3779B1 & WORD) >> 32 - width

    def half(self, decoder, halves, sets, past, losses):
        """Half of the plies of a loss."""
        (last, lane), (_, second) = past.of(*halves), past.of_halves(*halves)
        (latest, before), own, by_first, by_second = losses.of(*halves)
        values = [sets[number] for number in (0, 1, 3, 4, 5, 6, 7, 8)]
        values += [latest | (last & 15) << 16, own | lane << 8, latest | before << 8, by_second | second << 8]
        values.append(by_first | by_second // 2 << 8 | own // 4 << 16)
        places = [self.place(number, value, self.narrow) for number, value in enumerate(values)]
        mean = max(0, min(63, (sum(self.means[place] for place in places) + 96) // 3))
        spread = max(0, min(7, (sum(self.spreads[place] for place in places) + 51) // 7))
        contexts = mean * 8 + spread, 512 + mean // 2 * (self.halves + 1) + min(by_second, self.halves)
        rows = [self.frequencies[context * self.halves:][:self.halves] for context in contexts]
        at, half, end = decoder.peek(15), -1, 0
        while end <= at:
            half, start = half + 1, end
            end += rows[0][half] + rows[1][half]
        decoder.consume(start, end, 15)
        return half


class Past:
    """The last three answers to a question: of the block, by lane, by half of a lane."""

    def __init__(self):
        self.block, self.lanes, self.halves = 0b101010, {}, {}

    def of(self, lane, _):
        return self.block, self.lanes.get(lane, 0b101010)

    def of_halves(self, _, halves):
        return [self.halves.get(half, 0b101010) for half in halves]

    def push(self, lane, halves, answer):
        push = lambda past: (past << 2 | answer) & 63
        self.block, self.lanes[lane] = push(self.block), push(self.lanes.get(lane, 0b101010))
        for half in halves:
            self.halves[half] = push(self.halves.get(half, 0b101010))


class Losses:
    """The losses before: half of the plies and one, 0 for none. The last two, by lane, by half of a lane."""

    def __init__(self):
        self.last, self.lanes, self.halves = (0, 0), {}, {}

    def of(self, lane, halves):
        return self.last, self.lanes.get(lane, 0), *(self.halves.get(half, 0) for half in halves)

    def push(self, lane, halves, half):
        loss = min(half + 1, 255)
        self.last, self.lanes[lane] = (loss, self.last[0]), loss
        self.halves |= dict.fromkeys(halves, loss)


def states(numbering, model, page, number):
    """Of each position of a page that is reached: whether it is lost, whether the rules say so, half of its plies."""
    lengths = struct.unpack_from(f"<{PAGE // model.block}{'BH'[page[0] - 1]}", page, 1)
    start = 1 + len(lengths) * page[0]
    last = numbering.size * len(numbering.lions)
    for block, length in enumerate(lengths):
        decoder, pasts, losses = Decoder(page[start:]), [Past(), Past()], Losses()
        first = min(number * PAGE + block * model.block, last)
        for decided, lane, halves, sets in numbering.plausible(first, min(first + model.block, last)):
            where, half = (lane, halves), None
            reached = model.answer(decoder, 0, where, sets, pasts[0])
            pasts[0].push(*where, reached)
            if reached:
                lost = decided == "loss" if decided else model.answer(decoder, 1, where, sets, pasts[1])
                if lost and not decided and model.block == BLOCK["compact"]:
                    half = model.half(decoder, where, sets, pasts[1], losses)
                    losses.push(*where, half)
                pasts[1].push(*where, lost)
                yield lost, decided, half
        start += length


def main(path, *pages):
    data = open(path, "rb").read()
    version, length = struct.unpack_from("<II", data, 8)
    header = json.loads(data[16:16 + length])
    assert data[:8] == b"YOMIKIRI" and version == 3, "a table by regression was expected: solve --wdl or --compact"
    front = 20 + length
    directory = front + header["model_bytes"]
    model, at = Model(data[front:directory], header), directory + 8 * header["pages"] + 4
    numbering = Numbering(header["start"])
    assert numbering.size * len(numbering.lions) == header["interior"]
    wanted = {int(page) for page in pages} or range(header["pages"])
    reached = lost = 0
    by_plies = collections.Counter()
    for page in range(header["pages"]):
        length = struct.unpack_from("<I", data, directory + 8 * page)[0]
        if page in wanted:
            for is_lost, _, half in states(numbering, model, data[at:at + length], page):
                reached, lost = reached + 1, lost + is_lost
                by_plies.update([2 * half] if half is not None else [])
        at += length
    print(json.dumps({"reached": reached, "lost": lost, "by_plies": dict(sorted(by_plies.items()))}))


main(*sys.argv[1:])
