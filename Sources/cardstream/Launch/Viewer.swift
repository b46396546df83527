internal import AppCore
internal import AppRuntime
internal import Basics
internal import Canvas
internal import CardImages
internal import CardSession
internal import Cards
internal import CursesTerminal
internal import Glibc
internal import Logging
internal import Theming

/// Assembles the viewer and runs it on the calling thread, which must be the main thread.
///
/// The order is chosen for a fast start: store, first window, terminal, first frame, then the network.
struct Viewer {
    let setup: Setup
    /// The signals to handle, blocked before any other thread was started.
    let signals: Signals?
    /// The sample cards to publish on the viewer's own server; nil for none.
    var demo: DemoCards.Edition?

    init(setup: Setup, signals: Signals?, demo: DemoCards.Edition? = nil) {
        self.setup = setup.asViewer
        self.signals = signals
        self.demo = demo
    }

    /// The maximum time in seconds to stop the network. It is short, so that the shell's prompt returns immediately.
    static let stopTimeout = 0.02
    /// The maximum time in seconds to stop the network if a source is notified when the viewer closes, because the
    /// source first stores this on disk.
    static let closeTimeout = 0.5
    /// The maximum time in seconds to wait for the server's response to the last actions. After that, the next start
    /// sends them.
    static let sendTimeout = 1.0

    func run() throws {
        if setup.isLinear { return try runLinear() }
        try Self.requireTerminal(isDemo: demo != nil)
        var start = try ViewerStart(setup)
        let (session, mailbox, logger) = (start.session, start.mailbox, start.logger)
        let decoder = ImageDecoder(path: setup.variables["PATH"] ?? "")
        let choice: PictureChoice = decoder.program == nil ? .off : PictureChoice(setup.config.images)
        let terminal: CursesTerminal
        do {
            terminal = try CursesTerminal(
                CursesTerminal.Options(
                    colors: ColorPreference(setup.variables).limit,
                    hasTrueColor: ColorPreference(setup.variables).hasTrueColor(setup.variables),
                    outputPath: start.log?.path,
                    hyperlinks: setup.terminalFeatures.hasHyperlinks, isInTmux: setup.variables["TMUX"] != nil,
                    clipboard: Clipboard(setup.variables), pictures: choice,
                    asksBackground: setup.config.appearance == .auto, asksKeyboard: setup.config.keyboard == .auto,
                    features: FeatureChoice(setup.config, setup.variables)))
        } catch {
            throw CommandFailure(.failure, error.message.string)
        }
        let pictures = PictureLoader(
            decoder: decoder, colors: ImageDecoder.SymbolColors(terminal.colors), cacheFolder: setup.paths.images,
            authorityFile: setup.config.caFile, policy: setup.config.requestPolicy, builtIn: DemoPictures.file,
            mailbox: mailbox)
        let screens = setup.screens
        let host = ContainerHost(commands: screens.actionCommands, mailbox: mailbox, logger: logger)
        let choiceMemory = ChoiceMemory(path: setup.paths.choicesFile(profile: setup.config.profile))
        let runner = EffectRunner(
            session: session, mailbox: mailbox, links: LinkOpener(environment: setup.variables), logger: logger,
            environment: setup.variables, undoWindow: setup.config.undoWindow, pictures: pictures,
            variables: setup.runtimeVariables(mailbox, logger: logger), choiceMemory: choiceMemory,
            host: { host.receive($1, of: $0) })
        start.notices += screens.notes.map(\.description)
        let (themes, problems) = try ThemeChoice(setup, colors: terminal.colors).controller()
        let mistake = problems.first.map { first in
            Strings.Themes.mistakes(HomeFolder(setup.variables).shortening(first), others: problems.count - 1)
        }
        start.notices += [mistake].compactMap(\.self)
        runner.publish = setup.publishing
        runner.signer = setup.signer
        let clock = AppClock.system
        var state = AppState.viewer(setup, size: terminal.size, clock: clock)
        if demo != nil { state.settings.firstSteps = nil }
        state.settings.firstSteps?.hadCard = start.hadCard
        state.settings.keymap = start.keymap
        state.recall(choiceMemory.all, withLayout: !setup.isLayoutOfFlag)
        state.themeMistake = mistake
        if choice != .off, terminal.colors != .none {
            state.settings.features.pictures = .symbols
            state.settings.features.awaitsPictures = true
        }
        try state.open(session, runner)
        let loop = AppLoop(
            terminal: terminal, state: state, themes: themes, runner: runner, clock: clock, signals: signals,
            editor: TextEditor(environment: setup.variables, directory: setup.paths.state),
            demo: demo == nil ? setup.demoProgram : nil,
            clipboard: TmuxClipboard(setup.variables), notifier: setup.notifier)
        if setup.config.usesPublisherThemes { loop.showPublisherThemes() }
        loop.setThemePlaces(screens.themeOrigins.mapValues(\.place))
        let network = ViewerNetwork(
            setup: setup, session: session, mailbox: mailbox, demo: demo, logger: logger,
            serverLogger: start.log?.logger("server", level: setup.config.logLevel))
        (loop.onSuspend, loop.onResume) = ({ network.pause() }, { network.start() })
        loop.onAttention = { network.attend(to: $0) }
        let status = loop.run {
            logger.info(
                "started",
                metadata: [
                    "version": "\(Cardstream.version)", "profile": "\(setup.config.profile)",
                    "stream": "\(setup.config.stream)", "terminal": "\(setup.variables["TERM"] ?? "")",
                    "size": "\(terminal.size.columns)x\(terminal.size.rows)",
                ])
            for problem in problems.dropFirst() { logger.warning("\(problem)") }
            for notice in start.notices {
                logger.warning("\(notice)")
                mailbox.post(.noticed(notice))
            }
            network.start()
        }
        terminal.release()
        end(runner, network, session)
        logger.info("ended", metadata: ["status": "\(status.rawValue)"])
        if let failure = network.failure { throw failure }
        if status != .ok { throw status }
    }

    /// Reports a missing terminal before changing anything.
    static func requireTerminal(isDemo: Bool) throws(CommandFailure) {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .failure,
                "no terminal; run in a terminal, or use cardstream "
                    + (isDemo ? "demo --linear" : "--linear, or cardstream view --script FILE"))
        }
        close(descriptor)
    }

    /// Sends the last actions and stops background operations.
    func end(_ runner: EffectRunner, _ network: ViewerNetwork, _ session: CardSession) {
        runner.finishAnswers(within: Self.sendTimeout)
        network.sendHeld(within: Self.sendTimeout)
        // If the number cannot be read, nothing is printed. The next start sends waiting actions in any case.
        if !session.sharesStore, let unsent = try? runBlocking({ try await session.waitingActions() }), unsent > 0 {
            Console.error(
                "\(Strings.Empty.unsent(unsent)); cardstream sends \(unsent == 1 ? "it" : "them") when it is connected again"
            )
        }
        runner.stop()
        let isOverlaid = setup.sources.contains { $0.overlay != nil }
        network.stop(within: isOverlaid ? Self.closeTimeout : Self.stopTimeout)
    }
}

extension Setup {
    /// A copy of the setup for a viewer.
    var asViewer: Setup {
        var setup = self
        setup.isViewer = true
        return setup
    }
}

extension Setup {
    /// The terminal's features according to the settings and the environment.
    var terminalFeatures: TerminalFeatures {
        let hasHyperlinks =
            switch config.hyperlinks {
            case .auto: HyperlinkSupport.isLikely(variables)
            case .always: true
            case .never: false
            }
        return TerminalFeatures(
            hasHyperlinks: hasHyperlinks, hasNerdFont: config.hasNerdFont,
            opensLinks: LinkOpener(environment: variables).canOpen)
    }
}

extension Setup {
    /// Whether there is a source of values for runtime variables.
    var hasRuntimeVariables: Bool { !config.runtimeVariables.isEmpty || config.runtimeVariablesCommand != nil }

    /// The user's values for runtime variables; nil if none are configured. All failures of the command are logged, but
    /// only the first one is shown, because the command runs again for every new card.
    func runtimeVariables(_ mailbox: Mailbox<LoopMessage>, logger: Logger? = nil) -> RuntimeVariableSource? {
        guard hasRuntimeVariables else { return nil }
        let wasReported = Lock(false)
        // A container may have a longer time limit for its command.
        let timeout = screens.containers.map { Duration.waiting($0.options.variableTimeout) }.max()
        return RuntimeVariableSource(
            timeout: timeout ?? RuntimeVariableSource.defaultTimeout, values: config.runtimeVariables,
            command: config.runtimeVariablesCommand
        ) { reason in
            logger?.warning("variables in the cards show their default values", metadata: ["reason": "\(reason)"])
            let wasReportedBefore = wasReported.withLock { wasReported in
                defer { wasReported = true }
                return wasReported
            }
            if !wasReportedBefore { mailbox.post(.noticed(Strings.Toasts.variablesFailed(reason))) }
        }
    }
}

extension Setup {
    /// - Parameter others: More names that the command accepts.
    /// - Throws: ``CommandFailure`` if the requested screen does not exist.
    func requireScreen(or others: [String] = []) throws(CommandFailure) {
        let names = screens.screens.map(\.name) + others
        guard !config.screen.isEmpty, !names.contains(config.screen) else { return }
        let guess = Spelling.nearest(to: config.screen, among: names).map { "did you mean \"\($0)\"?" }
        throw CommandFailure(
            .usage,
            "\(originPrefix(of: "screen"))unknown screen \"\(config.screen.escapingControls)\"; "
                + (guess ?? "known: \(names.joined(separator: ", "))"))
    }
}

extension Setup {
    /// How the user is notified while not looking at the viewer.
    var notifier: Notifier {
        switch config.notifyBy {
        case .auto: .suited(to: variables)
        case .osc99: .terminal(.osc99)
        case .osc777: .terminal(.osc777)
        case .osc9: .terminal(.osc9)
        case .notifySend: .program
        case .bell: .bell
        }
    }
}

extension PictureChoice {
    init(_ images: Config.Images) {
        self =
            switch images {
            case .auto: .ask
            case .kitty: .only(.kitty)
            case .sixel: .only(.sixel)
            case .symbols: .only(.symbols)
            case .off: .off
            }
    }
}

extension ImageDecoder.SymbolColors {
    init(_ colors: ColorSupport) {
        self =
            switch colors {
            case .none: .none
            case .eight: .ansi8
            case .sixteen: .ansi16
            case .palette: .indexed256
            case .direct: .direct
            }
    }
}

extension AppState {
    /// The initial state of a viewer.
    static func viewer(_ setup: Setup, size: Size, clock: AppClock) -> AppState {
        let screens = setup.screens
        var state = AppState(
            size: size, now: clock.now, zone: .system(around: clock.now),
            pollingSeconds: screens.pollingSeconds(otherwise: setup.config.pollInterval),
            features: setup.terminalFeatures, containers: screens.containers, screens: screens.screens)
        state.screenIndex = screens.screens.firstIndex { $0.name == setup.config.screen } ?? 0
        let profile = setup.config.profile == "default" ? nil : setup.config.profile
        state.settings.firstSteps = FirstSteps(
            origin: setup.config.server.map { .server($0.maskingPasswords) } ?? .ownInbox, profile: profile)
        state.notifications.rules = setup.config.notifications
        state.undoWindow.length = setup.config.undoWindow
        state.settings.resolvesVariables = setup.hasRuntimeVariables
        state.settings.categories = setup.config.categories
        state.settings.reducesMotion = setup.config.reducesMotion
        state.mouse.isCaptured = setup.config.isMouseEnabled
        state.settings.firstWeekday = Weekday(startingWeekIn: setup.variables)
        return state
    }
}
