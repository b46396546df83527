internal import AppCore
internal import AppRuntime
internal import Canvas
internal import CardSession
internal import Cards
internal import CursesTerminal
internal import Glibc
internal import Logging

extension Setup {
    /// Whether the viewer works line by line: if configured, or if the terminal cannot position a cursor.
    var isLinear: Bool { config.isLinear || variables["TERM"] == "dumb" }
}

extension Viewer {
    /// The viewer for screen readers and dumb terminals: changes are printed as lines to standard output, and commands
    /// are read as lines from standard input.
    func runLinear() throws {
        let start = try ViewerStart(setup)
        let (session, mailbox, logger) = (start.session, start.mailbox, start.logger)
        let runner = EffectRunner(
            session: session, mailbox: mailbox, links: LinkOpener(environment: setup.variables), logger: logger,
            environment: setup.variables, undoWindow: setup.config.undoWindow,
            variables: setup.runtimeVariables(mailbox, logger: logger))
        runner.publish = setup.publishing
        runner.signer = setup.signer
        let (themes, _) = try ThemeChoice(setup, colors: .none).controller()
        let clock = AppClock.system
        let terminal = LinearTerminal()
        var state = AppState.viewer(setup, size: terminal.size, clock: clock)
        if demo != nil { state.settings.firstSteps = nil }
        state.settings.firstSteps?.hadCard = start.hadCard
        state.settings.keymap = start.keymap
        state.settings.features.hasHyperlinks = false
        try state.open(session, runner)
        let loop = AppLoop(
            terminal: terminal, state: state, themes: themes, runner: runner, clock: clock, signals: signals,
            clipboard: TmuxClipboard(setup.variables))
        let network = ViewerNetwork(
            setup: setup, session: session, mailbox: mailbox, demo: demo, logger: logger,
            serverLogger: start.log?.logger("server", level: setup.config.logLevel))
        (loop.onSuspend, loop.onResume) = ({ network.pause() }, { network.start() })
        loop.onAttention = { network.attend(to: $0) }
        let isTyped = isatty(STDIN_FILENO) == 1
        var linear = LinearLoop(loop: loop, source: LineSource(descriptor: STDIN_FILENO)) { lines, isUnasked in
            // Starts a new line after the prompt.
            if isTyped, isUnasked { Console.write("\n", to: STDOUT_FILENO) }
            for line in lines { Console.print(line.string) }
        } prompt: {
            if isTyped { Console.write("> ", to: STDOUT_FILENO) }
        }
        let status = linear.run {
            for notice in start.notices { mailbox.post(.noticed(notice)) }
            network.start()
        }
        end(runner, network, session)
        if let failure = network.failure { throw failure }
        if status != .ok { throw status }
    }
}
