#!/bin/sh
# Finds words of .make/words.txt in texts, in comments of Sources and in pages. Prints each as
# file:line: "word"; use: what to write instead: text
set -eu
# Wordings that other parties define, and examples of what people write.
others='Sending, please wait|Please enable camera access|/Demo/'
find_words() { # find_words WHERE, on standard input lines of "file:line: text"
    awk -F '\t' -v where="$1" '
        FNR == NR { if ($0 !~ /^#/ && NF == 3 && ($1 == "all" || $1 == where)) { pattern[++count] = $2; instead[count] = $3 } next }
        {
            text = $0
            match(text, /^[^:]*:[0-9]+:/)
            place = substr(text, 1, RLENGTH)
            text = substr(text, RLENGTH + 1)
            lower = " " tolower(text) " "
            # Not what the rules for ranges and for "is no" mean.
            gsub(/from [^ ]+ to /, "from ", lower)
            gsub(/there is no /, "there\047s no ", lower)
            gsub(/ is no longer /, " isn\047t longer ", lower)
            for (rule = 1; rule <= count; rule++)
                if (match(lower, "[^a-z`](" pattern[rule] ")[^a-z`-]"))
                    print place " \"" substr(lower, RSTART + 1, RLENGTH - 2) "\"; use: " instead[rule] ":" text
        }' .make/words.txt - | grep -vE "$others" || true
}
sh .make/strings.sh | find_words texts
find Sources \( -name '*.swift' -o -name '*.h' -o -name '*.c' \) -exec grep -nE '(^|[^:"])//' /dev/null {} + |
    sed -E 's|^([^:]*:[0-9]+:).*[^:"]?//|\1 |' | find_words comments
find Sources .github README.md -name '*.md' -exec grep -n '' /dev/null {} + | find_words pages
