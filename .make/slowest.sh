#!/bin/sh
# slowest.sh FILE…: prints the twenty slowest tests of reports in JUnit's XML, and the five reports that took longest.
set -eu
awk -F '"' '/<testcase /{
    for (i = 1; i < NF; i++) {
        if ($i ~ /classname=$/) suite = $(i + 1)
        if ($i ~ / name=$/) name = $(i + 1)
        if ($i ~ / time=$/) time = $(i + 1)
    }
    printf "%8.2f s  %s %s\n", time, suite, name
}' "$@" | sort -rn | head -20
awk -F '"' '/<testsuite /{
    for (i = 1; i < NF; i++) if ($i ~ / time=$/) printf "%8.2f s  total of %s\n", $(i + 1), FILENAME
}' "$@" | sort -rn | head -5
