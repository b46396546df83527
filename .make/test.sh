#!/bin/sh
# test.sh BUNDLE [FILTER]: runs the built tests, prints what failed and the twenty slowest; exit 1 on any failure.
# Without a filter they run in parts, as many beside each other as there are rows; a row that is free takes the next part. Most
# tests wait, for a server, a terminal or a time limit, so there are three rows for a core. Within a part one test runs after the
# other, so that its time is its own.
set -u
bundle=$1
filter=${2:-}
reports=.build/tests
rm -rf "$reports"
mkdir -p "$reports"

# No clock, no files but their own, no process: they compute without a pause, and so let the others, which have time limits, go
# first.
pure='(BasicsTests|FuzzTests|CardsTests|CanvasTests|TOMLTests|FeedAPITests|FeedEngineTests|ThemingTests|AppCoreTests|CardUITests)'

# Every part as a line: its name, and the filter for its tests. A target is a part, and so is a suite that starts the program; small
# ones are together in one. Those whose tests start programs or wait for servers are first: they take about eight times as long as others.
parts() {
    "$bundle" --testing-library swift-testing --list-tests | grep -Ev "^$pure[.]" |
        sed 's/^\(EndToEnd\.[^./]*\).*/\1/;t;s/\..*//' | sort | uniq -c |
        awk '{ time = $2 ~ /^(EndToEnd|FeedServer|FeedStorage|FeedPostgres|Postgres|Simulation)/ ? 8 : 1; print time, $1 * time, $2 }' |
        sort -k 1,1rn -k 2,2rn -k 3 | awk -v most=130 '
            function flush() { if (names) print first, "^(" names ")[./]"; names = first = ""; total = 0 }
            total + $2 > most { flush() }
            { if (!first) first = $3; gsub(/[.]/, "[.]", $3); names = names (names ? "|" : "") $3; total += $2 }
            END { flush() }'
}

if [ -n "$filter" ]; then
    sh .make/part.sh "$bundle" 0 tests "$filter"
else
    sh .make/part.sh "$bundle" 10 pure "^$pure[.]" &
    parts >"$reports/parts"
    [ -s "$reports/parts" ] || echo "the list of tests" >>"$reports/failed"
    xargs -a "$reports/parts" -r -P "$(($(nproc) * 3))" -L 1 sh .make/part.sh "$bundle" 0
    wait
fi
# What this machine has not got is not tested.
skipped=$(sed 's/\x1b\[[0-9;]*m//g' "$reports"/*.log | sed -n 's/.* skipped: "\(.*\)"$/\1/p' | sort | uniq -c)
[ -z "$skipped" ] || printf 'skipped:\n%s\n' "$skipped"
sh .make/slowest.sh "$reports"/*.xml
if [ -e "$reports/failed" ]; then
    echo "failed: $(tr '\n' ' ' <"$reports/failed"); their output is in $reports" >&2
    exit 1
fi
