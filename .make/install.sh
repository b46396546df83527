#!/bin/sh
# Installs the program with all that belongs to it under a prefix, or removes it again.
#   install.sh install|uninstall PREFIX [DESTDIR]
# DESTDIR stands before the prefix where the files are made for another place. PROGRAM names another program than the
# release. Existing files are replaced whole; nothing else under the prefix is touched.
set -eu

usage() {
    echo "usage: $0 install|uninstall PREFIX [DESTDIR]" >&2
    exit 2
}

[ $# -eq 2 ] || [ $# -eq 3 ] || usage
prefix=${2%/}
case $2 in
/*) ;;
"~"*)
    echo "$0: the shell did not expand ~; write PREFIX=\$HOME${prefix#\~} instead" >&2
    exit 2
    ;;
*) prefix=$PWD/$prefix ;;
esac
place=${3:-}$prefix
list=share/cardstream/files
# Folders that are ours alone.
folders="share/cardstream share/doc/cardstream"

remove() { # remove FILE: one that is listed
    [ -e "$place/$1" ] || return 0
    rm -f "$place/$1"
    echo "removed $place/$1"
}

case $1 in
install)
    program=${PROGRAM:-.build/release/cardstream}
    [ -x "$program" ] || {
        echo "$0: $program is missing; run make release first" >&2
        exit 1
    }
    mkdir -p "$place/bin" 2>/dev/null && [ -w "$place/bin" ] || {
        echo "$0: cannot write to $place/bin; choose another place (make install PREFIX=\$HOME/.local) or use sudo" >&2
        exit 1
    }
    # Everything is made before anything is replaced.
    staged=$(mktemp -d)
    trap 'rm -rf "$staged"' EXIT
    sh "$(dirname "$0")/files.sh" "$program" "$staged" "$prefix"
    # What an older version had and this one has not.
    if [ -r "$place/$list" ]; then
        LC_ALL=C sort "$place/$list" | LC_ALL=C comm -23 - "$staged/$list" | while read -r file; do remove "$file"; done
    fi
    while read -r file; do
        mkdir -p "$place/$(dirname "$file")"
        # A copy moved over the old one, so that a running program keeps its own.
        cp "$staged/$file" "$place/$file.new"
        mv "$place/$file.new" "$place/$file"
        echo "installed $place/$file"
    done <"$staged/$list"
    ;;
uninstall)
    [ -r "$place/$list" ] || {
        echo "$0: nothing to remove: $place/$list does not exist" >&2
        exit 1
    }
    files=$(cat "$place/$list")
    for file in $files; do remove "$file"; done
    for folder in $folders; do rmdir "$place/$folder" 2>/dev/null || true; done
    ;;
*) usage ;;
esac
