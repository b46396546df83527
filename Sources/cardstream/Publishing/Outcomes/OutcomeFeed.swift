internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedAPI

/// Reads the outcomes of a server in order, each once.
final class OutcomeFeed: Sendable {
    /// Where following begins.
    enum Beginning: Sendable {
        /// After the cursor; without one, with the oldest outcome.
        case after
        /// With the next outcome.
        case now
        /// With the given number of the newest outcomes.
        case last(Int)
    }

    /// The polling interval in seconds.
    private static let interval = 1.0
    /// The maximum delay before a retry in seconds.
    private static let longestPause = 30.0

    private let lines: @Sendable (OutcomeQuery) async throws -> [[UInt8]]
    private let print: @Sendable ([[UInt8]]) throws -> Void
    private let problem: @Sendable (String) -> Void
    private let pause: @Sendable (Double) async throws -> Void
    private let place: Lock<FeedCursor?>

    /// - Parameters:
    ///   - cursor: Only outcomes after this cursor are printed; nil for all.
    ///   - lines: Requests lines from the server; returns none if there are no more.
    ///   - print: Prints lines, at least one.
    ///   - problem: Reports a temporary failure.
    ///   - pause: Waits for a number of seconds.
    init(
        from cursor: FeedCursor?, lines: @escaping @Sendable (OutcomeQuery) async throws -> [[UInt8]],
        print: @escaping @Sendable ([[UInt8]]) throws -> Void, problem: @escaping @Sendable (String) -> Void,
        pause: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) {
        place = Lock(cursor)
        self.lines = lines
        self.print = print
        self.problem = problem
        self.pause = pause
    }

    /// The cursor of the last printed line, or the initial cursor.
    var cursor: FeedCursor? { place.withLock { $0 } }

    /// Prints all existing outcomes, or only the last ones. Returns whether there were any.
    func all(last: Int?) async throws -> Bool {
        if let last { return try await read(OutcomeQuery(last: last)) }
        var isAny = false
        while try await read(OutcomeQuery(since: cursor)) { isAny = true }
        return isAny
    }

    /// Prints outcomes until the task is cancelled. Retries after a temporary failure.
    func follow(_ beginning: Beginning) async throws {
        try await repeating { [self] in
            switch beginning {
            case .after: break
            // If there is no outcome yet, the first outcome is the next one.
            case .now: if let line = try await lines(OutcomeQuery(last: 1)).last { try advance(to: line) }
            case .last(let count): _ = try await read(OutcomeQuery(last: count))
            }
        }
        while true {
            let isMore = try await repeating { [self] in try await read(OutcomeQuery(since: cursor)) }
            if !isMore { try await pause(Self.interval) }
        }
    }

    /// Prints one response of the server. Returns whether it had lines.
    private func read(_ query: OutcomeQuery) async throws -> Bool {
        let found = try await lines(query)
        guard let last = found.last else { return false }
        try print(found)
        try advance(to: last)
        return true
    }

    private func advance(to line: [UInt8]) throws {
        guard let cursor = try JSONParser.parse(line)["cursor"]?.string.flatMap({ FeedCursor(rawValue: $0) }) else {
            throw CommandFailure(.network, "the server's response is invalid; is this a cardstream server?")
        }
        place.withLock { $0 = cursor }
    }

    private func repeating<Value>(_ work: () async throws -> Value) async throws -> Value {
        var wait = Self.interval
        var isReported = false
        while true {
            do { return try await work() } catch let error as FeedError {
                let failure = CommandFailure(error)
                guard failure.status == .network else { throw error }
                if !isReported { problem(failure.message.continued("trying again")) }
                isReported = true
                try await pause(wait)
                wait = min(wait * 2, Self.longestPause)
            }
        }
    }
}
