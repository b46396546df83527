internal import CardSources
internal import Logging

/// How much a session tells the host's log (Atomic SwiftUI SDK guide 25.4, "Debug logging").
public enum DebugLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Nothing. The default.
    case off
    /// What is done: logins, actions and those that fail, connections. As `info`; what is lost as `warning`.
    case operations
    /// And with what: cards, streams, states. As `debug`.
    case details
    /// Everything: every request to the server with its outcome, and every event. As `trace`.
    case everything

    public static func < (left: DebugLevel, right: DebugLevel) -> Bool { left.rawValue < right.rawValue }
}

extension CardSession {
    /// Of the server's own words only the problem's name: its sentences may say what is on a card.
    func logRequest(_ path: String, _ failure: SourceError?) {
        recordRefusal(failure)
        log(
            .everything, "request",
            ["path": path, "outcome": failure.map { RequestError($0).shortWords } ?? "answered"])
    }
}

extension RequestError {
    /// What kind of failure it is, without anybody's sentences.
    var shortWords: String {
        switch self {
        case .notLoggedIn: "not logged in"
        case .invalidArgument: "invalid argument"
        case .network(let cause): Self.words("no answer", cause)
        case .data(let cause): Self.words("refused", cause)
        case .aborted(let cause): Self.words("aborted", cause)
        }
    }

    private static func words(_ kind: String, _ cause: Cause) -> String {
        ([kind] + [cause.httpStatus.map { "\($0)" }, cause.problem].compactMap(\.self)).joined(separator: " ")
    }
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

extension Logger {
    /// For a host that gives none: what is let through is the session's business. A logger lets neither `debug` nor `trace`
    /// through by itself.
    static var lettingAllThrough: Logger {
        var logger = Logger(label: "cardstream")
        logger.logLevel = .trace
        return logger
    }
}
