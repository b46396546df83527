internal import AppRuntime
internal import ArgumentParser
internal import CardSession

/// `cardstream demo`: runs the viewer with its own server, which is filled with sample cards.
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Try out cardstream with live sample cards.",
        discussion: """
            Runs a server that only this machine can reach, and shows its stream. What you do with the cards is \
            stored, so the next demo continues where you stopped. The cards that the demo starts with return every \
            day; --fresh brings them back immediately.

            With --gallery the cards show every component, input and action in all variants: you see what a card can \
            contain, and how your terminal and theme draw it.

            With --source comapi the demo also has conversations of a chat service that runs only on this machine, \
            where two simulated people reply to you. The conversations start over each time.

            With --source cordial the demo also has the messages of a simulated shop, whose service runs only on this \
            machine: an inbox, a banner, a form.

            Commands such as `conversations` and `contact` work with the sources of your configuration, not with those \
            of the demo.

            With --screen the demo has one screen for each kind of container (vertical, horizontal, single, modal), \
            and dashboard, a screen with several containers. --screen gallery is the same as --gallery.

            With --script the demo runs without a terminal, and nothing you do in it is stored.

            EXAMPLES
              cardstream demo
              cardstream demo --fresh --theme light
              cardstream demo --gallery
              cardstream demo --layout list          a list with a preview
              cardstream demo --screen dashboard     press ] or [ to show the other screens
              cardstream demo --source comapi        conversations with simulated people
              cardstream demo --source cordial       messages of a shop
              cardstream demo --script steps.txt     see `cardstream view --help`
              cardstream publish --profile demo card.json   from another terminal
            """)

    @OptionGroup(title: "Settings")
    var options: ProfileOptions

    @Option(
        help: ArgumentHelp("How much to log: debug, info, warning or error.", valueName: "level"),
        completion: .list(["debug", "info", "warning", "error"]))
    var logLevel: String?

    @OptionGroup(title: "Viewer")
    var viewer: DisplayOptions

    @Flag(help: "Remove the cards and actions of the demo, and start again.")
    var fresh = false

    @Flag(help: "Show every component, input and action of cards.")
    var gallery = false

    @Option(help: ArgumentHelp("Add a simulated source of cards: comapi or cordial.", valueName: "kind"))
    var source: DemoSource.Kind?

    @OptionGroup(title: "Script")
    var script: ScriptOptions

    private var showsGallery: Bool { gallery || viewer.screen == "gallery" }

    private var edition: DemoCards.Edition { showsGallery ? .gallery : .living }

    /// The profile of the demo, which separates its cards from the user's own.
    private var profile: String { showsGallery ? "gallery" : source.map { "demo-\($0.rawValue)" } ?? "demo" }

    func validate() throws {
        guard !fresh || !script.isGiven else {
            throw ValidationError("--script always begins with fresh cards; leave out --fresh.")
        }
    }

    func run() throws {
        let signals = script.isGiven ? nil : Signals()
        var setup = try options.load(
            viewer.flags.merging(["log_level": logLevel]) { $1 }, reading: Set(ConfigArea.allCases))
        setup.config.server = nil
        if options.profile == nil { setup.config.profile = profile }
        setup.config.sources = []
        // The demo has its own streams; saved filters apply to all cards.
        setup.config.screens = setup.config.screens?.filtersOnly(stream: setup.config.stream)
        if showsGallery {
            setup.config.screen = ""
        } else if viewer.screen != nil {
            setup.config.screens = DemoScreens.config(stream: setup.config.stream)
            // Checked before the terminal is opened.
            if source == nil { try setup.requireScreen(or: ["gallery"]) }
        } else {
            setup.config.screen = ""
        }
        if fresh {
            guard options.profile == nil else {
                throw CommandFailure(
                    .usage,
                    "--fresh removes everything in a profile; leave out --profile, so that only the profile of the demo is emptied"
                )
            }
            try forget(setup)
        }
        guard let source else { return try show(setup, signals) }
        let demo = try runBlocking { try await DemoSource.start(source) }
        setup.demoSource = demo
        setup.config.sources = [demo.config]
        if setup.config.screen.isEmpty { setup.config.screen = demo.config.name }
        defer { demo.stop() }
        try show(setup, signals)
    }

    /// - Parameter signals: The signals to handle; nil for a script.
    private func show(_ setup: Setup, _ signals: Signals?) throws {
        if let signals { return try Viewer(setup: setup, signals: signals, demo: edition).run() }
        try script.run(setup, demo: edition)
    }

    /// Removes the profile's folder, unless a running viewer uses it.
    private func forget(_ setup: Setup) throws {
        let profile = setup.config.profile
        guard PrivateFile.exists(setup.paths.database(profile: profile)) else { return }
        do {
            let session = try CardSession(.file(path: setup.paths.database(profile: profile)))
            try runBlocking { await session.close() }
        } catch SessionError.inUse {
            throw CommandFailure(.failure, "a demo is running: quit it first, or start without --fresh")
        } catch {
            // A store that is damaged, or from a newer version, is also removed.
        }
        PrivateFile.removeTree("\(setup.paths.data)/\(profile)")
    }
}
