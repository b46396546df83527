#!/bin/sh
# part.sh BUNDLE NICENESS NAME FILTER: runs the tests of a filter one after the other, and prints what failed. Its output, its
# report, and the file "failed" with the names of parts that failed are in .build/tests.
set -u
bundle=$1 niceness=$2 name=$3 filter=$4
reports=.build/tests
nice -n "$niceness" "$bundle" --testing-library swift-testing --no-parallel --xunit-output "$reports/$name.xml" --filter "$filter" \
    >"$reports/$name.log" 2>&1 || echo "$name" >>"$reports/failed"
# The words of a failure without those of what passed.
sed 's/\x1b\[[0-9;]*m//g' "$reports/$name.log" | awk '/^[^ ]/ && !/^(↳|±)/ { show = /^✘|error:|[Ff]atal/ } show' | grep . ||
    echo "$name: $(sed 's/\x1b\[[0-9;]*m//g' "$reports/$name.log" | tail -n 1)"
