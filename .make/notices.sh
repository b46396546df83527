#!/bin/sh
# Prints the licence of cardstream, .github/LICENSE, or that it has none, and the licences of everything else in the program:
# the packages of Package.resolved and what they contain, the static libraries of Package.swift, and the run-times of Swift
# and C++. Needs a build, which checks the packages out; fails if one has no licence.
set -eu
cd "$(dirname "$0")/.."

fail() {
    echo "notices: $1" >&2
    exit 1
}
notice() { # notice NAME FILE…
    printf '\n%s\n%s\n%s\n\n' "$rule" "$1" "$rule"
    shift
    cat "$@"
}
rule=------------------------------------------------------------------------

if [ -r .github/LICENSE ]; then
    cat .github/LICENSE
else
    cat <<'END'
The owner of cardstream has not chosen a licence for its own code yet. This file gives no permission to copy, change or
distribute that code.
END
fi
cat <<'END'

cardstream contains the following works of others. Their licences and notices follow.
END

[ -r Package.resolved ] || fail "Package.resolved is missing; build first"
for name in $(sed -n 's|.*"location" : ".*/\([^/"]*\)".*|\1|p' Package.resolved | sed 's/\.git$//'); do
    files=$(find ".build/checkouts/$name" -maxdepth 1 \( -iname 'LICENSE*' -o -iname 'NOTICE*' \) | LC_ALL=C sort)
    [ -n "$files" ] || fail "$name has no licence in .build/checkouts"
    # shellcheck disable=SC2086  # one word for each file
    notice "$name" $files
done

# swift-crypto has the notices of these two in their files only.
vendored=.build/checkouts/swift-crypto/Sources
[ -d "$vendored/CCryptoBoringSSL" ] && [ -d "$vendored/CXKCP" ] || fail "CCryptoBoringSSL or CXKCP is missing in $vendored"
grep -rhoE --include="*.[chS]" --include="*.cc" 'Copyright (\(c\) )?[0-9].*' "$vendored/CCryptoBoringSSL" | sed 's| *\*/$||; s/ *$//' | LC_ALL=C sort -u |
    notice "BoringSSL, in swift-crypto, under the Apache License 2.0 as above"
grep -rlE --include="*.[ch]" 'Copyright (\(c\) )?[0-9]' "$vendored/CXKCP" | LC_ALL=C sort |
    while read -r file; do sed '/\*\//q' "$file"; done |
    notice "XKCP, in swift-crypto: public domain, except"

archives=$(sed -n 's/.*linkedLibrary(":\(lib[^"]*\.a\)").*/\1/p' Package.swift)
[ -n "$archives" ] || fail "Package.swift names no static library"
for archive in $archives libstdc++.a; do
    package=$(dpkg -S "*/$archive" 2>/dev/null | sed -n '1s/:.*//p')
    [ -n "$package" ] || fail "no Debian package has $archive"
    notice "$archive, of the Debian package $package" "/usr/share/doc/$package/copyright"
done

notice "The Swift run-time, FoundationEssentials and libdispatch" \
    "$(dirname "$(readlink -f "$(command -v swift)")")/../share/swift/LICENSE.txt"
