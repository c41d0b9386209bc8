#!/usr/bin/env python3
"""Reads what Yomikiri writes, with the standard library alone. Usage: read.py FILE.yomi | FILE.sqlite

A table: its header as JSON with what its parts are made of, every checksum tried; decode.py decodes its blocks,
for which the rules are needed. A collection: one problem a line."""
import json
import sqlite3
import struct
import sys
import zlib

PAGE, BLOCK = 16384, {"distances": 256, "compact": 512, "results": 1024}  # nodes, by the kind of table


def checked(data, crc, part):
    if zlib.crc32(data) != crc:
        sys.exit(f"{part}: wrong checksum")
    return data


def decoded(code, ends, count):
    """So many symbols of the range coder, each taking from ends[symbol] to ends[symbol + 1] of 65,536."""
    starts = [symbol for symbol in range(256) for _ in range(ends[symbol], ends[symbol + 1])]
    value, at, width = int.from_bytes(code[:4].ljust(4, b"\0"), "big"), 4, 2**32 - 1
    for _ in range(count):
        step = width >> 16
        symbol = starts[min(value // step, 65535)]
        value, width = value - step * ends[symbol], step * (ends[symbol + 1] - ends[symbol])
        while width < 1 << 24:
            value, width, at = (value << 8 | (code[at] if at < len(code) else 0)) & 0xFFFFFFFF, width << 8, at + 1
        yield symbol - 256 if symbol > 127 else symbol


def weights(data, count):
    """So many weights, counted by what they are, and what follows them."""
    numbers = struct.unpack_from("<256H", data)
    ends = [sum(numbers[:symbol]) for symbol in range(257)]
    end = 516 + struct.unpack_from("<I", data, 512)[0]
    found = list(decoded(data[516:end], ends, count))
    shares = [1 + found.count(weight) * 65280 // count for weight in [*range(128), *range(-128, 0)]]
    left = [end - start - share for start, end, share in zip(ends, ends[1:], shares)]
    assert sorted(left)[:255] == [0] * 255, "the frequencies are those of the weights, rounded"
    return {weight: found.count(weight) for weight in (-1, 0, 1)}, data[end:]


def model(data, kind, interior):
    if kind == "distances":
        return {"packed_bytes": len(data)}  # zstd, which Python has from 3.14 on (compression.zstd)
    less = min(8, max(0, 28 - interior.bit_length()) * 2 // 3)
    chances = struct.unpack_from("<385H", data)
    questions, rest = weights(data[770:], 6 * 2**(13 - less) + 10 * 2**(16 - less))
    if kind == "results":
        assert rest == b"", "nothing follows the weights"
        return {"chances": chances[::64], "weights": questions}
    means, spread = weights(rest[1:], 13 * 2**(15 - less))
    spreads, packed = weights(spread, 13 * 2**(15 - less))
    frequencies = len(zlib.decompress(packed)) // 2
    assert frequencies == rest[0] * (512 + 32 * (rest[0] + 1))
    return {"chances": chances[::64], "weights": questions, "means": means, "spreads": spreads}


def table(data):
    version, length = struct.unpack_from("<II", data, 8)
    header = json.loads(checked(data[:16 + length], *struct.unpack_from("<I", data, 16 + length), "header")[16:])
    at = 20 + length
    end = at + header["model_bytes"] + 8 * header["pages"]
    front = checked(data[at:end], *struct.unpack_from("<I", data, end), "model and directory")
    kind = header.get("kind", "distances")
    at, blocks = end + 4, PAGE // BLOCK[kind]
    for length, crc in struct.iter_unpack("<II", front[header["model_bytes"]:]):
        page = checked(data[at:at + length], crc, f"page at byte {at}")
        lengths = struct.unpack_from(f"<{blocks}{'BH'[page[0] - 1]}", page, 1)
        assert 1 + blocks * page[0] + sum(lengths) == length, "a page is its blocks' lengths, and the blocks"
        at += length
    assert at == len(data), "nothing follows the last page"
    return header | {"version": version, "model": model(front[:header["model_bytes"]], kind, header["interior"])}


path = sys.argv[1]
if open(path, "rb").read(8) == b"YOMIKIRI":
    print(json.dumps(table(open(path, "rb").read())))
else:
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    assert database.execute("SELECT value FROM meta WHERE name = 'format'").fetchone() == ("1",), "format version"
    for number, plies, sfen, solution in database.execute("SELECT id, plies, sfen, solution FROM problem ORDER BY id"):
        print(number, plies, sfen, "moves", solution)
