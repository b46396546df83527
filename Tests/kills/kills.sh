#!/usr/bin/env bash
# kills.sh PROGRAM [ROUNDS [SEED]]: kills the server, the viewer, act, watch and publish with SIGKILL at random moments,
# one of them or several at once. Each round publishes a card and dismisses that of the previous round. Killed programs
# are restarted, and the commands are repeated until they succeed. At the end each card must have been published once,
# must be dismissed, and watch must have reported it. Needs tmux. Prints a line for each violation, and at the end what
# was killed; exits with 1 after any violation.
set -u
program=$(readlink -f "$1")
rounds=${2:-1000}
RANDOM=${3:-1}
folder=$(mktemp -d)
# Hides the shell's messages about killed processes.
exec 3>&2 2>"$folder/notices"
export HOME=$folder LANG=C.UTF-8 TZ=UTC TMUX_TMPDIR=$folder
export XDG_CONFIG_HOME=$folder/config XDG_DATA_HOME=$folder/data XDG_STATE_HOME=$folder/state XDG_CACHE_HOME=$folder/cache
export CARDSTREAM_STREAM=inbox CARDSTREAM_USER=ana CARDSTREAM_UNDO_WINDOW=0 SWIFT_BACKTRACE=enable=no
unset TMUX
port=0 server='' watch='' failed=0
declare -A killed=([server]=0 [viewer]=0 [act]=0 [watch]=0 [publish]=0) ids=()

breach() {
    echo "round $round: $*"
    failed=1
}
die() {
    echo "kills: $*" >&3
    exit 1
}
finish() {
    tmux kill-server 2>/dev/null
    [ -z "$watch" ] || kill -9 "$watch" 2>/dev/null
    [ -z "$server" ] || kill -9 "$server" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$folder"
}
trap finish EXIT

alive() { [ -n "$1" ] && kill -0 "$1" 2>/dev/null; }
until_true() { # until_true TRIES COMMAND…: 50 ms between two tries
    local tries=$1
    shift
    until "$@"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || return 1
        sleep 0.05
    done
}
start_server() {
    alive "$server" && return
    : >"$folder/server.out"
    "$program" serve --listen 127.0.0.1:$port --data "$folder/feed" >"$folder/server.out" 2>"$folder/server.err" </dev/null &
    server=$!
    until_true 400 grep -q '127\.0\.0\.1:[0-9]' "$folder/server.out" || die "the server does not start: $(cat "$folder/server.err")"
    port=$(sed -n 's/.*127\.0\.0\.1:\([0-9]*\).*/\1/p' "$folder/server.out" | head -n 1)
    export CARDSTREAM_SERVER=http://127.0.0.1:$port
}
start_watch() {
    alive "$watch" && return
    "$program" watch --no-notify --json >>"$folder/watch.out" 2>>"$folder/watch.err" </dev/null &
    watch=$!
}
viewer() { tmux list-panes -t viewer -F '#{pane_pid}' 2>/dev/null; }
start_viewer() {
    [ -n "$(viewer)" ] || tmux new-session -d -s viewer -x 100 -y 30 "exec '$program'" 2>/dev/null || die "tmux does not start"
}
card() { printf '{"content":[{"type":"headline","text":"Card %s"}]}' "$1"; }
publish() { card "$1" | "$program" publish --key "k-$1" --timeout 5 - >"$folder/publish.out" 2>"$folder/publish.err"; }
strike() { # strike NAME PROCESS
    if alive "$2" && kill -9 "$2" 2>/dev/null; then killed[$1]=$((killed[$1] + 1)); fi
    # Until then a killed process looks as if it were still running. Not all of them are children of this shell.
    wait "$2"
}
status_of() { "$program" outcome "$1" 2>/dev/null | sed -n 's/.*"status":"\([a-z]*\)".*/\1/p'; }

round=0
start_server
for kind in "token --user ana" "viewer.key --viewer-key" "publisher.key --publisher-key"; do
    set -- $kind
    (umask 077 && "$program" token --data "$folder/feed" $2 ${3:-} >"$folder/$1") || die "no token"
done
export CARDSTREAM_TOKEN_FILE=$folder/token CARDSTREAM_VIEWER_KEY_FILE=$folder/viewer.key CARDSTREAM_PUBLISHER_KEY_FILE=$folder/publisher.key
start_watch
start_viewer
for ((round = 1; round <= rounds; round++)); do
    publish "$round" &
    publisher=$!
    act=''
    if [ "$round" -gt 1 ]; then
        "$program" act dismiss "${ids[$((round - 1))]}" --timeout 5 >/dev/null 2>"$folder/act.err" </dev/null &
        act=$!
    fi
    victims=$((RANDOM % 31 + 1))
    # Half of the rounds kill only one of the processes.
    [ $((RANDOM % 2)) = 0 ] && victims=$((1 << (RANDOM % 5)))
    sleep "0.$(printf '%03d' $((RANDOM % 400)))"
    for place in 0 1 2 3 4; do
        [ $((victims >> place & 1)) = 1 ] || continue
        case $place in
        0) strike server "$server" ;;
        1) strike viewer "$(viewer)" ;;
        2) strike act "$act" ;;
        3) strike watch "$watch" ;;
        # The child of the pipe is the program itself.
        4) strike publish "$(pgrep -P "$publisher" -f -- "--key k-$round " | head -n 1)" ;;
        esac
        [ $((RANDOM % 2)) = 0 ] || sleep "0.0$((RANDOM % 100))"
    done
    wait "$publisher" $act 2>/dev/null
    start_server
    until_true 100 publish "$round" || breach "cannot be published: $(cat "$folder/publish.err")"
    ids[$round]=$(sed -n 's/.*"id":"\([^"]*\)".*/\1/p' "$folder/publish.out" | head -n 1)
    if [ "$round" -gt 1 ]; then
        last=${ids[$((round - 1))]}
        dismissed() {
            [ "$(status_of "$last")" = dismissed ] && return
            "$program" act dismiss "$last" --timeout 5 >/dev/null 2>"$folder/act.err" </dev/null
            [ "$(status_of "$last")" = dismissed ]
        }
        until_true 100 dismissed || breach "card $last is not dismissed: $(cat "$folder/act.err")"
    fi
    start_watch
    start_viewer
done
round=end
[ "$(printf '%s\n' "${ids[@]}" | sort -u | wc -l)" = "$rounds" ] || breach "two rounds got one card"
if [ "$rounds" -le 1000 ]; then
    count=$("$program" admin cards --stream inbox --limit 1000 --json | wc -l)
    [ "$count" = "$rounds" ] || breach "$rounds rounds published $count cards"
fi
reported() {
    for id in "${ids[@]}"; do grep -q "$id" "$folder/watch.out" || return 1; done
}
until_true 600 reported || breach "watch has not reported every card"
waiting() { "$program" status --json 2>/dev/null | grep -q '"waiting":0'; }
until_true 200 waiting || breach "actions still wait: $("$program" status --json 2>&1)"
for name in "${!killed[@]}"; do printf '%s %s\n' "$name" "${killed[$name]}"; done | sort
exit $failed
