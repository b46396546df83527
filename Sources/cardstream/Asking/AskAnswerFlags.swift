internal import ArgumentParser

/// How the answer is printed.
struct AskAnswerFlags: ParsableArguments {
    @Flag(help: "Print the answer as one line of JSON.")
    var json = false

    @Flag(help: "Exit with 10 for the card's first button, 11 for the second, and so on.")
    var exitByButton = false
}
