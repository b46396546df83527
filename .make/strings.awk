# Prints the texts of Swift and C sources that a person can meet, one per line, as "file:line: text". A line break in a
# text is printed as ⏎, an interpolation as \(…); a literal inside an interpolation is a text of its own. Words for machines
# are left out: SQL, and single words in lower case, except on lines that name a text, such as "help:".

# The reader is in "code", in a "text" (a literal of one line), in "texts" (a literal of several lines) or in a "note" (a
# comment of several lines).
function enter(what) { depth++; kind[depth] = what; parens[depth] = 0; body[depth] = ""; from[depth] = FNR }
function leave() { depth-- }

function isTextLine(line) {
    return line ~ /(help|hint|Hint|word|title|label|abstract|discussion|detail|message|reason|problem|prompt|summary|text|advice|expected)(:| =|\()/ || FILENAME ~ /\/Strings/
}

function emit(text, line, source) {
    sub(/^⏎+/, "", text); sub(/(⏎| )+$/, "", text)
    if (text !~ /[A-Za-z][a-z]/ || text ~ / [=!<>]+ [?\x27]|ORDER BY| = 1$|^-- /) return
    if (text ~ /^ *(SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP|PRAGMA|WITH|BEGIN|COMMIT|ROLLBACK|ATTACH|VACUUM|ANALYZE|SAVEPOINT|RELEASE|AND|OR|WHERE|ORDER|GROUP|FROM|JOIN|LEFT|ON|VALUES|LIMIT|SET|EXISTS|CASE|NOT) /) return
    if (text !~ /[A-Za-z].* / && text !~ / .*[A-Za-z]/ && text !~ /^[A-Z][a-z]+[a-z.…:]*$/ && !isTextLine(source)) return
    print FILENAME ":" line ": " text
}

function scan(line,   place, rest, char, token, text, started, closing) {
    place = 1
    while (place <= length(line)) {
        rest = substr(line, place)
        if (kind[depth] == "note") {
            if (!match(rest, /\*\/|\/\*/)) return
            place += RSTART + 1
            if (substr(rest, RSTART, 2) == "*/") leave(); else enter("note")
        } else if (kind[depth] == "code") {
            if (!match(rest, /\/\/|\/\*|#*"|\(|\)|'.'|'\\.'/)) return
            token = substr(rest, RSTART, RLENGTH)
            place += RSTART + RLENGTH - 1
            if (token == "//") return
            if (token == "/*") enter("note")
            else if (token == "(") parens[depth]++
            else if (token == ")") {
                if (parens[depth]-- == 0 && depth > 1) leave()
            } else if (token ~ /"/) {
                if (substr(line, place, 2) == "\"\"" && isSwift) { place += 2; enter("texts") }
                else enter("text")
                pounds[depth] = substr(token, 1, length(token) - 1)
            }
        } else {
            # In a literal: up to a backslash or a quote that means something.
            if (!match(rest, /[\\"]/)) { body[depth] = body[depth] rest; return }
            body[depth] = body[depth] substr(rest, 1, RSTART - 1)
            place += RSTART - 1
            rest = substr(line, place)
            closing = (kind[depth] == "texts" ? "\"\"\"" : "\"") pounds[depth]
            char = "\\" pounds[depth]
            if (index(rest, closing) == 1) {
                place += length(closing)
                text = body[depth]; started = from[depth]
                leave()
                emit(text, started, line)
            } else if (index(rest, char "(") == 1 && isSwift) {
                place += length(char) + 1
                enter("code")
                body[depth - 1] = body[depth - 1] "\\(…)"
            } else if (index(rest, char) == 1) {
                # The escape of a character, or of the line's end.
                char = substr(rest, length(char) + 1, 1)
                if (char == "n") body[depth] = body[depth] "⏎"
                else if (char == "t") body[depth] = body[depth] " "
                else if (char == "\"") body[depth] = body[depth] "\""
                else if (char == "") continues = 1
                else body[depth] = body[depth] "\\" char
                place += length(pounds[depth]) + 2
            } else { body[depth] = body[depth] substr(rest, 1, 1); place++ }
        }
    }
}

FNR == 1 { depth = 0; enter("code"); isSwift = FILENAME ~ /\.swift$/ }
{
    line = $0
    continues = 0
    if (kind[depth] == "texts") sub(/^ +/, "", line)
    scan(line)
    if (kind[depth] == "texts" && !continues) body[depth] = body[depth] "⏎"
}
