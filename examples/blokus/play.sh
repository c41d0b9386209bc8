#!/bin/sh
# Plays in the mount: you against a program, two programs, or two people.
# Usage: play.sh [-1 PLAYER] [-2 PLAYER] DIR
# A PLAYER is a command that is given the directory of the position and prints a move, such as ./greedy.sh.
# At the prompt a move such as 66t0 is played (---- where nothing can be placed); a part of one, such as 66 or t, lists
# the moves that have it; an empty line lists the ten that look best.
set -eu
LC_ALL=C
first='' second=''
while getopts 1:2: side; do
    case $side in
    1) first=$OPTARG ;;
    2) second=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
dir=${1:?a directory of the mount was expected}
violet=$(printf '\033[45m') orange=$(printf '\033[43m') plain=$(printf '\033[0m')

show() {
    echo "   1 2 3 4 5 6 7 8 9 A B C D E"
    row=0
    sed "s/1/$violet* $plain/g; s/2/${orange}o $plain/g; s/\./. /g" "$dir/board" | while read -r squares; do
        row=$((row + 1))
        printf '%X  %s\n' "$row" "$squares"
    done
    paste -d ' ' "$dir/score" "$dir/piece" | sed "1s/^/first  $violet* $plain /; 2s/^/second ${orange}o $plain /"
}

# ask: sets `move` to a legal move that the player types.
ask() {
    while printf '%s> ' "$1" && read -r move; do
        case $move in
        '') head -n 10 "$dir/moves" | listed ;;
        */* | .*) echo "$move is no move" ;;
        *) [ ! -d "$dir/$move" ] || return 0
            { grep -iF -e "$move" "$dir/moves" || echo none; } | listed ;;
        esac
    done
    exit
}

# listed: the moves of some lines of `moves`, on one line.
listed() {
    cut -d ' ' -f 1 | paste -s -d ' ' -
}

name=first
while [ ! -e "$dir/result" ]; do
    show
    if [ $name = first ]; then player=$first; else player=$second; fi
    if [ -z "$player" ]; then ask $name; else move=$($player "$dir" 2> /dev/null); fi
    [ -n "$move" ] && [ -d "$dir/$move" ] || { echo "$player: '$move' is no move" >&2; exit 1; }
    echo "$name: $move"
    dir=$dir/$move
    if [ $name = first ]; then name=second; else name=first; fi
done
show
echo "result: $(cat "$dir/result"), $(cat "$dir/path")"
