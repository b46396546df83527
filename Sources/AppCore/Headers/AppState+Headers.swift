import Canvas
import Cards

import struct Foundation.Date

/// What the host says above the cards of a container, and the button it has there.
extension AppState {
    /// Asks for the lines that are due of containers on screen.
    package mutating func startHeaders() -> [Effect] {
        let shown = Set(screen?.containers ?? [])
        var effects: [Effect] = []
        for index in containers.indices where shown.contains(containers[index].id) {
            effects += containers[index].startHeader(at: now)
        }
        return effects
    }

    /// The next time at which lines on screen are due.
    var headerDeadline: Date? { shownContainers.compactMap { containers[$0].headerDue }.min() }

    /// What a command printed, or why there is nothing: then what stands there stays.
    mutating func receive(_ outcome: HeaderOutcome, of id: ContainerID) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }) else { return [] }
        if let reason = containers[index].receive(outcome, at: now) {
            show(Strings.Toasts.headerFailed(id.rawValue, reason: reason), .failure)
        }
        return []
    }

    mutating func pressActionButton() -> [Effect] {
        guard let container = focusedContainer, container.hasActionButton else { return [] }
        if case .withContextualButton = container.options.presentation { return perform(.quit) }
        return [.emit(container.id, .actionButtonPressed)]
    }
}

/// What became of the wish for a container's header.
package enum HeaderOutcome: Hashable, Sendable {
    case lines([String])
    case failed(reason: String)
}

extension ContainerModel {
    /// Only the header of a vertical container has one.
    var hasActionButton: Bool {
        options.presentation != .withoutButton && kind == .vertical && options.hasHeader
    }

    /// Asks for the lines of the custom header where they are due.
    fileprivate mutating func startHeader(at now: Date) -> [Effect] {
        switch options.customHeader {
        case .none: return []
        case .lines(let lines):
            if headerLines.isEmpty { setHeader(lines) }
            return []
        case .command(let command, _):
            guard let due = headerDue ?? (hasHeaderBegun ? nil : now), due <= now else { return [] }
            hasHeaderBegun = true
            headerDue = nil
            return [.readHeader(id, command: command)]
        }
    }

    /// Returns why there are no lines, only when that changes: once, not every time it fails again.
    fileprivate mutating func receive(_ outcome: HeaderOutcome, at now: Date) -> String? {
        if case .command(_, let refresh) = options.customHeader {
            if refresh > 0 { headerDue = now.addingTimeInterval(refresh) }
        } else if case .lines(let lines) = outcome {
            options.customHeader = .lines(lines)
        }
        switch outcome {
        case .lines(let lines):
            headerProblem = nil
            setHeader(lines)
            return nil
        case .failed(let reason):
            defer { headerProblem = reason }
            return headerProblem == reason ? nil : reason
        }
    }

    /// Blank lines at the end say nothing.
    private mutating func setHeader(_ lines: [String]) {
        var lines = Array(lines.prefix(ContainerOptions.CustomHeader.mostLines))
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        guard headerLines != lines else { return }
        headerLines = lines
        // The cards have another number of rows now.
        scrollIntent = scrollIntent ?? .revealSelection(edge: .nearest)
    }
}
