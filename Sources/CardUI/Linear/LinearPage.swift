package import AppCore
package import Canvas
package import Cards

/// The topmost part of the screen as lines of text without frames, for screen readers and for terminals that cannot
/// position a cursor.
package struct LinearPage: Equatable {
    /// What the lines are about. As long as it stays the same, only changed lines are printed.
    package enum Subject: Hashable, Sendable {
        case launch
        case empty(ContainerID?)
        case card(ContainerID, CardID, subview: String?)
        case field(CardID, String)
        case overlay(String)
    }

    package var subject: Subject
    /// The place in the application. Its times and counts change without user actions.
    package var heading: SafeText
    package var lines: [SafeText]
    /// Whether new lines are clear without the heading, as the messages of a card that the user can reply to
    /// repeatedly.
    package var isTalk = false

    package init(_ state: AppState) {
        if let overlay = state.overlays.last {
            self = LinearOverlay(overlay, state: state).page
        } else if state.launch != .ready {
            self = Self.launch(state)
        } else if let container = state.focusedContainer, let item = container.selectedItem {
            self = LinearCard(item, in: container, state: state).page
        } else {
            self = Self.empty(state)
        }
    }

    init(subject: Subject, heading: SafeText, lines: [SafeText]) {
        self.subject = subject
        self.heading = heading
        self.lines = lines
    }

    private static func launch(_ state: AppState) -> LinearPage {
        var lines: [SafeText] = []
        if case .failed(let failure) = state.launch {
            lines = [SafeText(failure.message, limit: 400)]
            if let detail = failure.detail { lines.append(SafeText(detail, limit: 400)) }
            lines.append("\(SafeText(Strings.Launch.tryAgain)): \(SafeText(Command.refresh.name))")
        }
        return LinearPage(subject: .launch, heading: SafeText(Strings.Launch.loading), lines: lines)
    }

    private static func empty(_ state: AppState) -> LinearPage {
        guard let model = state.focusedContainer else {
            return LinearPage(subject: .empty(nil), heading: .empty, lines: [])
        }
        var lines = state.emptyLines(of: model).map { SafeText($0, limit: 400) }
        if let steps = state.shownFirstSteps {
            lines += steps.choices.enumerated().map {
                SafeText(Strings.FirstSteps.choice($0.offset + 1, $0.element.text), limit: 400)
            }
        }
        if case .filtered = model.emptyReason { lines.append(SafeText(Strings.Filter.wayBack(key: Command.back.name))) }
        return LinearPage(subject: .empty(model.id), heading: SafeText(model.title), lines: lines)
    }

    /// The heading and the lines, for output in full.
    package var text: [SafeText] { heading.isEmpty ? lines : [heading] + lines }

    /// The lines that an earlier page about the same subject does not contain.
    package func changes(since earlier: LinearPage) -> [SafeText] {
        var known: [SafeText: Int] = [:]
        for line in earlier.lines { known[line, default: 0] += 1 }
        return lines.filter { line in
            guard let count = known[line], count > 0 else { return true }
            known[line] = count - 1
            return false
        }
    }
}
