internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Canvas
internal import CardSession
internal import Cards
internal import CursesTerminal
internal import FeedAPI
internal import Glibc

/// Runs a script: the viewer with a terminal and a store in memory, connected to the configured server, or to a server
/// in this process with the given cards or the cards of a demo.
struct ScriptRun {
    let setup: Setup
    let script: String
    let size: Size
    let cards: String?
    let demo: DemoCards.Edition?
    let format: Format
    /// The folder for SVG files; nil for standard output, which can have only one picture.
    let folder: String?

    /// How a script's screens are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, svg }

    func run() throws {
        try setup.requireScreen()
        let text =
            script == "-"
            ? try PrivateFile.read(descriptor: STDIN_FILENO, name: "standard input")
            : try PrivateFile.read(script)
        let steps = try Script(String(decoding: text, as: UTF8.self), file: script == "-" ? "standard input" : script)
        let pictures = try folder.map { try ScreenFolder($0) }
        if format == .svg, pictures == nil, steps.screenCount > 1 {
            throw CommandFailure(
                .usage,
                "the script has \(steps.screenCount) screens, and an SVG file holds one: write them to files with "
                    + "--into FOLDER")
        }
        let keymap = try KeymapFile(path: setup.paths.keysFile).load()
        let (themes, problems) = try ThemeChoice(setup, colors: format == .svg ? .direct : .none).requiredController()
        for problem in problems + setup.screens.notes.map(\.description) { Console.error(problem) }
        let session: CardSession
        do { session = try CardSession(.memory) } catch { throw CommandFailure(.failure, error.explanation) }
        let mailbox = Mailbox<LoopMessage>()
        let runner = EffectRunner(
            session: session, mailbox: mailbox, links: LinkOpener(environment: [:]), environment: setup.variables,
            undoWindow: setup.config.undoWindow, variables: setup.runtimeVariables(mailbox))
        let clock = AppClock.system
        var state = AppState.viewer(setup, size: size, clock: clock)
        state.settings.keymap = keymap
        for effect in state.startWindows() {
            runner.start(effect)
            guard case .window(let id, let query) = effect else { continue }
            _ = update(&state, .feedArrived(id, try session.window(query)), at: clock.now)
        }
        let loop = AppLoop(
            terminal: MemoryTerminal(size: size), state: state, themes: themes, runner: runner, clock: clock)
        if setup.config.usesPublisherThemes { loop.showPublisherThemes() }
        let network = ViewerNetwork(setup: setup, session: session, mailbox: mailbox, demo: demo)
        if let cards {
            let (name, bytes) = try CardFile.bytes(cards)
            let requests = try CardInput(
                name: name, streamID: setup.config.stream, users: [setup.config.user],
                fallbackUser: setup.config.user, consequence: "these cards cannot be shown"
            ).requests(bytes, isLines: cards.hasSuffix(".jsonl"))
            try network.startHermetic(requests)
        } else if demo != nil || setup.config.server == nil {
            try network.startHermetic([])
        } else {
            network.start()
        }
        defer { network.stop(within: 1) }
        let status = try player(loop, pictures).play(steps)
        try pictures?.check()
        runner.finishAnswers(within: 1)
        network.sendHeld(within: 1)
        if status != .ok { throw status }
    }

    private func player(_ loop: AppLoop<MemoryTerminal>, _ pictures: ScreenFolder?) -> ScriptPlayer {
        switch format {
        case .text: ScriptPlayer(loop: loop) { Console.print($0) }
        case .svg:
            ScriptPlayer(
                loop: loop,
                format: { screen, name in
                    let title = SafeText(name ?? "cardstream", limit: 200)
                    let picture = SVGPicture(screen, palette: PicturePalette(loop.themes.theme), title: title).document
                    guard let pictures else { return picture }
                    return pictures.add(picture, named: name) + "\n"
                }, output: { Console.write($0, to: STDOUT_FILENO) })
        }
    }
}
