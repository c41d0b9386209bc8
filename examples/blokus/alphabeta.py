#!/usr/bin/env python3
"""The best move by alpha-beta search: a directory is a position, its subdirectories are the moves.

Usage: alphabeta.py DIR [PLIES]    (2 plies if not said)

The answer goes to standard output. On the way each new best goes to standard error, with what it leaves the opponent.
"""

import os
import sys

INFINITY = 99999


def children(position):
    """The moves in the order of their codes. `scandir` tells directories from files without a look at them."""
    with os.scandir(position) as entries:
        return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))


def value(position):
    """What the position is worth to the side to move: the file `value` holds the same, but is opened first."""
    return int(os.getxattr(position, "user.value"))


def search(position, plies, alpha, beta, tell=lambda move, left: None):
    """What the position is worth to the side to move, and the best move; exact if it lies between alpha and beta."""
    moves = children(position) if plies else []
    if not moves:
        return value(position), None
    best = None
    for move in moves:
        left, _ = search(f"{position}/{move}", plies - 1, -beta, -alpha)
        if -left > alpha:
            alpha, best = -left, move
            tell(move, left)
            if alpha >= beta:
                break
    return alpha, best


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__.strip())
    position = sys.argv[1].rstrip("/")
    plies = int(sys.argv[2]) if len(sys.argv) == 3 else 2
    print(search(position, plies, -INFINITY, INFINITY, lambda *new: print(*new, file=sys.stderr))[1])


if __name__ == "__main__":
    main()
