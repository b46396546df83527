#!/bin/sh
# Builds what the bench needs and runs it. Instruction counts come from valgrind: they repeat exactly, whatever else
# the machine is doing.
set -eu
cd "$(dirname "$0")/.."
if ! command -v valgrind >/dev/null 2>&1; then
    printf 'bench: installing valgrind, which counts instructions\n' >&2
    if [ "$(id -u)" -eq 0 ]; then root=; else root=sudo; fi
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends valgrind >/dev/null
fi
for product in bench floor-swift floor-c; do
    swift build -c release --static-swift-stdlib --product "$product" -q
done
exec .build/release/bench "$@"
