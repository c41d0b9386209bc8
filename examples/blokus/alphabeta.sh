#!/bin/sh
# The best move by alpha-beta search: negamax (see negamax.sh) that leaves a position as soon as the opponent is known
# to have a better way before it. The last ply is one file: `moves` has all moves, best first, with what they are worth.
# Usage: alphabeta.sh DIR [PLIES]    (2 plies if not said)
# The answer goes to standard output. On the way each new best goes to standard error, with what it leaves the opponent.
set -eu
LC_ALL=C # moves in the order of their codes, wherever this runs

# search DIR PLIES ALPHA BETA: sets `value` to what DIR is worth to its side to move, and `best` to the move for it.
# A function's arguments are its only variables of its own: $5 becomes the best move, $6 the child that is looked at.
search() {
    if [ "$2" -eq 0 ]; then
        read -r value < "$1/value"
        return
    elif [ "$2" -eq 1 ] && [ "$plies" -gt 1 ] && read -r best value < "$1/moves"; then
        return
    fi
    set -- "$1" "$2" "$3" "$4" ""
    for child in "$1"/*/; do
        case $child in *'/*/') read -r value < "$1/value"; return ;; esac # the game is over: no directory
        set -- "$1" "$2" "$3" "$4" "$5" "${child%/}"
        search "$6" $(($2 - 1)) $((-$4)) $((-$3))
        if [ $((-value)) -gt "$3" ]; then
            set -- "$1" "$2" $((-value)) "$4" "${6##*/}"
            [ "$2" -ne "$plies" ] || echo "$5 $value" >&2
            [ "$3" -lt "$4" ] || break
        fi
    done
    value=$3 best=$5
}

dir=${1:?a directory of the mount was expected}
plies=${2:-2}
search "${dir%/}" "$plies" -99999 99999
echo "$best"
