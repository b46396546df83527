internal import ArgumentParser

/// For commands whose output is JSON in any case, so that scripts can give --json to every command.
struct JSONFlag: ParsableArguments {
    @Flag(help: "Print JSON, which is the default.")
    var json = false
}
