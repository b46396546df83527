#!/bin/sh
# Makes pictures of whole screens, as SVG and PNG files: every script of .make/screens, or those that are named, at three
# sizes, in the themes terminal and ink, dark and light. They are for looking at, not for the repository.
#   screens.sh PROGRAM FOLDER [SCRIPT…]
set -eu

program=$1
folder=$2
shift 2
here=.make/screens
cards=Sources/cardstream/Demo

# The user's own theme, keys and time zone shall not show.
nothing=$(mktemp -d)
trap 'rm -rf "$nothing"' EXIT
export XDG_CONFIG_HOME="$nothing" XDG_DATA_HOME="$nothing" XDG_STATE_HOME="$nothing" XDG_CACHE_HOME="$nothing" TZ=UTC
unset NO_COLOR CARDSTREAM_CONFIG CARDSTREAM_THEME

# The demo publishes some of its cards later; the others are there from the start.
jq -s 'add | [.[] | select(.later | not) | {stream, card} | with_entries(select(.value))]' \
    "$cards/demo-cards.json" "$cards/screens-cards.json" >"$nothing/cards.json"

mkdir -p "$folder"
[ $# -gt 0 ] || set -- "$here"/*.txt
for script in "$@"; do
    name=$(basename "$script" .txt)
    for size in 60x20 100x30 200x60; do
        for theme in terminal ink; do
            for appearance in dark light; do
                # A script is named after its screen: dashboard, dashboard-help.
                picture="$folder/$name-$size-$theme-$appearance"
                "$program" view --config "$here/config.toml" --script "$script" --cards "$nothing/cards.json" \
                    --screen "${name%%-*}" --size "$size" --theme "$theme" --appearance "$appearance" --format svg \
                    >"$picture.svg"
                rsvg-convert "$picture.svg" -o "$picture.png"
            done
        done
    done
done
