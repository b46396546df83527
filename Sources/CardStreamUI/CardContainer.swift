internal import AppCore
internal import AppRuntime
import Basics
public import CCurses
internal import Canvas
public import CardSession
public import Cards
internal import CursesTerminal
internal import Theming

/// A container of cards inside a host program's own screen, with the viewer's drawing and behaviour.
///
/// The host owns the screen, the keyboard and the event loop. It passes keys to ``press(_:)``, calls ``advance()`` when
/// ``wakeDescriptor`` is readable or ``delay`` has passed, handles the returned events, and shows the result with
/// ``paint(on:)`` or ``picture``. Use a container from one thread only.
///
/// The container makes the session follow its stream, before and after a login; several containers may share a session.
/// A logout ends the container: it then shows that there is no login, and the next login needs a new container.
///
/// ```swift
/// let container = try CardContainer(of: "inbox", in: session, columns: 60, rows: 20)
/// try await session.login(environmentID: "production", apiKey: key, baseURL: server) { token }
/// ```
public final class CardContainer {
    /// The layout of a container's cards.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Cards one below the other.
        case vertical
        /// Cards side by side.
        case horizontal
        /// Only the first card of the stream. Uses no rows without one.
        case single
        /// Like `single`, drawn over other content. ``isVisible`` is true while there is a card.
        case modal
    }

    /// The layout of cards.
    public let kind: Kind
    /// The stream of the cards.
    public let streamID: StreamID

    let loop: AppLoop<MemoryTerminal>
    let log: EventLog
    private let runner: EffectRunner
    private let following: ObservationToken
    private let isLoggedOut: Lock<Bool>
    private var painter: WindowPainter?
    private var isClosed = false
    /// The last size reported to the host.
    var reportedSize = Size.zero
    private let firstColorPair: Int
    let environment: [String: String]

    /// - Parameters:
    ///   - kind: The layout of cards.
    ///   - stream: The stream of the cards.
    ///   - session: The source of the cards. It has to outlive the container.
    ///   - columns: The width of the available area in cells.
    ///   - rows: The height of the available area in cells.
    ///   - configuration: The behaviour and texts of the container.
    ///   - appearance: The theme, colours and text size; the terminal's own colours by default.
    ///   - variables: Resolves runtime variables, within ``ContainerConfiguration/variableTimeout`` instead of its own
    ///     time limit; nil shows the cards' defaults.
    ///   - environment: The process environment; `BROWSER` and `PATH` determine what opens links and plays videos,
    ///     `COLORFGBG` the background of ``ContainerAppearance/InterfaceStyle/automatic``.
    ///   - firstColorPair: The first curses colour pair that the host does not use; at least 1. Containers of one
    ///     process share the pairs from there on.
    /// - Throws: ``ContainerError/invalidArgument(_:)`` if the session already follows `CardSession.streamLimit`
    ///   streams, and if ``ContainerConfiguration/check()`` fails; other cases if the theme or the session's store
    ///   cannot be read.
    public init(
        _ kind: Kind = .vertical, of stream: StreamID, in session: CardSession, columns: Int, rows: Int,
        configuration: ContainerConfiguration = ContainerConfiguration(),
        appearance: ContainerAppearance = ContainerAppearance(),
        variables: RuntimeVariableSource? = nil, environment: [String: String] = [:], firstColorPair: Int = 16
    ) throws(ContainerError) {
        do {
            try configuration.check()
        } catch { throw .invalidArgument(error.explanation) }
        guard firstColorPair >= 1 else {
            throw .invalidArgument("the first colour pair must be at least 1; found \(firstColorPair)")
        }
        self.kind = kind
        streamID = stream
        self.firstColorPair = firstColorPair
        self.environment = environment
        let mailbox = Mailbox<LoopMessage>()
        let log = EventLog()
        self.log = log
        let links = LinkOpener(environment: environment)
        let id = ContainerID("container")
        runner = EffectRunner(
            session: session, mailbox: mailbox, links: links, environment: environment,
            undoWindow: configuration.undoWindow.seconds, variables: variables)
        let size = Self.size(columns, rows)
        let clock = AppClock.system
        let model = ContainerModel(
            id: id, kind: ContainerModel.Kind(rawValue: kind.rawValue) ?? .vertical, streamID: stream,
            options: configuration.options)
        let screen =
            kind == .modal
            ? ScreenModel(name: id.rawValue, .rows([]), modals: [id]) : ScreenModel(name: id.rawValue, .container(id))
        var state = AppState(
            size: size, now: clock.now, zone: .system(around: clock.now),
            features: TerminalFeatures(hasNerdFont: appearance.hasNerdFont, opensLinks: links.canOpen),
            containers: [model],
            screens: [screen])
        state.settings.isEmbedded = true
        state.undoWindow.length = configuration.undoWindow.seconds
        state.settings.resolvesVariables = variables != nil
        state.settings.reducesMotion = appearance.reducesMotion
        let theme = try appearance.load(environment)
        // Before a connection, it is unknown whose cards the store has.
        session.withholdUntilConnected()
        let isLoggedOut = Lock(false)
        self.isLoggedOut = isLoggedOut
        let onLogout: @Sendable () -> Void = {
            isLoggedOut.withLock { $0 = true }
            mailbox.wakeUp.ring()
        }
        let handler: @Sendable (SessionEvent) -> Void = { [answers = log.answers] event in
            switch event {
            case .status(let status): mailbox.post(.syncStatusChanged(status), replacing: "status")
            case .delivered(let card, let response):
                // Each container reports only its own answers.
                if answers.end(card) { mailbox.post(.responseSettled(card, response, .delivered)) }
            case .refused(let card, let response, let reason):
                if answers.end(card) { mailbox.post(.responseSettled(card, response, .refused(reason: reason))) }
            case .closed(let card, let response, let status):
                if answers.end(card) { mailbox.post(.responseSettled(card, response, .closed(status))) }
            case .themeChanged(let changed): if changed == stream { mailbox.post(.themeChanged(stream)) }
            }
        }
        do {
            following = try session.follow(
                stream, interval: StreamObserverConfiguration(containerConfiguration: configuration).pollingInterval,
                visibleLimit: model.kind.showsOneCard ? 1 : nil,
                onLogout: onLogout, handler: handler)
        } catch { throw .invalidArgument(error.explanation) }
        do { try state.open(session, runner) } catch {
            following.cancel()
            throw .store(error.explanation)
        }
        loop = AppLoop(
            terminal: MemoryTerminal(size: size, hasClipboard: false), state: state, themes: ThemeController(theme),
            runner: runner, clock: clock)
        loop.onEvent = { [log] event in log.record(event) }
        loop.onEffect = { [log] effect in log.record(effect) }
        if appearance.usesPublisherTheme { loop.showPublisherThemes() }
        loop.paint()
    }

    /// Clamps the size, because no terminal is larger and each cell uses memory.
    static func size(_ columns: Int, _ rows: Int) -> Size {
        Size(columns: min(max(0, columns), 1000), rows: min(max(0, rows), 1000))
    }

    // MARK: Waiting

    /// Readable when ``advance()`` has something to do. The host must not read or close it.
    public var wakeDescriptor: Int32 { runner.mailbox.wakeUp.descriptor }

    /// How long until ``advance()`` has something to do without any input, an hour at most; nil if there is nothing.
    public var delay: Duration? { loop.delay.map { .waiting($0, atMost: 3600) } }

    /// Handles keys and everything that has arrived, and redraws. Never blocks.
    ///
    /// - Returns: Events for the host, in order.
    public func advance() -> [Event] {
        let isOver = isLoggedOut.withLock { isOver in
            defer { isOver = false }
            return isOver
        }
        if isOver, let id = loop.state.containers.first?.id {
            loop.send(.feedArrived(id, CardWindow()))
        }
        loop.turn(limit: 0)
        if loop.drainExit() != nil { log.events.append(.closeRequested) }
        reportSize()
        return log.drain()
    }

    // MARK: Drawing

    /// Paints the ``usedArea`` into a curses window, aligned at the upper left corners. The host clears cells that are
    /// no longer used, and shows the result with its next `wrefresh`.
    ///
    /// - Parameter window: The host has called `initscr`, and for colours `start_color` and `use_default_colors`.
    public func paint(on window: UnsafeMutablePointer<WINDOW>) {
        var painter = painter ?? WindowPainter(firstPair: firstColorPair)
        painter.paint(loop.terminal.screen, area: used, on: window)
        self.painter = painter
    }

    /// The whole area as cells; cells outside the ``usedArea`` are blank.
    public var picture: ContainerPicture { ContainerPicture(loop.terminal.screen) }

    /// The position of the text cursor from the upper left corner; nil to hide it.
    public var cursorPosition: Position? {
        loop.terminal.cursor.map { Position(column: $0.column, row: $0.row) }
    }

    // MARK: Ending

    /// Stores unsent input, waits up to a second until the user's actions are on disk, and releases the session. The
    /// container must not be used afterwards. Releasing the container does the same. Idempotent.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        following.cancel()
        loop.finishReports()
        runner.finishAnswers(within: 1)
        runner.stop()
    }

    deinit { close() }
}
