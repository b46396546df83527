#!/bin/sh
# Packs a built program: a tarball, a Debian package, its debug information, a Containerfile, and SHA256SUMS.
#   dist.sh PROGRAM [DIRECTORY]
# The same program gives the same bytes: times are those of the last commit, or SOURCE_DATE_EPOCH. DIST_LEVEL is the level
# of compression, 9 by default.
set -eu

[ $# -eq 1 ] || [ $# -eq 2 ] || {
    echo "usage: $0 PROGRAM [DIRECTORY]" >&2
    exit 2
}
program=$1
output=${2:-.build/dist}
here=$(dirname "$0")
root=$here/..
level=${DIST_LEVEL:-9}
umask 022
export LC_ALL=C

[ -x "$program" ] || {
    echo "dist: $program is missing; run make release first" >&2
    exit 1
}
version=$("$program" --version)
architecture=$(dpkg --print-architecture)
# Also for dpkg-deb, which reads it.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/.github/CHANGELOG.md")}
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$output"
rm -f "$output"/cardstream[-_]* "$output/SHA256SUMS" "$output/Containerfile"

# The tarball is for /usr/local.
name=cardstream-$version
sh "$here/files.sh" "$program" "$work/$name" /usr/local
tar --create --directory "$work" --format=gnu --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
    --numeric-owner "$name" | xz -T1 "-$level" >"$output/$name-$architecture.tar.xz"

# The Debian package is for /usr.
package=$work/package
sh "$here/files.sh" "$program" "$package/usr" /usr
mkdir -p "$package/DEBIAN"

# The libraries it is linked with. libcurl is opened for the first request to a server, from this version on (CCurl.h);
# without it a feed of your own works.
mkdir -p "$work/shlibs/debian"
printf 'Source: cardstream\n\nPackage: cardstream\nArchitecture: any\n' >"$work/shlibs/debian/control"
libraries=$(cd "$work/shlibs" && dpkg-shlibdeps -O -e"$package/usr/bin/cardstream" 2>../log | sed -n 's/^shlibs:Depends=//p')
[ -n "$libraries" ] || {
    cat "$work/log" >&2
    echo "dist: dpkg-shlibdeps found no libraries" >&2
    exit 1
}
if readelf -d "$program" | grep -q libswiftCore; then
    echo "dist: $program runs only where the Swift toolchain is installed; make dist packs a program that does not need the toolchain" >&2
fi
hex=$(sed -n 's/^#define CCURL_OLDEST_VERSION 0x\([0-9a-f]\{6\}\)$/\1/p' "$root/Sources/CCurl/include/CCurl.h")
curl=$(printf '%d.%d.%d' "0x$(echo "$hex" | cut -c1-2)" "0x$(echo "$hex" | cut -c3-4)" "0x$(echo "$hex" | cut -c5-6)")

cat >"$package/DEBIAN/control" <<END
Package: cardstream
Version: $version
Architecture: $architecture
Maintainer: cardstream
Section: utils
Priority: optional
Installed-Size: $(du -sk --apparent-size "$package/usr" | cut -f 1)
Depends: $libraries
Recommends: libcurl4 (>= $curl), ca-certificates, chafa
Suggests: libpq5, libnotify-bin, wl-clipboard | xclip, xdg-utils
Description: actionable cards, live, in the terminal
 A card is a short message that wants something from you: approve it, answer
 it, fill in its form, vote, snooze it, dismiss it. Scripts and services
 publish cards; you act on them with the keyboard; the answer goes back to
 the script. One program is viewer, server and command line.
END
(cd "$package" && find usr -type f | sort | xargs md5sum) >"$package/DEBIAN/md5sums"
find "$package" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz "-z$level" --build "$package" "$output/cardstream_${version}_$architecture.deb" >/dev/null

# For debuggers: `gdb -e /usr/bin/cardstream -s FILE`. The build id in both says that they belong together.
objcopy --only-keep-debug --compress-debug-sections "$program" "$output/$name-$architecture.debug"
chmod 644 "$output/$name-$architecture.debug"

# Builds an image of the tarball beside it.
cp "$here/Containerfile" "$output/Containerfile"
(cd "$output" && sha256sum cardstream[-_]* Containerfile >SHA256SUMS)
echo "packed in $output:"
(cd "$output" && ls -lL | awk 'NR > 1 { printf "  %-40s %9.1f MB\n", $NF, $5 / 1e6 }')
