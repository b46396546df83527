#!/bin/sh
# What cardstream needs that others have written, as .make/dependencies.txt lists it.
#   dependencies.sh check    compares the list with Package.swift, Package.resolved, setup.sh and dist.sh, and the table of
#                            CONTRIBUTING.md with the list; prints every difference, exit 1 on any
#   dependencies.sh write    writes the table into CONTRIBUTING.md again
# Package.resolved exists only after a build; without it, what packages bring along is not checked.
set -eu
cd "$(dirname "$0")/.."
list=.make/dependencies.txt
page=.github/CONTRIBUTING.md
[ "$(grep -cE '^<!-- (dependencies: .*|end of dependencies) -->$' "$page")" = 2 ] || {
    echo "$page: expected one line \"<!-- dependencies: … -->\" and one line \"<!-- end of dependencies -->\" around the table"
    exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

words() { tr -s ' ,|' '\n' | sed '/./!d; s|\.git$||; s|^.*/||'; }
# Every dependency that a file names, as FILE:WORD.
named() {
    { grep -oE '\burl: *"[^"]*"' Package.swift; grep -oE 'linkedLibrary\( *"[^"]*"' Package.swift; } |
        sed 's|.*"\(.*\)"|\1|; s|^:||' | words | sed 's|^|Package.swift:|'
    sed -n 's/^for package in \(.*\); do$/\1/p; s/.*missing="\$missing \([a-z0-9].*\)".*/\1/p; s/.*curl=\(lib[^ ]*\)$/\1/p' .make/setup.sh |
        words | sed 's|^|setup.sh:|'
    sed -n 's/^\(Recommends\|Suggests\): //p' .make/dist.sh | sed 's/([^)]*)//g' | words | sed 's|^|dist.sh:|'
    [ ! -r Package.resolved ] ||
        sed -n 's|.*"location" : "\(.*\)".*|\1|p' Package.resolved | words | sed 's|^|Package.resolved:|'
}
# Every one that the list has. A package of Package.swift, which is a line without a version, is in Package.resolved as well.
listed() {
    awk -F '\t' -v resolved="$([ ! -r Package.resolved ] || echo 1)" '/^#/ { next }
        $4 == "" { $3 = $3 " Package.resolved:" substr($3, index($3, ":") + 1) }
        { count = split($3, words, " ")
          for (i = 1; i <= count; i++) if (words[i] != "-" && (resolved || words[i] !~ /^Package\.resolved:/)) print words[i] }' "$list"
}
malformed() {
    awk -F '\t' -v file="$list" '/^#/ { next }
        NF != 6 { print file ":" FNR ": " NF " columns; expected six, with tabs between them"; next }
        $1 !~ /^(program|machine|build|tests)$/ { print file ":" FNR ": \"" $1 "\"; expected program, machine, build or tests" }
        $2 == "" || $3 == "" || $5 == "" || $6 == "" { print file ":" FNR ": an empty column; expected a text, or - in the third column" }
        $4 == "" && $3 !~ /^Package\.swift:[^ ]*$/ { print file ":" FNR ": no version; expected one, because Package.swift has none for " $2 }' "$list"
    grep -nE 'binaryTarget|systemLibrary|\.package\( *(id|path|name):' Package.swift |
        sed 's|^\([0-9]*\):.*|Package.swift:\1: a dependency of a form that .make/dependencies.sh does not read; extend it|' || true
}
table() {
    printf '| where | dependency | version | licence | what it is for |\n|---|---|---|---|---|\n'
    tr '\n' ' ' <Package.swift | grep -oE 'url: *"[^"]*", *from: *"[^"]*"' | sed 's|.*/\([^/"]*\)", *from: *"\(.*\)"|\1\t\2|; s|\.git\t|\t|' >"$work/versions"
    awk -F '\t' '
        BEGIN { where["program"] = "in the program"; where["machine"] = "on the user\047s machine"; where["build"] = "to build"; where["tests"] = "for tests" }
        FNR == NR { from["Package.swift:" $1] = "at least " $2; next }
        /^#/ { next }
        { if ($4 == "") $4 = $3 in from ? from[$3] : "see Package.swift"
          print "| " ($1 == last ? "" : where[$1]) " | " $2 " | " $4 " | " $5 " | " $6 " |"; last = $1 }' "$work/versions" "$list"
}
# The page with the table of the list.
written() {
    table >"$work/table"
    awk -v table="$work/table" '
        /^<!-- dependencies: / { print; print ""; while ((getline line < table) > 0) print line; print ""; skips = 1 }
        /^<!-- end of dependencies -->$/ { skips = 0 }
        !skips' "$page"
}

check() {
    malformed
    named | LC_ALL=C sort -u >"$work/named"
    listed | LC_ALL=C sort -u >"$work/listed"
    LC_ALL=C comm -23 "$work/named" "$work/listed" |
        sed "s|\(.*\):\(.*\)|\1 names \2, which $list does not have; add it with its version, its licence and what it is for|"
    LC_ALL=C comm -13 "$work/named" "$work/listed" |
        sed "s|\(.*\):\(.*\)|$list has \1:\2, but \1 does not name \2; remove it from the list|"
    written | cmp -s - "$page" || echo "$page: the table of dependencies does not match $list; run sh .make/dependencies.sh write"
}

case ${1:-} in
check) check | { ! grep .; } ;;
write)
    written >"$work/page"
    cat "$work/page" >"$page"
    ;;
*)
    echo "usage: $0 check|write" >&2
    exit 2
    ;;
esac
