internal import Basics

/// Says on standard error that a connection is lost, once for each reason, and that it is back.
final class ConnectionNotices: Sendable {
    private let prefix: String
    private let print: @Sendable (String) -> Void
    private let isWanted: @Sendable () -> Bool
    private let lastReason = Lock<String?>(nil)

    /// - Parameters:
    ///   - name: Of the source that the notices are about; nil if there is only one.
    ///   - isWanted: Whether the connection is wanted now. If it is not, its loss is no news.
    ///   - print: Prints a line; on standard error by default.
    init(
        of name: String? = nil, isWanted: @escaping @Sendable () -> Bool = { true },
        print: @escaping @Sendable (String) -> Void = { Console.error($0) }
    ) {
        prefix = name.map { "\($0): " } ?? ""
        self.isWanted = isWanted
        self.print = print
    }

    /// The connection is lost, and tried again.
    func lost(_ reason: String) {
        guard isWanted() else { return }
        let isNews = lastReason.withLock { last in
            defer { last = reason }
            return last != reason
        }
        if isNews { print("\(prefix)\(reason); trying again") }
    }

    /// The connection works. Nothing is printed if it was not lost.
    func connected() {
        let wasLost = lastReason.withLock { last in
            defer { last = nil }
            return last != nil
        }
        if wasLost { print("\(prefix)connected again") }
    }

    /// The server refuses a part of what was requested, and the rest goes on.
    func refused(_ reason: String) { print("\(prefix)\(reason)") }
}
