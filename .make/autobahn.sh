#!/bin/sh
# autobahn.sh PROGRAM: runs the client of PROGRAM (ws-testee) through the core cases of the Autobahn WebSocket test suite, which
# come from PyPI into .build-autobahn. Where they cannot be had, says so and ends with exit code 0.
set -eu
program=$1
folder=.build-autobahn
mkdir -p "$folder"

skip() {
    echo "skipped: $1"
    exit 0
}

[ -x "$folder/python/bin/python" ] || python3 -m venv "$folder/python" >"$folder/setup.log" 2>&1 ||
    skip "Python cannot make an environment (apt install python3-venv)"
"$folder/python/bin/pip" install -q autobahn==20.12.3 Twisted >>"$folder/setup.log" 2>&1 &&
    "$folder/python/bin/pip" download -q --no-deps --no-binary :all: -d "$folder" autobahntestsuite==25.10.1 \
        >>"$folder/setup.log" 2>&1 || skip "PyPI does not have the test suite now; see $folder/setup.log"
tar -xzf "$folder/autobahntestsuite-25.10.1.tar.gz" -C "$folder"

rm -f "$folder/port"
"$folder/python/bin/python" .make/autobahn_cases.py "$folder/autobahntestsuite-25.10.1/autobahntestsuite/case" "$folder/port" \
    >"$folder/report.log" 2>"$folder/server.log" &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
until [ -s "$folder/port" ]; do
    kill -0 "$server" 2>/dev/null || {
        cat "$folder/server.log" >&2
        exit 1
    }
    sleep 0.1
done
timeout 1200 "$program" "ws://127.0.0.1:$(cat "$folder/port")"
status=0
wait "$server" || status=$?
cat "$folder/report.log"
exit "$status"
