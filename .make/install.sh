#!/bin/sh
# Installs the program, its man pages and its completions under a prefix, or removes them again.
#   install.sh install|uninstall PREFIX
# Existing files are replaced whole; nothing else under the prefix is touched.
set -eu

program=.build/release/cardstream

usage() {
    echo "usage: $0 install|uninstall PREFIX" >&2
    exit 2
}

[ $# -eq 2 ] || usage
prefix=${2%/}
case $prefix in
/*) ;;
"~"*)
    echo "$0: the shell left ~ as it is; write PREFIX=\$HOME${prefix#\~} instead" >&2
    exit 2
    ;;
*) prefix=$PWD/$prefix ;;
esac

binary=$prefix/bin/cardstream
manuals=$prefix/share/man
bash_completion=$prefix/share/bash-completion/completions/cardstream
zsh_completion=$prefix/share/zsh/site-functions/_cardstream
fish_completion=$prefix/share/fish/vendor_completions.d/cardstream.fish

# Writes what a command prints; a failure leaves no half-written file.
generate() { # generate FILE COMMAND…
    target=$1
    shift
    mkdir -p "$(dirname "$target")"
    "$@" >"$target.new" </dev/null || {
        rm -f "$target.new"
        return 1
    }
    chmod 644 "$target.new"
    mv "$target.new" "$target"
    echo "installed $target"
}

remove() { # remove FILE
    [ -e "$1" ] || return 0
    rm -f "$1"
    echo "removed $1"
}

case $1 in
install)
    [ -x "$program" ] || {
        echo "$0: $program is missing; run make release first" >&2
        exit 1
    }
    mkdir -p "$prefix/bin" 2>/dev/null && [ -w "$prefix/bin" ] || {
        echo "$0: cannot write to $prefix/bin; choose another place (make install PREFIX=\$HOME/.local) or use sudo" >&2
        exit 1
    }
    # A copy moved over the old one, so that a running program keeps its own.
    cp "$program" "$binary.new"
    # Symbols are half of it, and running needs none: .build keeps them for whoever reads a crash.
    if command -v strip >/dev/null 2>&1; then strip --strip-unneeded "$binary.new" || true; fi
    chmod 755 "$binary.new"
    mv "$binary.new" "$binary"
    echo "installed $binary"
    # Each page stands after a line such as ".\" page cardstream-themes-show.1".
    mkdir -p "$manuals/man1" "$manuals/man7"
    all=$manuals/.cardstream.pages
    "$binary" man --all >"$all" </dev/null || {
        rm -f "$all"
        exit 1
    }
    for page in $(sed -n 's/^\.\\" page //p' "$all"); do
        generate "$manuals/man${page##*.}/$page" awk -v page="$page" '/^\.\\" page /{ shown = ($3 == page); next } shown' "$all"
    done
    rm -f "$all"
    generate "$bash_completion" "$binary" completions bash
    generate "$zsh_completion" "$binary" completions zsh
    generate "$fish_completion" "$binary" completions fish
    ;;
uninstall)
    # Asked while it is still there: other programs may have pages that begin like ours.
    pages=$("$binary" man --list 2>/dev/null | cut -d ' ' -f 1) || pages=
    for page in cardstream.1 $pages; do remove "$manuals/man${page##*.}/$page"; done
    for file in "$binary" "$bash_completion" "$zsh_completion" "$fish_completion"; do remove "$file"; done
    ;;
*) usage ;;
esac
