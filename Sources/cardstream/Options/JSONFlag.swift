internal import ArgumentParser

/// The flag --json for commands that always print JSON, so that scripts can use it with every command.
struct JSONFlag: ParsableArguments {
    @Flag(help: "Print JSON, which is the default.")
    var json = false
}
