internal import AppRuntime
internal import ArgumentParser
internal import CardSession

/// `cardstream demo`: runs the viewer on its own server, which is filled with sample cards.
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Look around with living sample cards.",
        discussion: """
            Runs a server that only this machine can reach and shows its stream. Everything is as with your own cards: \
            what you do is kept, so a demonstration that was ended goes on where it was. Each day brings the first \
            cards anew; --fresh does so at once.

            With --gallery the cards show every element, input and action there is, each in all its forms: to see \
            what a card can be, and how your terminal and theme show it.

            With --screen the cards stand in the other containers as well, each on a screen of its own: vertical, \
            horizontal, single, modal, and dashboard, which has several. --screen gallery is --gallery.

            EXAMPLES
              cardstream demo
              cardstream demo --fresh --theme light
              cardstream demo --gallery
              cardstream demo --layout list          a list with a preview
              cardstream demo --screen dashboard     more screens; ] and [ change them
              cardstream publish --profile demo card.json   from another terminal
            """)

    @OptionGroup(title: "Settings")
    var options: ConfigOptions

    @OptionGroup(title: "Viewer")
    var viewer: ViewerOptions

    @Flag(help: "Forget the last demonstration first.")
    var fresh = false

    @Flag(help: "Show every element of cards instead.")
    var gallery = false

    private var showsGallery: Bool { gallery || viewer.screen == "gallery" }

    private var edition: DemoCards.Edition { showsGallery ? .gallery : .living }

    /// Separates the demo's cards from the user's own.
    private var profile: String { showsGallery ? "gallery" : "demo" }

    func run() throws {
        let signals = Signals()
        var setup = try options.load(viewer.flags)
        setup.config.server = nil
        if options.profile == nil { setup.config.profile = profile }
        // The demo has its own streams; saved filters apply to all cards.
        setup.config.screens = setup.config.screens?.filtersOnly(stream: setup.config.stream)
        if showsGallery {
            setup.config.screen = ""
        } else if viewer.screen != nil {
            setup.config.screens = DemoScreens.config(stream: setup.config.stream)
        } else {
            setup.config.screen = ""
        }
        if fresh {
            guard options.profile == nil else {
                throw CommandFailure(
                    .usage, "--fresh removes all of a profile: only of the demonstration's own, without --profile")
            }
            try forget(setup)
        }
        try Viewer(setup: setup, signals: signals, demo: edition).run()
    }

    /// Removes the profile's folder, unless a running viewer uses it.
    private func forget(_ setup: Setup) throws {
        let profile = setup.config.profile
        guard PrivateFile.exists(setup.paths.database(profile: profile)) else { return }
        do {
            let session = try CardSession(.file(path: setup.paths.database(profile: profile)))
            try runBlocking { await session.close() }
        } catch SessionError.inUse {
            throw CommandFailure(.failure, "a demonstration is running: end it first, or leave out --fresh")
        } catch {
            // A damaged or newer store is removed as well.
        }
        PrivateFile.removeTree("\(setup.paths.data)/\(profile)")
    }
}
