package import AppCore
package import Canvas
import CardUI

/// Determines what to announce after an event: each change once, on its own line, and what the user asked for in full.
package struct Announcer {
    private var page: LinearPage?
    /// The number of toasts already announced.
    private var toasts = 0
    private var held: UndoWindow.Action?
    private var status = ""
    private var arrivals = 0
    private var marked = ""
    private var order: (container: ContainerID, words: String)?
    private var filter: (container: ContainerID, text: String)?

    package init() {}

    /// The lines to announce since the last call.
    package mutating func announcements(_ state: AppState) -> [SafeText] {
        var lines: [SafeText] = []
        for toast in state.toasts.recent.suffix(max(0, state.toasts.count - toasts)) {
            lines.append(SafeText(toast.text, limit: 2000))
        }
        toasts = state.toasts.count
        if let held = state.undoWindow.held.last, held != self.held, let progress = state.progress {
            lines.append(SafeText(progress, limit: 400))
        }
        // An undo is announced separately, and removes the action from `last`.
        if held != nil, state.undoWindow.held.isEmpty, state.undoWindow.last != nil {
            lines.append(SafeText(Strings.Lines.windowOver))
        }
        held = state.undoWindow.held.last
        let status = state.statusLine.text
        if status != self.status {
            self.status = status
            lines.append(SafeText(Strings.Lines.status(status), limit: 400))
        }
        let arrivals = state.containers.reduce(0) {
            $0 + $1.arrivals.unseen.count + $1.arrivals.beforeWindow + $1.arrivals.afterWindow
        }
        if arrivals > self.arrivals { lines.append(SafeText(Strings.Lines.arrived(arrivals - self.arrivals))) }
        self.arrivals = arrivals
        let marked =
            state.focusedContainer.flatMap { $0.marks.isEmpty ? nil : Strings.Marks.marked($0.markedCount) } ?? ""
        if marked != self.marked { lines.append(SafeText(marked.isEmpty ? Strings.Lines.noMarks : "\(marked).")) }
        self.marked = marked
        if let line = filterAnnouncement(state) { lines.append(line) }
        if let line = orderAnnouncement(state) { lines.append(line) }
        return lines + changes(of: LinearPage(state))
    }

    /// The announcement if the filter changed in the container that has the keys.
    private mutating func filterAnnouncement(_ state: AppState) -> SafeText? {
        // While an overlay is open, the filter may still change.
        guard let container = state.focusedContainer, state.overlays.isEmpty else { return nil }
        let before = filter
        filter = (container.id, container.typedFilter?.text ?? "")
        guard let before, let filter, before.container == filter.container, before.text != filter.text else {
            return nil
        }
        return SafeText(
            filter.text.isEmpty ? Strings.Lines.unfiltered : Strings.Lines.filtered(filter.text), limit: 400)
    }

    /// The announcement if the order or the groups changed in the container that has the keys.
    private mutating func orderAnnouncement(_ state: AppState) -> SafeText? {
        guard let container = state.focusedContainer else { return nil }
        let before = order
        order = (container.id, Strings.Order.summary(container.sorting))
        guard let before, let order, before.container == order.container, before.words != order.words else {
            return nil
        }
        return SafeText(order.words.isEmpty ? Strings.Lines.unordered : Strings.Lines.ordered(order.words), limit: 400)
    }

    /// The complete description of the current place.
    package func repeated(_ state: AppState) -> [SafeText] { LinearPage(state).text }

    private mutating func changes(of page: LinearPage) -> [SafeText] {
        defer { self.page = page }
        guard let before = self.page else { return page.text }
        guard before.subject == page.subject else { return [.empty] + page.text }
        let changes = page.changes(since: before)
        guard case .card = page.subject, !changes.isEmpty, !page.isTalk else { return changes }
        return [SafeText(Strings.Lines.changed)] + changes
    }
}
