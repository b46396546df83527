/// A terminal in memory for tests and hosts: applies frames to a grid as a real one would, and plays scripted input.
package final class MemoryTerminal: TerminalBackend {
    /// The content of the screen, made only from the presented runs.
    package private(set) var screen: Surface
    package private(set) var cursor: Point?
    package private(set) var title: SafeText?
    package private(set) var mouse = false
    package private(set) var isReleased = false

    /// Presented frames, frames that changed at least one cell, and changed cells, since the start.
    package private(set) var framesPresented = 0
    package private(set) var framesChanged = 0
    package private(set) var cellsChanged = 0
    package private(set) var bells = 0
    package private(set) var notifications: [String] = []
    /// The support for notifications that this terminal reports; nil for none.
    package var notificationSupport: NotificationSupport?
    /// The notifications that the user can reply to and that are not closed.
    package private(set) var shownNotifications: [DesktopNotification] = []
    package private(set) var progress = TerminalProgress.none
    /// The last copied text.
    package private(set) var copied: String?

    private var script: [InputEvent] = []
    private var newSize: Size?
    private let hasClipboard: Bool

    /// - Parameter hasClipboard: Whether copying succeeds.
    package init(size: Size, hasClipboard: Bool = true) {
        screen = Surface(size: size)
        self.hasClipboard = hasClipboard
    }

    package var size: Size { screen.size }
    package var inputDescriptor: Int32? { nil }
    package var pendingInputDelay: Double? { script.isEmpty ? nil : 0 }

    package func present(_ frame: borrowing Frame, changes: SurfaceDiff) {
        framesPresented += 1
        if !changes.isEmpty { framesChanged += 1 }
        cellsChanged += changes.cellsChanged
        cursor = frame.cursor
        title = frame.title
        mouse = frame.mouse
        progress = frame.progress
        let painter = screen.painter()
        for run in changes.runs { painter.copy(run, from: frame.surface) }
    }

    package func readInput() -> [InputEvent] {
        defer { script.removeAll() }
        return script
    }

    /// Queues input for the next `readInput`.
    package func feed(_ events: InputEvent...) {
        script += events
    }

    package func feed(_ chords: [KeyChord]) {
        script += chords.map(InputEvent.key)
    }

    /// Changes the size that the next `refreshSize` reports. A real terminal's content is undefined then; here it is
    /// blank.
    package func resize(to size: Size) {
        newSize = size
    }

    package func refreshSize() -> Size {
        if let newSize {
            screen = Surface(size: newSize)
            self.newSize = nil
        }
        return size
    }

    package func ringBell() {
        bells += 1
    }

    package func notify(_ sequence: NotificationSequence, title: SafeText, body: SafeText) {
        notifications.append(sequence.text(title: title, body: body))
    }

    package func show(_ notification: DesktopNotification) { shownNotifications.append(notification) }

    package func closeNotification(_ id: NotificationID) { shownNotifications.removeAll { $0.id == id } }

    package func copy(_ text: String) -> Bool {
        if hasClipboard { copied = text }
        return hasClipboard
    }

    package func release() {
        isReleased = true
        shownNotifications.removeAll()
    }

    package func reclaim() {
        isReleased = false
        _ = refreshSize()
    }
}

extension Painter {
    /// Copies one run of another surface to the same place, as a terminal receiving it would show it.
    fileprivate func copy(_ run: SurfaceDiff.Run, from surface: Surface) {
        for column in run.columns {
            let point = Point(column: column, row: run.row)
            guard let cell = surface.cell(at: point), !cell.isContinuation, run.row < clip.maxRow else { continue }
            let glyph = storage.glyph(of: cell, from: surface)
            put(glyph, width: Int(cell.width), column: column, row: run.row, style: cell.style)
            guard let link = surface.link(of: cell) else { continue }
            self.link(Rect(origin: point, size: Size(columns: 1, rows: 1)), to: link)
        }
    }
}
