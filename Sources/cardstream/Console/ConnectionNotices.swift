internal import Basics

/// Prints on standard error when a connection is lost, once for each reason, and when it is restored.
final class ConnectionNotices: Sendable {
    private let prefix: String
    private let print: @Sendable (String) -> Void
    private let isWanted: @Sendable () -> Bool
    private let lastReason = Lock<String?>(nil)

    /// - Parameters:
    ///   - name: The name of the source that the notices are about; nil if there is only one.
    ///   - isWanted: Whether the connection is wanted now. If not, its loss is not reported.
    ///   - print: Prints a line; on standard error by default.
    init(
        of name: String? = nil, isWanted: @escaping @Sendable () -> Bool = { true },
        print: @escaping @Sendable (String) -> Void = { Console.error($0) }
    ) {
        prefix = name.map { "\($0): " } ?? ""
        self.isWanted = isWanted
        self.print = print
    }

    /// The connection is lost, and reconnecting has started.
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

    /// The server has refused a part of the request. The rest continues.
    func refused(_ reason: String) { print("\(prefix)\(reason)") }
}
