package import AppCore
package import Canvas
import CardUI
import Cards
import Theming

package import struct Foundation.Date

/// The viewer's event loop, on the main thread: it waits for keys, messages and signals, updates the state, and draws.
///
/// All pending events are handled before a frame is drawn. After a key press, the frame is drawn immediately; when only
/// data arrived, frames are ``frameInterval`` apart. While idle, the loop sleeps in `poll` until the state's next
/// deadline. A frame without changes writes nothing to the terminal.
package final class AppLoop<Terminal: TerminalBackend> {
    /// The minimum seconds between frames that are not caused by input: about 60 frames per second.
    package static var frameInterval: Double { 0.016 }
    /// The seconds that a frame waits for cards after a jump to them. Without them, it could only show the previous
    /// screen.
    static var jumpPatience: Double { 0.05 }

    package let terminal: Terminal
    package internal(set) var state: AppState
    package var clock: AppClock
    package let runner: EffectRunner
    let signals: Signals?
    var sources: EventSources
    package internal(set) var themes: ThemeController
    /// The themes of containers that have their own.
    var ownThemes = ContainerThemes()
    /// Nil until the theme files are watched.
    var themeFiles: FileWatch?
    let editor: TextEditor?
    /// Nil if the demo cannot use this terminal.
    let demo: DemoProgram?
    /// Takes precedence over the terminal's own clipboard sequence; nil outside tmux.
    let clipboard: TmuxClipboard?
    /// How the user is notified.
    let notifier: Notifier
    private var cache = LayoutCache()
    /// The frame on the terminal, and the surface for the next one. They are swapped after each frame.
    private var shown: Frame
    private var next: Surface
    var isDirty = true {
        didSet { if isDirty { isLaidOut = false } }
    }
    /// Whether ``next`` already shows the current state in the current theme.
    private var isLaidOut = false
    /// Whether the terminal's content is unknown, for example after its size changed or it was released.
    var needsFullFrame = true
    /// The time of the last frame that changed the screen, on the monotonic clock. Frames without changes do not delay
    /// the next one: a change often arrives as two messages, of which only the second is visible.
    package private(set) var lastFrameTime = 0.0
    /// The time until which a frame waits for the cards that it will show, to avoid drawing twice; nil if it does not
    /// wait.
    private var heldUntil: Double?
    private var typeAhead = TypeAhead()
    package internal(set) var exit: ExitStatus?
    /// Called before the process is suspended, and when it is resumed.
    package var onSuspend: (() -> Void)?
    package var onResume: (() -> Void)?
    /// Called with each event before the state handles it, for programs that embed the loop.
    package var onEvent: ((AppEvent) -> Void)?
    /// Called with each effect before it is performed.
    package var onEffect: ((Effect) -> Void)?
    /// Called after a frame if the cards or the container that the user looks at have changed.
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

    /// Runs until the user quits or the process is told to stop. `onFirstFrame` starts work that must not delay the
    /// first frame.
    package func run(onFirstFrame: () -> Void = {}) -> ExitStatus {
        receiveMail()
        paint()
        onFirstFrame()
        watchThemes()
        while exit == nil { turn(limit: nil) }
        finishReports()
        return exit ?? .ok
    }

    /// Delivers the last reports before the end; see ``EffectRunner/finishAnswers(within:)``.
    package func finishReports() { runner.report(state.drainReports(), isLast: true) }

    /// Waits once and handles everything that is ready. `limit` is the maximum wait in seconds; nil for no limit.
    /// Returns whether anything happened.
    @discardableResult
    package func turn(limit: Double?) -> Bool {
        let deadline = state.nextDeadline
        while cache.hasRequests, sources.wait(seconds: 0).isEmpty { cache.layOutAhead() }
        let ready = sources.wait(seconds: [delay(until: deadline), limit].compactMap(\.self).min())
        var happened = false
        if ready.contains(.signal) { happened = receiveSignals() || happened }
        var isUrgent = false
        if ready.contains(.input) || terminal.pendingInputDelay == 0 { isUrgent = receiveInput() }
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
        // Waiting keys are handled within a moment, and their frame shows the result of all of them.
        let isComplete = heldUntil == nil && typeAhead.isEmpty
        if (isUrgent && isComplete) || (waitForFrame ?? 1) <= 0 { paint() } else { runner.readAhead() }
        return happened || isUrgent
    }

    // MARK: Waiting

    /// The seconds until there is something to do without any event; nil if there is nothing.
    package var delay: Double? { delay(until: state.nextDeadline) }

    private func delay(until deadline: Date?) -> Double? {
        let untilDeadline = deadline.map { max(0, $0.timeIntervalSince(clock.now)) }
        let untilImpatient = typeAhead.remaining(at: AppClock.monotonic)
        return [waitForFrame, untilDeadline, untilImpatient, terminal.pendingInputDelay].compactMap(\.self).min()
    }

    /// Returns and clears the request to exit: a loop that is embedded in a host program can continue.
    package func drainExit() -> ExitStatus? {
        defer { exit = nil }
        return exit
    }

    /// The seconds until the next frame may be drawn; nil if there is none to draw.
    private var waitForFrame: Double? {
        isDirty ? max(0, (heldUntil ?? lastFrameTime + Self.frameInterval) - AppClock.monotonic) : nil
    }

    // MARK: Receiving

    /// Reads all pending input. Returns whether there was any.
    @discardableResult
    package func receiveInput() -> Bool {
        var hadInput = false
        while exit == nil {
            let events = terminal.readInput()
            if events.isEmpty { break }
            hadInput = true
            // A new size does not wait for cards: nothing may be drawn in the old size.
            if events.contains(.redraw) { adoptSize() }
            typeAhead.add(events.filter { $0 != .redraw })
            handleTyped()
        }
        return hadInput
    }

    /// Handles the typed events as far as the cards they need are loaded. Returns whether any event was handled.
    @discardableResult
    private func handleTyped() -> Bool {
        var handled = false
        while exit == nil {
            let hasWaited = typeAhead.hasWaited
            guard let event = typeAhead.next(isBlocked: state.awaitsCards, at: AppClock.monotonic) else { break }
            // A key that waited for cards needs their layout.
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
        // Handled in `receiveInput()`.
        case .redraw: break
        }
        // The effect of the next key may depend on the scroll position after this one, which is only known after the
        // layout.
        while state.awaitsLayout, exit == nil { layOut() }
    }

    /// Handles all pending messages. Returns whether there were any.
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
        // The status line has no room for the details, and the launch screen shows them only if there are no cards.
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
            // Another program used the terminal in the meantime.
            case .resume: retake()
            }
        }
        return !arrived.isEmpty
    }

    // MARK: Updating

    /// Updates the state with one event and performs the effects.
    /// - Parameter time: When the event happened; nil for now.
    package func send(_ kind: AppEvent.Kind, at time: Date? = nil) {
        let event = AppEvent(kind, at: time ?? clock.now)
        isDirty = true
        onEvent?(event)
        perform(update(&state, event))
    }

    /// Adopts the terminal's size. Call this before anything is drawn in a new size.
    package func resize() {
        _ = terminal.refreshSize()
        adoptSize()
    }

    /// Updates the state with the terminal's current size.
    private func adoptSize() {
        // Also redraws for the same size: the window may have been resized back and forth, and have lost its content.
        needsFullFrame = true
        isDirty = true
        if terminal.size != state.size { send(.resized(terminal.size)) }
    }

    // MARK: Drawing

    /// Draws into the spare surface, and updates the state with the resulting layout. Does not show it yet.
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

    /// Draws one frame and shows it.
    package func paint() {
        if !isLaidOut {
            repeat { layOut() } while state.awaitsLayout && exit == nil
            // The layout may have changed which container has the keys, and thus the footer's hints.
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
        // Runs after the frame is on the screen, which has priority.
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
