#!/bin/sh
# The best move by negamax: a directory is a position, its subdirectories are the moves, `value` is what a position is
# worth to the side to move. Whoever is to move takes the move that leaves the opponent least.
# Usage: negamax.sh DIR [PLIES]    (2 plies if not said)
# The answer goes to standard output. On the way each new best goes to standard error, with what it leaves the opponent.
set -eu
LC_ALL=C # moves in the order of their codes, wherever this runs

# search DIR PLIES: sets `value` to what DIR is worth to its side to move, and `best` to the move for it.
# A function's arguments are its only variables of its own: $3 becomes what is left to the opponent, $4 the best move,
# $5 the child that is looked at.
search() {
    if [ "$2" -eq 0 ]; then
        read -r value < "$1/value"
        return
    fi
    set -- "$1" "$2" 99999 ""
    for child in "$1"/*/; do
        case $child in *'/*/') read -r value < "$1/value"; return ;; esac # the game is over: no directory
        set -- "$1" "$2" "$3" "$4" "${child%/}"
        search "$5" $(($2 - 1))
        if [ "$value" -lt "$3" ]; then
            set -- "$1" "$2" "$value" "${5##*/}"
            [ "$2" -ne "$plies" ] || echo "$4 $value" >&2
        fi
    done
    value=$((-$3)) best=$4
}

dir=${1:?a directory of the mount was expected}
plies=${2:-2}
search "${dir%/}" "$plies"
echo "$best"
