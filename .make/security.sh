#!/bin/sh
# Finds tests that SECURITY.md names as `target/suite/name` and that do not exist; "…" stands for the rest of a name. Prints
# each with its line; exit 1 on any.
set -eu
cd "$(dirname "$0")/.."
page=.github/SECURITY.md
find Tests -name '*.swift' | LC_ALL=C sort | xargs awk -v page="$page" '
    FNR == 1 { split(FILENAME, folders, "/"); suite = "" }
    /^(@Suite.* )?(struct|extension|final class) [A-Za-z]*Tests / { match($0, /[A-Za-z]*Tests /); suite = substr($0, RSTART, RLENGTH - 1) }
    match($0, /func `[^`]*`/) { tests[++count] = folders[2] "/" suite "/" substr($0, RSTART + 6, RLENGTH - 7) }
    function exists(named, parts, number, place, test) {
        if (split(named, parts, "…") == 1) { for (number = 1; number <= count; number++) if (tests[number] == named) return 1; return 0 }
        for (number = 1; number <= count; number++) {
            test = tests[number]
            if (index(test, parts[1]) != 1) continue
            place = length(test) - length(parts[2])
            if (place >= length(parts[1]) && substr(test, place + 1) == parts[2]) return 1
        }
        return 0
    }
    END {
        while ((getline line < page) > 0) {
            row++
            while (match(line, /`[A-Z][A-Za-z]*\/[A-Za-z]*Tests\/[^`]*`/)) {
                named = substr(line, RSTART + 1, RLENGTH - 2)
                line = substr(line, RSTART + RLENGTH)
                found++
                if (!exists(named)) print page ":" row ": there is no test " named
            }
        }
        if (!found) print page ": no test was found in it"
    }' | { ! grep .; }
