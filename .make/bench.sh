#!/bin/sh
# Runs the bench. Instruction counts come from valgrind: they repeat exactly, whatever else the machine is doing. It cannot
# read the debug information of a Swift program, so it gets a stripped copy.
set -eu
cd "$(dirname "$0")/.."
if ! command -v valgrind >/dev/null 2>&1; then
    printf 'bench: installing valgrind, which counts instructions\n' >&2
    if [ "$(id -u)" -eq 0 ]; then root=; else root=sudo; fi
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends valgrind >/dev/null
fi
strip -g -o .build/release/cardstream-stripped .build/release/cardstream
exec .build/release/bench "$@"
