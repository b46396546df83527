internal import AppRuntime
internal import ArgumentParser

/// `cardstream view`, the default: opens the stream, or runs a script without a terminal.
struct View: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Open your cards (the default).",
        discussion: """
            With --script the viewer runs without a terminal. It plays the steps in order, waits after each step until \
            everything is drawn, and prints the requested screens. It uses your keys, theme and settings. Steps after \
            a step that quits the viewer are an error. Scripts are useful for tests and bug reports.

            SCRIPT STEPS, one per line
              press KEY…             j  G  enter  esc  ctrl-d  pagedown
              type TEXT              type characters
              paste TEXT             paste text
              click COLUMN,ROW       column and row are counted from 0
              wheel ROWS             negative scrolls up
              size COLUMNSxROWS      change the terminal size
              wait-for TEXT          wait until the screen shows TEXT, at most 10 seconds
              wait-gone TEXT         wait until the screen no longer shows TEXT
              expect TEXT            fail unless the screen shows TEXT
              screen [NAME]          print the screen, with --format svg as a picture
              advance 90m            move the viewer's clock (s, m, h, d)
              # …                    a comment

            EXAMPLES
              cardstream
              cardstream view --server https://cards.example \\
                  --token-file ~/.card-token --viewer-key-file ~/.card-key
              cardstream view --stream expenses --theme light
              cardstream view --script steps.txt --size 80x24 --cards cards.jsonl
              cardstream view --script steps.txt --format svg --theme ink > screen.svg
              cardstream view --script steps.txt --format svg --into pictures
            """)

    @OptionGroup(title: "Settings")
    var options: ConfigOptions

    @OptionGroup(title: "Viewer")
    var viewer: ViewerOptions

    @OptionGroup(title: "Script")
    var script: ScriptOptions

    @Option(
        help: ArgumentHelp(
            "With --script: show the cards in this file: a card, an array of cards, or one card per line.",
            valueName: "file"),
        completion: .file(extensions: ["json", "jsonl"]))
    var cards: String?

    func validate() throws {
        guard cards == nil || script.isGiven else { throw ValidationError("--cards needs --script.") }
        guard cards != "-" || script.file != "-" else {
            throw ValidationError("--script and --cards cannot both read standard input.")
        }
    }

    /// Runs `cardstream` without arguments: only the settings in the file and the environment apply.
    static func open() throws {
        let signals = Signals()
        let setup = try ConfigOptions.load(file: nil, flags: [:], reading: Set(ConfigArea.allCases))
        try Viewer(setup: setup, signals: signals).run()
    }

    func run() throws {
        let signals = script.isGiven ? nil : Signals()
        let setup = try options.load(viewer.flags, reading: Set(ConfigArea.allCases))
        if let signals { return try Viewer(setup: setup, signals: signals).run() }
        try script.run(setup, cards: cards)
    }
}
