# Finds texts that break the form of their place (STYLE.md), and prints each as "file:line: rule: text":
# the help of a command or flag is a sentence with a capital letter and a full stop that does not begin with "Only"; the help
# of a key, a toast and a reason why a key does nothing have a capital letter and no full stop; a hint is in lower case
# without one.

# The literal that begins at the first quote of a line; "" if it goes on in the next line.
function literal(line,   start) {
    start = index(line, "\"")
    if (!start || substr(line, start, 3) == "\"\"\"") return ""
    line = substr(line, start + 1)
    gsub(/\\"/, "'", line)
    if (!match(line, /"/)) return ""
    return substr(line, 1, RSTART - 1)
}
function breach(rule, text) { print FILENAME ":" FNR ": " rule ": " text }
function checkLabel(text) {
    if (text != "" && text !~ /^([A-Z0-9“(]|\\\()/) breach("begins with a capital letter", text)
    if (text ~ /[^.]\.$/) breach("has no full stop", text)
}
function checkSentence(text) {
    if (text == "") return
    if (text !~ /^([A-Z`-]|\\\()/) breach("begins with a capital letter", text)
    if (text !~ /[.)]$/) breach("ends with a full stop", text)
    if (text ~ /^Only /) breach("begins with a verb", text)
}
FNR == 1 { isHelpNext = 0; section = "" }
FILENAME ~ /^Sources\/cardstream\// {
    if (isHelpNext) { checkSentence(literal($0)); isHelpNext = 0 }
    if (match($0, /(abstract|help): "|ArgumentHelp\("/)) checkSentence(literal(substr($0, RSTART)))
    else if ($0 ~ /ArgumentHelp\($/) isHelpNext = 1
}
FILENAME ~ /^Sources\/AppCore\/.*\/Command\+/ {
    if (match($0, /[ (]help: "/)) checkLabel(literal(substr($0, RSTART)))
    if (match($0, /([ (]hint|fieldHint): "/)) {
        text = literal(substr($0, RSTART))
        if (text ~ /^[A-Z]|\.$/) breach("is in lower case without a full stop", text)
    }
}
FILENAME ~ /^Sources\/AppCore\/.*\/Strings/ {
    if (match($0, /enum [A-Za-z]+/)) section = substr($0, RSTART + 5, RLENGTH - 5)
    if (section ~ /^(Toasts|Disabled|Undo|Submitting|Sending|Copy)$/ && match($0, /(let [A-Za-z]+ =|-> String \{|return) "/))
        checkLabel(literal(substr($0, RSTART)))
}
