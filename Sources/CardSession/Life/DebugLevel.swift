internal import Logging

/// How much a session tells the host's log (Atomic SwiftUI SDK guide 25.4, "Debug logging").
public enum DebugLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Nothing. The default.
    case off
    /// What is done: logins, actions, connections. As `info`; what is lost as `warning`.
    case operations
    /// And with what: cards, streams, states. As `debug`.
    case details
    /// Everything, every request and event included. As `trace`.
    case everything

    public static func < (left: DebugLevel, right: DebugLevel) -> Bool { left.rawValue < right.rawValue }
}

/// Where a session's log goes. Never told a token, a key, or what a card or an answer says.
struct SessionLog: Sendable {
    var level = DebugLevel.off
    var logger: Logger?

    func callAsFunction(
        _ level: DebugLevel, _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> [String: String] = [:]
    ) {
        guard level <= self.level, level != .off else { return }
        let text = message()
        let values = metadata().mapValues { Logger.MetadataValue.string($0) }
        let severity: Logger.Level =
            switch level {
            case .off, .operations: .info
            case .details: .debug
            case .everything: .trace
            }
        logger?.log(level: severity, "\(text)", metadata: values)
    }

    /// Tells of a loss: at every level but ``DebugLevel/off``, as a warning.
    func warn(_ message: String, _ metadata: [String: String]) {
        guard level != .off else { return }
        logger?.warning("\(message)", metadata: metadata.mapValues { .string($0) })
    }
}
