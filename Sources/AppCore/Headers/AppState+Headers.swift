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
            switch containers[index].options.customHeader {
            case .none: break
            case .lines(let lines):
                if containers[index].headerLines.isEmpty { containers[index].setHeader(lines) }
            case .command(let command, _):
                guard let due = containers[index].headerDue ?? (containers[index].hasHeaderBegun ? nil : now),
                    due <= now
                else { continue }
                containers[index].hasHeaderBegun = true
                containers[index].headerDue = nil
                effects.append(.readHeader(containers[index].id, command: command))
            }
        }
        return effects
    }

    /// The next time at which lines on screen are due.
    var headerDeadline: Date? { shownContainers.compactMap(\.headerDue).min() }

    /// What a command printed, or why there is nothing: then what stands there stays.
    mutating func receive(_ outcome: HeaderOutcome, of id: ContainerID) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }),
            case .command(_, let refresh) = containers[index].options.customHeader
        else { return [] }
        if refresh > 0 { containers[index].headerDue = now.addingTimeInterval(refresh) }
        switch outcome {
        case .lines(let lines):
            containers[index].headerProblem = nil
            containers[index].setHeader(lines)
        case .failed(let reason):
            // Once, not every time it fails again.
            if containers[index].headerProblem != reason {
                show(Strings.Toasts.headerFailed(id.rawValue, reason: reason), .failure)
            }
            containers[index].headerProblem = reason
        }
        return []
    }

    mutating func pressActionButton() -> [Effect] {
        guard let container = focusedContainer, container.hasActionButton else { return [] }
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
        guard case .withActionButton = options.presentation else { return false }
        return kind == .vertical && options.hasHeader
    }

    /// Blank lines at the end say nothing.
    mutating func setHeader(_ lines: [String]) {
        var lines = Array(lines.prefix(ContainerOptions.CustomHeader.mostLines))
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        guard headerLines != lines else { return }
        headerLines = lines
        // The cards have another number of rows now.
        scrollIntent = scrollIntent ?? .revealSelection(edge: .nearest)
    }
}
