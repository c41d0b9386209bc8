#!/usr/bin/env python3
"""The best move by negamax: a directory is a position, its subdirectories are the moves.

Usage: negamax.py DIR [PLIES]    (2 plies if not said)

The answer goes to standard output, what it is worth to standard error.
"""

import sys
from pathlib import Path


def search(position, plies):
    """What the position is worth to the side to move, and the best move for it."""
    moves = sorted(entry for entry in position.iterdir() if entry.is_dir()) if plies else []
    if not moves:
        return int((position / "value").read_text()), None
    # What is left to the opponent: the less the better, and of equals the first.
    left, best = min(((search(move, plies - 1)[0], move.name) for move in moves), key=lambda found: found[0])
    return -left, best


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__.strip())
    value, best = search(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 2)
    print(value, file=sys.stderr)
    print(best)


if __name__ == "__main__":
    main()
