#!/bin/sh
# Prints the texts a person can meet, with their places, as "file:line: text": literals of the sources, texts of the
# demonstration's cards, what "make help" prints, and messages of the scripts.
set -eu
find Sources -path Sources/boilerplate -prune -o \( -name '*.swift' -o -name '*.c' -o -name '*.h' \) -print | LC_ALL=C sort |
    xargs awk -f .make/strings.awk
find Sources -name '*.json' | LC_ALL=C sort | xargs awk '
    { while (match($0, /: *"([^"\\]|\\.)* ([^"\\]|\\.)*"/)) {
        text = substr($0, RSTART, RLENGTH); sub(/^: *"/, "", text); sub(/"$/, "", text)
        print FILENAME ":" FNR ": " text
        $0 = substr($0, RSTART + RLENGTH) } }'
awk -F ' ## ' '/^[a-z0-9-]+:.* ## / { print FILENAME ":" FNR ": " $2 }' Makefile
awk '/^ *#/ { next }
    /echo|printf|breach "/ { while (match($0, /"([^"\\]|\\.)*"|\047[^\047]*\047/)) {
        text = substr($0, RSTART + 1, RLENGTH - 2)
        if (text ~ /[a-z] [a-z]/) print FILENAME ":" FNR ": " text
        $0 = substr($0, RSTART + RLENGTH) } }' .make/*.sh
