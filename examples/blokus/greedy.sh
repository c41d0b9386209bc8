#!/bin/sh
# A player that looks one move ahead. Usage: greedy.sh DIR
LC_ALL=C least=99999
for child in "${1:?a directory of the mount was expected}"/*/; do
    read -r value < "$child/value" || exit
    # What is left to the opponent: the less the better.
    [ "$value" -ge "$least" ] || { least=$value; best=$child; }
done
basename "$best"
