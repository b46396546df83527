#!/bin/sh
# fuzz.sh SECONDS [TARGET]: fuzzes each target, or one, for so many seconds. What was found interesting stays in .build-fuzz/corpus,
# for the next time. An input that breaks something is kept in .build-fuzz/found. Prints a line for each target; exit 1 if any broke.
set -u
seconds=$1
program=.build-fuzz/release/fuzz
found=.build-fuzz/found
mkdir -p "$found"
runs=0
broken=
targets=${2:-$("$program")} && [ -n "$targets" ] || exit
for target in $targets; do
    corpus=.build-fuzz/corpus/$target
    log=.build-fuzz/$target.log
    mkdir -p "$corpus"
    "$program" "$target" --seeds ".build-fuzz/seeds/$target" || exit
    # Inputs that once broke something come before all others.
    set -- "$corpus" ".build-fuzz/seeds/$target/seeds"
    [ -d "Tests/FuzzTests/Inputs/$target" ] && set -- "$@" "Tests/FuzzTests/Inputs/$target"
    [ -s ".build-fuzz/seeds/$target/words" ] && set -- "$@" "-dict=.build-fuzz/seeds/$target/words"
    # Objects of Swift that live on are no leaks; and Swift's own report of a crash would be a second crash here.
    ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no nice -n 19 "$program" "$target" \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$found/$target-" "$@" >"$log" 2>&1
    status=$?
    count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    places=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
    runs=$((runs + ${count:-0}))
    printf '%-20s %10d runs, %6d places reached' "$target" "${count:-0}" "${places:-0}"
    if [ "$status" -eq 0 ]; then echo; else
        printf ': BROKEN\n'
        grep -aE 'Fatal error|ERROR: |Test unit written' "$log" | cut -c 1-300 | sed 's/^/    /'
        broken="$broken $target"
    fi
done
if [ -n "$broken" ]; then
    echo "broken:$broken; copy the input from $found to Tests/FuzzTests/Inputs/TARGET, and make test repeats it"
    exit 1
fi
echo "$runs runs, nothing broke"
