#!/bin/sh
# The public interface of the library's products as text, a line for each symbol: what hosts are compiled against. A change of
# it has to be on purpose. Needs a build.
#   api.sh check     compares it with the files in .make/api; exit 1 if it differs
#   api.sh record    writes these files
set -eu

products=.build/debug/Modules
kept=.make/api
found=.build/api
target=$(uname -m)-unknown-linux-gnu
modules="Cards CardSession CardSources CardSourceTesting CardStreamComapi CardStreamCordial CardStreamPublishing CardStreamTesting CardStreamUI FeedAPI"
# Headers and maps of the C modules, those that the build has made among them.
includes=$(find Sources .build/checkouts -name module.modulemap -not -path '*/Tests/*' -exec dirname {} \; | sort -u | sed 's/^/-I /')
for map in .build/debug/C*.build/module.modulemap; do includes="$includes -Xcc -fmodule-map-file=$map"; done

rm -rf "$found"
mkdir -p "$found/graphs" "$kept"
for module in $modules; do
    [ -e "$products/$module.swiftmodule" ] || {
        echo "api: $module has not been built; run make build first" >&2
        exit 1
    }
    # shellcheck disable=SC2086  # the includes are words on purpose
    swift-symbolgraph-extract -module-name "$module" -I "$products" $includes -target "$target" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$found/graphs"
    # Extensions of other modules' types have a file for each of these modules.
    cat "$found/graphs/$module.symbols.json" "$found/graphs/$module"@*.symbols.json 2>/dev/null | jq -rs '
        (map(.symbols[]) | map({(.identifier.precise): (.pathComponents | join("."))}) | add) as $names
        | (.[].symbols[] | (.pathComponents | join(".")) + "  " + ([.declarationFragments[].spelling] | join("") | gsub("\\s+"; " "))),
          (.[].relationships[] | select(.kind == "conformsTo" and $names[.source] != null)
            | ($names[.target] // .targetFallback // "") as $protocol
            | select($protocol | test("^Swift\\.(Copyable|Escapable|SendableMetatype)$") | not)
            | "\($names[.source])  : \($protocol)")' | LC_ALL=C sort -u >"$found/$module.txt"
done

case ${1:-} in
record) cp "$found"/*.txt "$kept" ;;
check)
    changed=
    for module in $modules; do
        diff -U0 "$kept/$module.txt" "$found/$module.txt" >"$found/$module.diff" && continue
        grep '^[-+][^-+]' "$found/$module.diff" | sed "s/^/$module: /" >&2
        changed=1
    done
    [ -z "$changed" ] || {
        echo "api: the public interface has changed, see above. If that is on purpose, run make api, and say in the change log what host programs have to change." >&2
        exit 1
    }
    ;;
*)
    echo "usage: api.sh check|record" >&2
    exit 2
    ;;
esac
