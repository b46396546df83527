#!/bin/sh
# test.sh BUNDLE [FILTER]: runs the built tests, prints what failed and the twenty slowest; exit 1 on any failure.
# Without a filter they run in four rows of parts beside each other: most tests wait, for a server, a terminal or a time limit.
# Within a part one runs after the other, so that its time is its own.
set -u
bundle=$1
filter=${2:-}
reports=.build/tests
rm -rf "$reports"
mkdir -p "$reports"

# No clock, no files but their own, no process: they only compute.
pure='^(BasicsTests|FuzzTests|CardsTests|CanvasTests|TOMLTests|FeedAPITests|FeedEngineTests|ThemingTests|AppCoreTests|CardUITests)\.'
servers='^(FeedServerTests|CommandTests|CurlTransportTests)\.'
# These take about half of the time of all tests that start the program.
programs='^EndToEnd\.(Ask|BadInput|Cards|Completion|Install|LogoutCommand|OwnFeed|Secret|Sending|Undo|Viewer)Tests/'

part() { # part NAME NICENESS OPTIONS…
    name=$1 niceness=$2
    shift 2
    nice -n "$niceness" "$bundle" --testing-library swift-testing --no-parallel --xunit-output "$reports/$name.xml" "$@" \
        >"$reports/$name.log" 2>&1 || echo "$name" >>"$reports/failed"
    # The words of a failure without those of what passed.
    sed 's/\x1b\[[0-9;]*m//g' "$reports/$name.log" | awk '/^[^ ]/ && !/^(↳|±)/ { show = /^✘|error:|[Ff]atal/ } show' | grep . ||
        echo "$name: $(sed 's/\x1b\[[0-9;]*m//g' "$reports/$name.log" | tail -n 1)"
}

if [ -n "$filter" ]; then
    part tests 0 --filter "$filter"
else
    # These compute without a pause; the others, which have time limits, go first.
    {
        part pure 10 --filter "$pure"
        part servers 0 --filter "$servers"
    } &
    part programs 0 --filter "$programs" &
    part programs-more 0 --filter '^EndToEnd\.' --skip "$programs" &
    part services 0 --skip "$pure" --skip "$servers" --skip '^EndToEnd\.' &
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
