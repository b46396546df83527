#!/bin/sh
# Makes this machine able to build, test and run cardstream: checks the Swift toolchain and installs
# the Debian packages that are missing, and only those. Safe to run again; silent when nothing is to do.
#   setup.sh [tests|pictures]
#     tests: also what only tests need: PostgreSQL, PgBouncer and nginx, of which no server is started
#     pictures: also the program that makes PNG files of the pictures of screens, and its font
set -eu

swift_wanted=6.2   # language features used: InlineArray-free 6.2 settings, treatAllWarnings
curl_wanted=8.11.0 # the first libcurl whose WebSocket interface is stable
backports=/etc/apt/sources.list.d/cardstream-backports.sources

say() { printf 'setup: %s\n' "$*"; }
fail() {
    printf 'setup: error: %s\n' "$1" >&2
    shift
    for line in "$@"; do printf '       %s\n' "$line" >&2; done
    exit 1
}
at_least() { # at_least HAVE WANTED: both dotted numbers
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; return; fi
    command -v sudo >/dev/null 2>&1 ||
        fail "packages must be installed, but you are not root and there is no sudo" \
            "Run as root: $*"
    sudo "$@"
}
installed() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

check_swift() {
    command -v swift >/dev/null 2>&1 ||
        fail "Swift $swift_wanted or later is needed, and no 'swift' is on the PATH" \
            "Get it from https://www.swift.org/install/linux/ (6.3 is what we test with)."
    # The compiler's directory changes with every release, so a remembered answer keyed by it is safe
    # and saves the 0.3 s that asking takes.
    compiler=$(readlink -f "$(command -v swift)")
    stamp=${XDG_CACHE_HOME:-$HOME/.cache}/cardstream/swift-checked
    key="$compiler $(stat -c %Y "$compiler")"
    if [ -r "$stamp" ] && [ "$(cat "$stamp")" = "$key" ]; then return; fi
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    [ -n "$version" ] || fail "'swift --version' gave no version" "Is the toolchain at $compiler whole?"
    at_least "$version" "$swift_wanted" ||
        fail "Swift $version is too old; $swift_wanted or later is needed" \
            "Get it from https://www.swift.org/install/linux/ (6.3 is what we test with)."
    mkdir -p "$(dirname "$stamp")" && printf '%s\n' "$key" >"$stamp"
}

curl_version() { dpkg-query -W -f '${Version}' libcurl4-openssl-dev 2>/dev/null | sed 's/-.*//;s/~.*//'; }

# Debian 12's own libcurl was built without WebSocket, so there it comes from backports.
add_backports() {
    [ ! -e "$backports" ] || return 0
    source_file=
    for candidate in /etc/apt/sources.list.d/*.sources; do
        [ -r "$candidate" ] || continue
        if grep -q '^Suites:.*\bbookworm\b' "$candidate"; then source_file=$candidate; break; fi
    done
    uri=
    key=
    if [ -n "$source_file" ]; then
        uri=$(awk '/^URIs:/{u=$2} /^Suites:.*bookworm( |$)/{print u; exit}' "$source_file")
        key=$(sed -n 's/^Signed-By: *//p' "$source_file" | head -n 1)
    elif [ -r /etc/apt/sources.list ]; then
        uri=$(sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) bookworm .*/\2/p' /etc/apt/sources.list | head -n 1)
    fi
    [ -n "$uri" ] || uri=http://deb.debian.org/debian
    [ -n "$key" ] || key=/usr/share/keyrings/debian-archive-keyring.gpg
    say "adding bookworm-backports ($uri) for a libcurl with WebSocket"
    printf 'Types: deb\nURIs: %s\nSuites: bookworm-backports\nComponents: main\nSigned-By: %s\n' "$uri" "$key" |
        as_root tee "$backports" >/dev/null
}

check_swift

[ -r /etc/debian_version ] && command -v apt-get >/dev/null 2>&1 ||
    fail "make setup works only on Debian 12 and later" \
        "On other systems, install: ncursesw, SQLite, cmark-gfm, PCRE2, libyaml, gumbo and libcurl >= $curl_wanted with their headers, chafa, cjpeg, jq, tmux, openssl, pkg-config, make, gcc."

missing=
for package in build-essential pkg-config libncurses-dev libsqlite3-dev libcmark-gfm-dev libpcre2-dev libyaml-dev libgumbo-dev zlib1g-dev chafa libjpeg-turbo-progs jq tmux openssl ca-certificates; do
    installed "$package" || missing="$missing $package"
done
clusters=/etc/postgresql-common/createcluster.d/cardstream.conf
if [ "${1:-}" = tests ] && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    missing="$missing postgresql"
    # The tests run a server of their own; the package would make one for the system and start it.
    if [ ! -e "$clusters" ]; then
        as_root mkdir -p "$(dirname "$clusters")"
        printf 'create_main_cluster = false\n' | as_root tee "$clusters" >/dev/null
    fi
fi
services=
if [ "${1:-}" = tests ]; then
    # The tests run them in folders of their own.
    for service in /usr/sbin/pgbouncer /usr/sbin/nginx; do
        [ -x "$service" ] || services="$services ${service##*/}"
    done
    [ -x /usr/sbin/pgbouncer ] || missing="$missing pgbouncer"
    [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
fi
if [ "${1:-}" = pictures ]; then
    installed librsvg2-bin || missing="$missing librsvg2-bin"
    installed fonts-dejavu-core || missing="$missing fonts-dejavu-core"
fi
curl=
at_least "$(curl_version || true)" "$curl_wanted" || curl=libcurl4-openssl-dev

if [ -n "$missing$curl" ]; then
    codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    target=
    if [ -n "$curl" ] && [ "$codename" = bookworm ]; then
        add_backports
        target="-t bookworm-backports"
    fi
    say "installing:$missing $curl"
    log=$(mktemp)
    run() {
        as_root env DEBIAN_FRONTEND=noninteractive "$@" >"$log" 2>&1 || {
            cat "$log" >&2
            fail "'$*' failed; its output is above" "Is this machine online, and is no other apt running?"
        }
    }
    run apt-get update -qq
    # Debian starts a service when its package is installed, unless this file refuses it.
    refusal=/usr/sbin/policy-rc.d
    if [ -n "$services" ] && [ ! -e "$refusal" ]; then
        printf '#!/bin/sh\nexit 101\n' | as_root tee "$refusal" >/dev/null
        as_root chmod 755 "$refusal"
        trap 'as_root rm -f "$refusal"' EXIT
    fi
    # shellcheck disable=SC2086  # the lists are words on purpose
    [ -z "$missing" ] || run apt-get install -y --no-install-recommends $missing
    # shellcheck disable=SC2086
    [ -z "$curl" ] || run apt-get install -y --no-install-recommends $target "$curl"
    rm -f "$log"
    # Nor do they start with the machine.
    if [ -n "$services" ] && command -v systemctl >/dev/null 2>&1; then
        # shellcheck disable=SC2086
        as_root systemctl disable --quiet $services >/dev/null 2>&1 || say "disable yourself:$services"
    fi
    at_least "$(curl_version)" "$curl_wanted" ||
        fail "libcurl $(curl_version) was installed, but $curl_wanted or later is needed" \
            "Debian 12 has it in bookworm-backports, Debian 13 in its main archive."
    say "done"
fi
