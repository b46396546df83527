import Canvas
import Cards

import struct Foundation.Date

/// The host's custom header above the cards of a container, and its button.
extension AppState {
    /// Requests the custom headers of containers on screen that are due.
    package mutating func startHeaders() -> [Effect] {
        let shown = Set(screen?.containers ?? [])
        var effects: [Effect] = []
        for index in containers.indices where shown.contains(containers[index].id) {
            effects += containers[index].startHeader(at: now)
        }
        return effects
    }

    /// The next time at which a custom header on screen is due.
    var headerDeadline: Date? { shownContainers.compactMap { containers[$0].headerDue }.min() }

    /// Handles the output of a header command. After a failure, the previous lines stay.
    mutating func receive(_ outcome: HeaderOutcome, of id: ContainerID) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }) else { return [] }
        if let reason = containers[index].receive(outcome, at: now) {
            show(Strings.Toasts.headerFailed(id.rawValue, reason: reason), .failure)
        }
        return []
    }

    mutating func pressActionButton() -> [Effect] {
        guard let container = focusedContainer, container.hasActionButton else { return [] }
        if case .withContextualButton = container.options.presentation { return runCommand(.quit) }
        return [.emit(container.id, .actionButtonPressed)]
    }
}

/// The result of reading a container's header.
package enum HeaderOutcome: Hashable, Sendable {
    case lines([String])
    case failed(reason: String)
}

extension ContainerModel {
    /// Only a vertical container with a header has the button.
    var hasActionButton: Bool {
        options.presentation != .withoutButton && kind == .vertical && options.hasHeader
    }

    /// Requests the lines of the custom header if they are due.
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

    /// Stores the lines. Returns the reason of a failure, but not if the last attempt failed for the same reason.
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

    /// Sets the lines without blank lines at the end.
    private mutating func setHeader(_ lines: [String]) {
        var lines = Array(lines.prefix(ContainerOptions.CustomHeader.maxLines))
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        guard headerLines != lines else { return }
        headerLines = lines
        // The number of rows for the cards has changed.
        scrollIntent = scrollIntent ?? .revealSelection(edge: .nearest)
    }
}
