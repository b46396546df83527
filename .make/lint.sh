#!/bin/sh
# House rules a compiler does not check. Prints every breach with its file and line; exit 1 on any.
set -u
status=0
breach() { # breach TITLE MATCHES
    [ -n "$2" ] || return 0
    printf 'lint: %s\n%s\n\n' "$1" "$2" >&2
    status=1
}
swift_in() { find "$@" -name '*.swift' -print 2>/dev/null; }

breach "swift format: run 'make format'" \
    "$(swift format lint --strict --recursive --parallel Package.swift Sources Tests 2>&1 | head -40)"

# With the main thread parked in poll(), main-actor jobs would never run.
breach "do not use the main actor: its jobs never run on Linux" \
    "$(grep -nE '@MainActor|\.mainActor\b|scheduling: \.immediate' $(swift_in Sources) | grep -v ':[0-9]*: *//')"

breach "Package.swift must declare exactly the modules that the sources import" "$(sh .make/imports.sh)"
breach "dependencies must be in .make/dependencies.txt, with their licences" "$(sh .make/dependencies.sh check 2>&1)"
# The layers SwiftPM cannot see inside a target's allowed dependencies.
breach "only CursesTerminal, CardStreamUI and boilerplate may import CCurses" \
    "$(grep -nE '^(internal |package |public )?import CCurses$' $(swift_in Sources) | grep -vE '^Sources/(CursesTerminal|CardStreamUI|boilerplate)/')"
breach "only CurlTransport may import CCurl" \
    "$(grep -nE '^(internal |package |public )?import CCurl$' $(swift_in Sources) | grep -v '^Sources/CurlTransport/')"
breach "only SQLite may import CSQLite" \
    "$(grep -nE '^(internal |package |public )?import CSQLite$' $(swift_in Sources) | grep -v '^Sources/SQLite/')"
breach "only Postgres may import CPostgres" \
    "$(grep -nE '^(internal |package |public )?import CPostgres$' $(swift_in Sources) | grep -v '^Sources/Postgres/')"
# One name of it, and the program carries all of it with the data of internationalisation, 40 MB. Single types are in
# FoundationEssentials. boilerplate is no part of the program, and begins as any host does.
breach "import single types of Foundation, not all of it" \
    "$(grep -nE '^(@[a-z]+ )?(internal |package |public |private |fileprivate )?import Foundation$' $(swift_in Sources) | grep -v '^Sources/boilerplate/')"
breach "Foundation has no time zones without its internationalisation data: use ZoneDatabase" \
    "$(grep -nE '\bTimeZone\b' $(swift_in Sources) | grep -v ':[0-9]*: *//')"
breach "only Basics may start programs, with ChildProcess" \
    "$(grep -nE 'clinux_spawn|posix_spawn|\bwaitpid\(|\bProcess\(\)' $(swift_in Sources) | grep -v '^Sources/Basics/' | grep -v ':[0-9]*: *//')"
breach "pure targets must not read the clock or the environment" \
    "$(grep -nE 'Date\(\)|Date\.now|ProcessInfo|getenv|clock_gettime' $(swift_in Sources/Cards Sources/Canvas Sources/ComapiEmulator Sources/CordialEmulator Sources/EmulatorHTTP Sources/FeedEngine Sources/FeedStorage Sources/AppCore Sources/CardUI Sources/Theming) | grep -v ':[0-9]*: *//')"
breach "only cardstream and boilerplate may print; the other targets must not" \
    "$(grep -nE '\b(debugPrint|print)\(' $(swift_in $(ls -d Sources/*/ | grep -vE '^Sources/(cardstream|boilerplate)/')) | grep -v ':[0-9]*: *//')"
breach "@unchecked Sendable needs its invariant in a comment above (// Invariant: …)" \
    "$(for f in $(swift_in Sources); do awk -v f="$f" '/@unchecked Sendable/ && !/\/\//{ if (!seen) print f":"NR": "$0 } {seen = 0} /Invariant:/{inv=NR} {if (inv && NR-inv<6) seen=1}' "$f"; done)"
# Everything from outside goes through the checked initialisers of identifiers.
breach "init(stored:) of identifiers is only for values from our own databases" \
    "$(grep -nE '\(stored: |\.init\(stored:' $(swift_in Sources) | grep -vE '^Sources/(CardStore|Feed(Postgres|Server|SQLite|Storage)|Cards/Model/Identifiers|FeedAPI/(Model|Coding))/' | grep -v ':[0-9]*: *//')"
breach "only tests may use try!" "$(grep -nE '\btry!' $(swift_in Sources))"
# STYLE.md, as far as a machine can check it.
breach "words to avoid (.make/words.txt)" "$(sh .make/words.sh)"
breach "help texts, labels and hints must follow STYLE.md (.make/forms.awk)" \
    "$(swift_in Sources/cardstream Sources/AppCore | xargs awk -f .make/forms.awk)"
breach "SECURITY.md must name tests that exist" "$(sh .make/security.sh 2>&1)"
breach "README.md must have at most 200 lines; move the rest to the guide" "$(awk 'END { if (NR > 200) print NR " lines" }' README.md)"
# `cardstream help` indents it by four columns.
breach "code in the guide and its references must have at most 76 characters in a line" \
    "$(for f in Sources/AppRuntime/Documentation.docc/Guide/*.md Sources/AppRuntime/Documentation.docc/CardJSON.md \
        Sources/AppRuntime/Documentation.docc/Protocol.md; do sed -n '/^```/,/^```/{/^```/d;p}' "$f" | LC_ALL=C.UTF-8 grep -E '^.{77,}' | sed "s|^|$f: |"; done)"
breach "files must have at most 400 lines, with one main type per file" \
    "$(wc -l $(swift_in Sources) | awk '$2 != "total" && $1 > 400 {print $2": "$1" lines"}')"
breach "only agreed files and directories may be at the top level of the repository" \
    "$(git ls-files 2>/dev/null | cut -d/ -f1 | sort -u | grep -vxE '\..*|Package\.swift|Sources|Tests|Themes|README\.md|Makefile')"

exit $status
