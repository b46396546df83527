internal import AppCore
internal import AppRuntime
import Basics
internal import Canvas
public import CardSession
public import Cards
internal import CursesTerminal
internal import Theming

/// One container of cards inside a program's own screen: the viewer's own drawing and behaviour, without its screen around
/// it.
///
/// The host owns the screen, the keys and the loop. It hands over keys with ``press(_:)``, calls ``advance()`` when
/// ``wakeDescriptor`` is readable or ``delay`` has passed, acts on the events it returns, and shows the result with
/// ``paint(on:)`` or ``picture``. All of it belongs to one thread.
///
/// It has the session follow its stream, before and after a login, and any number of containers may share a session. A
/// logout ends it: it then says that nobody is logged in, and the next login needs another one.
///
/// ```swift
/// let container = try CardContainer(of: "inbox", in: session, columns: 60, rows: 20)
/// try await session.login(environmentID: "production", apiKey: key, baseURL: server) { token }
/// ```
public final class CardContainer {
    /// How cards are laid out.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Below each other.
        case vertical
        /// Beside each other.
        case horizontal
        /// Only the first card of the stream. Takes no room without one.
        case single
        /// The same over what else there is, ``isUp`` as long as there is a card.
        case modal
    }

    /// How cards are laid out.
    public let kind: Kind
    /// Whose cards.
    public let stream: StreamID

    let loop: AppLoop<MemoryTerminal>
    let log: EventLog
    private let runner: EffectRunner
    private let following: ObservationToken
    private let isLoggedOut: Lock<Bool>
    private var painter: WindowPainter?
    private var isClosed = false
    /// What the host was told last.
    var toldSize = Size.zero
    private let firstColorPair: Int

    /// - Parameters:
    ///   - kind: How cards are laid out.
    ///   - stream: Whose cards.
    ///   - session: Where they come from. It has to outlive the container.
    ///   - columns: The width of the area that the container may use, in cells.
    ///   - rows: Its height.
    ///   - configuration: How it behaves, and its words.
    ///   - look: What it is drawn in; by default the terminal's own colours.
    ///   - variables: Gives runtime variables their values, within ``ContainerConfiguration/variableTimeout``, whatever its
    ///     own time is; nil shows the cards' defaults.
    ///   - environment: The process environment: `BROWSER` and `PATH` say what opens links and plays videos.
    ///   - firstColorPair: The first of curses' colour pairs that is not the host's; at least 1. Containers of one process share
    ///     the pairs from there on, as many as their themes need.
    /// - Throws: ``ContainerError/invalidArgument(_:)`` for one stream more than
    ///   `CardSession.streamLimit`, and for what ``ContainerConfiguration/check()`` refuses; else when the theme or the
    ///   session's store cannot be read.
    public init(
        _ kind: Kind = .vertical, of stream: StreamID, in session: CardSession, columns: Int, rows: Int,
        configuration: ContainerConfiguration = ContainerConfiguration(), look: ContainerLook = ContainerLook(),
        variables: RuntimeVariableSource? = nil, environment: [String: String] = [:], firstColorPair: Int = 16
    ) throws(ContainerError) {
        do {
            try configuration.check()
        } catch { throw .invalidArgument(error.explanation) }
        guard firstColorPair >= 1 else {
            throw .invalidArgument("the first colour pair is at least 1; found \(firstColorPair)")
        }
        self.kind = kind
        self.stream = stream
        self.firstColorPair = firstColorPair
        let mailbox = Mailbox<LoopMessage>()
        let log = EventLog()
        self.log = log
        let links = LinkOpener(environment: environment)
        let id = ContainerID("container")
        runner = EffectRunner(
            session: session, mailbox: mailbox, links: links, environment: environment,
            undoWindow: configuration.undoWindow, variables: variables)
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
            features: TerminalFeatures(hasNerdFont: look.hasNerdFont, opensLinks: links.canOpen), containers: [model],
            screens: [screen])
        state.isEmbedded = true
        state.undoWindow.length = configuration.undoWindow
        state.resolvesVariables = variables != nil
        state.reducesMotion = look.reducesMotion
        let theme = try look.load()
        // Nobody has said yet whose cards there are.
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
                // Other containers have answers of their own.
                if answers.end(card) { mailbox.post(.responseSettled(card, response, .delivered)) }
            case .refused(let card, let response, let reason):
                if answers.end(card) { mailbox.post(.responseSettled(card, response, .refused(reason: reason))) }
            case .closed(let card, let response, let status):
                if answers.end(card) { mailbox.post(.responseSettled(card, response, .closed(status))) }
            }
        }
        do {
            following = try session.follow(
                stream, interval: configuration.refreshInterval, visibleLimit: model.kind.showsOneCard ? 1 : nil,
                onLogout: onLogout, handler: handler)
        } catch { throw .invalidArgument(error.explanation) }
        do { try state.open(session, runner) } catch {
            following.cancel()
            throw .store(error.explanation)
        }
        loop = AppLoop(
            terminal: MemoryTerminal(size: size, hasClipboard: false), state: state, themes: ThemeController(theme),
            runner: runner, clock: clock)
        loop.onEvent = { [log] event in log.note(event) }
        loop.onEffect = { [log] effect in log.note(effect) }
        loop.paint()
    }

    /// No terminal is larger, and each cell takes room.
    static func size(_ columns: Int, _ rows: Int) -> Size {
        Size(columns: min(max(0, columns), 1000), rows: min(max(0, rows), 1000))
    }

    // MARK: Waiting

    /// Readable when something waits for ``advance()``. Not to be read or closed by the host.
    public var wakeDescriptor: Int32 { runner.mailbox.wakeUp.descriptor }

    /// Seconds until ``advance()`` has something to do even if nothing happens, an hour at most; nil when it has not.
    public var delay: Double? { loop.delay.map { min($0, 3600) } }

    /// Acts on keys and on what has arrived, and draws. Never waits.
    ///
    /// - Returns: what the host may want to know, in order.
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
        tellSize()
        return log.take()
    }

    // MARK: Showing

    /// Writes the container into a window of curses: its ``usedArea``, the upper left corner of the whole area at the window's
    /// own. What was written there before and is no longer used is the host's to clear. It is seen with the host's next
    /// `wrefresh`.
    ///
    /// - Parameter window: A `WINDOW *`. The host has called `initscr`, and for colours `start_color` and
    ///   `use_default_colors`.
    public func paint(on window: UnsafeMutableRawPointer) {
        var painter = painter ?? WindowPainter(firstPair: firstColorPair)
        painter.paint(loop.terminal.screen, area: used, on: window)
        self.painter = painter
    }

    /// The container as cells, all of its area; what is beyond the ``usedArea`` is blank.
    public var picture: ContainerPicture { ContainerPicture(loop.terminal.screen) }

    /// Where a text cursor belongs, from the upper left corner; nil for nowhere.
    public var cursor: (column: Int, row: Int)? { loop.terminal.cursor.map { ($0.column, $0.row) } }

    // MARK: Ending

    /// Writes what was entered last, waits a second at most until what the user did is on disk, and lets go of the session. The
    /// container is not used after that. Letting go of the container does the same; again it does nothing.
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
