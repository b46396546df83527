#!/bin/sh
# Makes the documentation with DocC: of the library's modules from their doc comments, and of the package's articles. Fails
# on any warning, such as a link that leads nowhere. Needs a build; the archives are in .build/documentation.
set -eu

products=.build/debug/Modules
archives=.build/documentation
graphs=$archives/graphs
target=$(uname -m)-unknown-linux-gnu
# Headers and maps of the C modules, those that the build has made among them.
includes=$(find Sources .build/checkouts -name module.modulemap -not -path '*/Tests/*' -exec dirname {} \; | sort -u | sed 's/^/-I /')
for map in .build/debug/C*.build/module.modulemap; do includes="$includes -Xcc -fmodule-map-file=$map"; done

command -v docc >/dev/null 2>&1 || {
    echo "docs: this Swift toolchain has no docc; install a toolchain from https://www.swift.org/install/linux/" >&2
    exit 1
}
rm -rf "$archives"

convert() { # convert NAME SYMBOL-GRAPHS [CATALOG]
    name=$1
    found=$2
    shift 2
    docc convert "$@" --additional-symbol-graph-dir "$found" --fallback-display-name "$name" \
        --fallback-bundle-identifier "cardstream.$name" --output-path "$archives/$name.doccarchive" --warnings-as-errors
    echo "made $archives/$name.doccarchive"
}

# CardStream has no code of its own: it shows what it exports.
for module in CardStream CardStreamUI CardStreamPublishing CardStreamTesting; do
    [ -e "$products/$module.swiftmodule" ] || {
        echo "docs: $module has not been built; run make build first" >&2
        exit 1
    }
    mkdir -p "$graphs/$module"
    # shellcheck disable=SC2086  # the includes are words on purpose
    swift-symbolgraph-extract -module-name "$module" -I "$products" $includes -target "$target" \
        -minimum-access-level public -experimental-allowed-reexported-modules=Cards,CardSession,CardSources,FeedAPI -output-dir "$graphs/$module"
    catalog=Sources/$module/Documentation.docc
    if [ -d "$catalog" ]; then convert "$module" "$graphs/$module" "$catalog"; else convert "$module" "$graphs/$module"; fi
done
mkdir -p "$graphs/none"
convert cardstream "$graphs/none" Sources/AppRuntime/Documentation.docc
