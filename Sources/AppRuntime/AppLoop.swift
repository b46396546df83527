package import AppCore
package import Canvas
import CardUI
import Cards
import Theming

package import struct Foundation.Date

/// The viewer's one loop, on the main thread: waits for keys, messages and signals, updates the state, draws.
///
/// All that is waiting is handled before one frame is drawn. After a key the frame comes at once; when only data
/// arrived, frames keep ``frameInterval`` between them. With nothing to do it sleeps in `poll` until the state's
/// next deadline, and a frame without changes writes nothing.
package final class AppLoop<Terminal: TerminalBackend> {
    /// Seconds between frames that no key asked for: 60 a second.
    package static var frameInterval: Double { 0.016 }
    /// Seconds a jump's frame waits for the cards it goes to: what it could show without them is the old screen.
    static var jumpPatience: Double { 0.05 }

    package let terminal: Terminal
    package internal(set) var state: AppState
    package var clock: AppClock
    package let runner: EffectRunner
    let signals: Signals?
    var sources: EventSources
    package internal(set) var themes: ThemeController
    /// Those of containers that have one of their own.
    var ownThemes = ContainerThemes()
    /// Nil until themes are watched.
    var themeFiles: FileWatch?
    let editor: TextEditor?
    /// Nil where the demo cannot have the terminal.
    let demo: DemoProgram?
    /// Before the terminal's own way.
    let clipboard: TmuxClipboard?
    /// How the user is called.
    let notifier: Notifier
    private var cache = LayoutCache()
    /// What the terminal shows, and the one drawn next; they change places.
    private var shown: Frame
    private var next: Surface
    var isDirty = true {
        didSet { if isDirty { isLaidOut = false } }
    }
    /// Whether ``next`` shows the state, in the theme of now.
    private var isLaidOut = false
    /// Whether the terminal's content is unknown: after its size changed or it was released.
    var needsFullFrame = true
    /// When the screen changed last. A frame without changes delays no other: a change often comes as two messages of
    /// which only the second can be seen.
    package private(set) var lastFrameTime = 0.0
    /// Until when a frame waits for the cards it is going to show, so that they need not be drawn twice.
    private var heldUntil: Double?
    private var typeAhead = TypeAhead()
    package internal(set) var exit: ExitStatus?
    /// Called before the user stops the program, and when it goes on.
    package var onSuspend: (() -> Void)?
    package var onResume: (() -> Void)?
    /// Called with each event before the state handles it; for programs that embed the loop.
    package var onEvent: ((AppEvent) -> Void)?
    /// Called with each effect before it is performed.
    package var onEffect: ((Effect) -> Void)?
    /// Called with what the user looks at, behind each frame after which it is something else.
    package var onAttention: ((ViewerAttention) -> Void)?
    private var attention: ViewerAttention?

    package init(
        terminal: Terminal, state: AppState, themes: ThemeController, runner: EffectRunner, clock: AppClock = .system,
        signals: Signals? = nil, editor: TextEditor? = nil, demo: DemoProgram? = nil,
        clipboard: TmuxClipboard? = nil, notifier: Notifier = .bell
    ) {
        self.terminal = terminal
        self.state = state
        self.themes = themes
        self.runner = runner
        self.clock = clock
        self.signals = signals
        self.editor = editor
        self.demo = demo
        self.clipboard = clipboard
        self.notifier = notifier
        sources = EventSources(
            input: terminal.inputDescriptor, mail: runner.mailbox.wakeUp.descriptor, signals: signals?.descriptor)
        shown = Frame(surface: Surface(size: terminal.size))
        next = Surface(size: terminal.size)
    }

    /// Runs until the user quits or the program is told to stop. `onFirstFrame` starts what must not delay it.
    package func run(onFirstFrame: () -> Void = {}) -> ExitStatus {
        receiveMail()
        paint()
        onFirstFrame()
        watchThemes()
        while exit == nil { turn(limit: nil) }
        finishReports()
        return exit ?? .ok
    }

    /// Hands over what happened last, before the end: see ``EffectRunner/finishAnswers(within:)``.
    package func finishReports() { runner.report(state.drainReports(), isLast: true) }

    /// One wait and all that follows from it. `limit` bounds the wait in seconds. Returns whether anything happened.
    @discardableResult
    package func turn(limit: Double?) -> Bool {
        let deadline = state.nextDeadline
        while cache.hasRequests, sources.wait(seconds: 0).isEmpty { cache.layOutAhead() }
        let ready = sources.wait(seconds: [delay(until: deadline), limit].compactMap(\.self).min())
        var happened = false
        if ready.contains(.signal) { happened = receiveSignals() || happened }
        var isUrgent = false
        if ready.contains(.input) || terminal.newsDelay == 0 { isUrgent = receiveInput() }
        let hadInput = isUrgent
        if ready.contains(.hangup), !hadInput { exit = exit ?? .interrupted }
        if ready.contains(.mail) { happened = receiveMail() || happened }
        if ready.contains(.files) { happened = reloadTheme() || happened }
        if !typeAhead.isEmpty, handleTyped() { isUrgent = true }
        if let deadline, deadline <= clock.now { send(.timePassed) }
        if state.awaitsJump {
            if isUrgent, heldUntil == nil { heldUntil = AppClock.monotonic + Self.jumpPatience }
        } else if heldUntil != nil {
            heldUntil = nil
            isUrgent = true
        }
        // Keys that wait are acted on within a moment; their frame shows it all.
        let isComplete = heldUntil == nil && typeAhead.isEmpty
        if (isUrgent && isComplete) || (waitForFrame ?? 1) <= 0 { paint() } else { runner.readAhead() }
        return happened || isUrgent
    }

    // MARK: Waiting

    /// Seconds until there is something to do even if nothing happens; nil when there is not.
    package var delay: Double? { delay(until: state.nextDeadline) }

    private func delay(until deadline: Date?) -> Double? {
        let untilDeadline = deadline.map { max(0, $0.timeIntervalSince(clock.now)) }
        let untilImpatient = typeAhead.remaining(at: AppClock.monotonic)
        return [waitForFrame, untilDeadline, untilImpatient, terminal.newsDelay].compactMap(\.self).min()
    }

    /// The wish to end, once: a loop within a host's own goes on.
    package func drainExit() -> ExitStatus? {
        defer { exit = nil }
        return exit
    }

    /// Seconds until the next frame may be drawn; nil when there is none to draw.
    private var waitForFrame: Double? {
        isDirty ? max(0, (heldUntil ?? lastFrameTime + Self.frameInterval) - AppClock.monotonic) : nil
    }

    // MARK: Receiving

    /// Reads all that was typed. Returns whether there was anything.
    @discardableResult
    package func receiveInput() -> Bool {
        var hadInput = false
        while exit == nil {
            let events = terminal.readInput()
            if events.isEmpty { break }
            hadInput = true
            // A new size waits for no cards: nothing is drawn in the old one.
            if events.contains(.redraw) { adoptSize() }
            typeAhead.add(events.filter { $0 != .redraw })
            handleTyped()
        }
        return hadInput
    }

    /// Acts on what was typed, as far as the cards for it are there. Returns whether there was anything to act on.
    @discardableResult
    private func handleTyped() -> Bool {
        var handled = false
        while exit == nil {
            let hasWaited = typeAhead.hasWaited
            guard let event = typeAhead.next(isBlocked: state.awaitsCards, at: AppClock.monotonic) else { break }
            // A key that waited for cards acts on what they look like.
            while hasWaited, state.awaitsLayout { layOut() }
            handle(event)
            handled = true
        }
        return handled
    }

    private func handle(_ input: InputEvent) {
        switch input {
        case .key(let chord): send(.keyPressed(chord))
        case .paste(let text): send(.pasted(text))
        case .mouse(let mouse):
            switch mouse.action {
            case .press(.left): send(.clicked(mouse.position))
            case .scrollUp: send(.wheelTurned(-3, over: mouse.position))
            case .scrollDown: send(.wheelTurned(3, over: mouse.position))
            case .drag(.left) where state.mouse.dragging != nil: send(.dragged(mouse.position))
            case .release where state.mouse.dragging != nil: send(.dragged(nil))
            case .press, .release, .drag: break
            }
        case .pictures(let support): send(.picturesSupported(support))
        case .colorScheme(let scheme): follow(scheme)
        case .focus(let isFocused): send(.focusChanged(isFocused))
        case .notification(let reply): send(.notification(.answered(reply)))
        case .trueColor: useTrueColor()
        // Handled where it is read.
        case .redraw: break
        }
        // What the next key does may depend on where this one's scrolling ends, which only a layout shows.
        while state.awaitsLayout, exit == nil { layOut() }
    }

    /// Reads all messages. Returns whether there were any.
    @discardableResult
    package func receiveMail() -> Bool {
        let messages = runner.mailbox.drain()
        let now = clock.now
        for message in messages {
            switch message {
            case .event(let event): receive(event, at: now)
            case .window(let container, let query, let window):
                if runner.windowArrived(container, query) { send(.feedArrived(container, window), at: now) }
            case .draftsWritten(let failed): runner.draftsWritten(failed: failed)
            case .replySettled(let place): runner.replySettled(at: place)
            case .reported: runner.reported()
            case .themeChanged(let stream): readTheme(of: stream)
            case .effectEnded: runner.effectEnded()
            case .stop(let status): exit = exit ?? status
            }
        }
        return !messages.isEmpty
    }

    private func receive(_ event: AppEvent.Kind, at now: Date) {
        if case .pictureSettled(let request, _) = event { runner.pictureSettled(request) }
        if case .page(let event) = event { runner.pageSettled(event.request) }
        let before = state.syncStatus.details
        send(event, at: now)
        // The status line has no room for it, and the launch screen shows it only where there are no cards.
        guard hasCards else { return }
        for detail in state.syncStatus.details where !before.contains(detail) { send(.noticed(detail), at: now) }
    }

    private var hasCards: Bool { state.containers.contains { !$0.window.items.isEmpty } }

    private func receiveSignals() -> Bool {
        let arrived = signals?.drain() ?? []
        for signal in arrived {
            switch signal {
            case .windowChanged: if terminal.windowChanged() { adoptSize() }
            case .interrupt, .terminate, .hangup, .quit: exit = exit ?? .interrupted
            case .suspend: suspend()
            // Another program had the terminal meanwhile.
            case .resume: retake()
            }
        }
        return !arrived.isEmpty
    }

    // MARK: Updating

    /// Brings one event into the state and starts what follows from it.
    /// - Parameter time: When it happened; nil for now.
    package func send(_ kind: AppEvent.Kind, at time: Date? = nil) {
        let event = AppEvent(kind, at: time ?? clock.now)
        isDirty = true
        onEvent?(event)
        perform(update(&state, event))
    }

    /// A new size has to be in the state before anything is drawn.
    package func resize() {
        _ = terminal.refreshSize()
        adoptSize()
    }

    /// Draws for the size that the terminal has by now.
    private func adoptSize() {
        // Also for the same size: the window may have been resized there and back, and lost its content.
        needsFullFrame = true
        isDirty = true
        if terminal.size != state.size { send(.resized(terminal.size)) }
    }

    // MARK: Drawing

    /// Draws into the spare surface and lets the state learn from it. Shows nothing yet.
    private func layOut() {
        if next.size != state.size { next = Surface(size: state.size) }
        let isDark = themes.theme.appearance == .dark
        let other = state.wantsOtherAppearance(than: isDark) ? themes.other() : nil
        let effects = state.adopt(
            draw(
                state, theme: themes.theme, other: other, containers: containerThemes(), cache: &cache, into: &next))
        isLaidOut = state.frames.isCurrent
        perform(effects)
    }

    /// Draws and shows one frame.
    package func paint() {
        if !isLaidOut {
            repeat { layOut() } while state.awaitsLayout && exit == nil
            // Which container has the keys, and what the footer offers, may follow from what was just found out.
            if !state.frames.isCurrent, exit == nil { layOut() }
        }
        isLaidOut = false
        isDirty = false
        heldUntil = nil
        let changes =
            needsFullFrame ? SurfaceDiff(all: next) : SurfaceDiff(from: shown.surface, to: next)
        needsFullFrame = false
        if !changes.isEmpty { lastFrameTime = AppClock.monotonic }
        swap(&shown.surface, &next)
        shown.cursor = state.frames.last.cursor
        shown.title = SafeText(Strings.Notifications.window(state.newCount))
        shown.mouse = state.mouse.isCaptured
        shown.progress = state.terminalProgress
        terminal.present(shown, changes: changes)
        state.framePresented()
        // Behind the frame: what is on the screen comes first.
        runner.readAhead()
        runner.report(state.drainReports())
        reportAttention()
    }

    private func reportAttention() {
        guard let onAttention else { return }
        let now = state.attention
        guard attention != now else { return }
        attention = now
        onAttention(now)
    }
}
