internal import CardSources
internal import Logging

/// How much a session writes to the host's log (Atomic SwiftUI SDK guide 25.4, "Debug logging").
public enum DebugLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Nothing; the default.
    case off
    /// Operations: logins, actions and their failures, connections. Logged as `info`; lost data as `warning`.
    case operations
    /// Operations and their details: cards, streams, states. Logged as `debug`.
    case details
    /// Operations, their details, every request with its outcome, and every event. Logged as `trace`.
    case everything

    public static func < (left: DebugLevel, right: DebugLevel) -> Bool { left.rawValue < right.rawValue }
}

extension CardSession {
    /// Logs a request. Only the name of the server's problem is included, because its text may quote a card.
    func logRequest(_ path: String, _ failure: SourceError?) {
        recordRefusal(failure)
        log(
            .everything, "request",
            ["path": path, "outcome": failure.map { RequestError($0).shortWords } ?? "answered"])
    }
}

extension RequestError {
    /// The kind of the failure, without texts from the server.
    var shortWords: String {
        switch self {
        case .notLoggedIn: "not logged in"
        case .invalidArgument: "invalid argument"
        case .network(let cause): Self.words("no response", cause)
        case .data(let cause): Self.words("refused", cause)
        case .aborted(let cause): Self.words("aborted", cause)
        }
    }

    private static func words(_ kind: String, _ cause: Cause) -> String {
        ([kind] + [cause.httpStatus.map { "\($0)" }, cause.problem].compactMap(\.self)).joined(separator: " ")
    }
}

/// The log of a session. Messages never contain a token, a key, or the content of a card or an answer.
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

    /// Logs lost data as a warning, at every level except ``DebugLevel/off``.
    func warn(_ message: String, _ metadata: [String: String]) {
        guard level != .off else { return }
        logger?.warning("\(message)", metadata: metadata.mapValues { .string($0) })
    }
}

extension Logger {
    /// A logger that logs everything, because the session filters by itself. By default, a logger drops `debug` and
    /// `trace`.
    static var lettingAllThrough: Logger {
        var logger = Logger(label: "cardstream")
        logger.logLevel = .trace
        return logger
    }
}
