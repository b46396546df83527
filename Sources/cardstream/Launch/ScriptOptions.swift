internal import AppRuntime
internal import ArgumentParser
internal import Canvas

/// The options of commands that can run without a terminal.
struct ScriptOptions: ParsableArguments {
    @Option(
        name: .customLong("script"), help: ArgumentHelp("Play this script, without a terminal.", valueName: "file"),
        completion: .file())
    var file: String?

    @Option(help: ArgumentHelp("The size of the script's screen.", valueName: "columnsxrows"))
    var size = "80x24"

    @Option(help: "With --script: print screens as text or svg.")
    var format = ScriptRun.Format.text

    @Option(
        help: ArgumentHelp(
            "With --format svg: write each screen to this folder, as NAME.svg.",
            valueName: "folder"), completion: .directory)
    var into: String?

    /// Whether a script is played.
    var isGiven: Bool { file != nil }

    func validate() throws {
        guard Size(script: size) != nil else {
            throw ValidationError("--size must be COLUMNSxROWS, for example 100x30.")
        }
        guard format == .text || isGiven else { throw ValidationError("--format needs --script.") }
        guard into == nil || format == .svg else { throw ValidationError("--into needs --format svg.") }
    }

    /// Plays the script.
    ///
    /// - Parameters:
    ///   - cards: A file with the cards to show; nil for the cards of the configured server.
    ///   - demo: The demo to show; nil for none.
    func run(_ setup: Setup, cards: String? = nil, demo: DemoCards.Edition? = nil) throws {
        guard let file else { return }
        try ScriptRun(
            setup: setup, script: file, size: Size(script: size) ?? .zero, cards: cards, demo: demo, format: format,
            folder: into
        ).run()
    }
}
