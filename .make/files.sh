#!/bin/sh
# Lays out every file that is installed, as it stands under the prefix. This is the one list of them: `make install`, the
# tarball and the Debian package all begin here.
#   files.sh PROGRAM DIRECTORY PREFIX
# PREFIX is where the files will be in the end; units of systemd name the program there.
set -eu

[ $# -eq 3 ] || {
    echo "usage: $0 PROGRAM DIRECTORY PREFIX" >&2
    exit 2
}
program=$1
directory=$2
prefix=${3%/}
here=$(dirname "$0")
root=$here/..
umask 022

put() { # put PATH [COMMAND…]: writes what the command prints, or else standard input
    mkdir -p "$directory/$(dirname "$1")"
    target=$directory/$1
    shift
    if [ $# -gt 0 ]; then "$@" >"$target" </dev/null; else cat >"$target"; fi
}

put bin/cardstream cat "$program"
# Symbols are two thirds of it, and running needs none: .build keeps them for debuggers.
strip --strip-unneeded "$directory/bin/cardstream"
chmod 755 "$directory/bin/cardstream"

# Each page stands after a line such as ".\" page cardstream-themes-show.1".
pages=$(mktemp)
trap 'rm -f "$pages"' EXIT
"$program" man --all >"$pages" </dev/null
for page in $(sed -n 's/^\.\\" page //p' "$pages"); do
    awk -v page="$page" '/^\.\\" page /{ shown = ($3 == page); next } shown' "$pages" |
        gzip -9n | put "share/man/man${page##*.}/$page.gz"
done

put share/bash-completion/completions/cardstream "$program" completions bash
# Debian's zsh looks for what packages bring in a folder of its own.
case $prefix in
/usr) put share/zsh/vendor-completions/_cardstream "$program" completions zsh ;;
*) put share/zsh/site-functions/_cardstream "$program" completions zsh ;;
esac
put share/fish/vendor_completions.d/cardstream.fish "$program" completions fish

for kind in socket service; do
    put "share/systemd/user/cardstream.$kind" "$program" service unit "$kind" "$prefix/bin/cardstream"
done

put share/doc/cardstream/README.md cat "$root/README.md"
put share/doc/cardstream/CHANGELOG.md cat "$root/.github/CHANGELOG.md"
for file in alerts.yml cardstream.service dashboard.json nginx.conf; do
    put "share/doc/cardstream/server/$file" cat "$here/monitoring/$file"
done
put share/doc/cardstream/copyright sh "$here/notices.sh"

# For `make uninstall`, and to remove what the tarball brought. It names itself, too.
mkdir -p "$directory/share/cardstream"
: >"$directory/share/cardstream/files"
(cd "$directory" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) | put share/cardstream/files
