#!/bin/sh
# Makes README's pictures from the cards of the demonstration and the gallery, for dark and for light pages.
#   pictures.sh PROGRAM
set -eu

program=$1
pictures=.github/pictures
cards=Sources/cardstream/Demo

# The user's own theme, keys and time zone shall not show.
nothing=$(mktemp -d)
trap 'rm -rf "$nothing"' EXIT
export XDG_CONFIG_HOME="$nothing" XDG_DATA_HOME="$nothing" XDG_STATE_HOME="$nothing" XDG_CACHE_HOME="$nothing" TZ=UTC
unset NO_COLOR CARDSTREAM_CONFIG CARDSTREAM_THEME

picture() { # picture NAME TITLE FILE CARD…
    name=$1
    title=$2
    file=$3
    shift 3
    only=
    for card in "$@"; do only="$only --card $card"; done
    for theme in dark light; do
        # shellcheck disable=SC2086  # the list is words on purpose
        "$program" render "$cards/$file" $only --theme "$theme" --title "$title" --format svg \
            >"$pictures/$name-$theme.svg.new"
        mv "$pictures/$name-$theme.svg.new" "$pictures/$name-$theme.svg"
    done
}

mkdir -p "$pictures"
picture stream "Three cards: a release to approve, an incident, a meeting" demo-cards.json 1 2 5
picture form "A card with a form: amount, cost centre, purpose" demo-cards.json 3
picture conversation "A conversation as a card: messages, and a field for the reply" gallery-cards.json gallery-conversation
picture media "Cards with images: a banner, thumbnails, the preview of a video" gallery-cards.json gallery-banner gallery-thumbnails
for theme in plum:dark ember:light; do
    name=${theme%:*}
    "$program" themes preview "$name" --on "${theme#*:}" --format svg >"$pictures/theme-$name.svg.new"
    mv "$pictures/theme-$name.svg.new" "$pictures/theme-$name.svg"
done
picture text "A card that shows Markdown: weights of text, a link, lists" gallery-cards.json gallery-text

# Whole screens.
jq -s 'add | [.[] | select(.later | not) | {stream, card} | with_entries(select(.value))]' \
    "$cards/demo-cards.json" "$cards/screens-cards.json" >"$nothing/cards.json"
for name in list dashboard; do
    for appearance in dark light; do
        "$program" view --config .make/screens/config.toml --script ".make/screens/$name.txt" \
            --cards "$nothing/cards.json" --screen "$name" --size 130x34 --theme ink --appearance "$appearance" \
            --format svg >"$pictures/$name-$appearance.svg.new"
        mv "$pictures/$name-$appearance.svg.new" "$pictures/$name-$appearance.svg"
    done
done
