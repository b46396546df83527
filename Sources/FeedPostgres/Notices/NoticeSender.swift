import Basics
import FeedStorage
import Postgres

/// Notifies the other servers of this server's changes. Notices are sent after the commit and on a separate connection,
/// because a NOTIFY in a transaction that writes makes all commits of the cluster wait for each other. Changes within
/// some milliseconds are combined in one notice.
///
/// A notice that cannot be sent is dropped, because the other servers also poll.
final class NoticeSender: Sendable {
    private struct State {
        var changed = FeedEffects()
        var isEverything = false
        var isSending = false

        mutating func take() -> FeedEffects?? {
            guard isEverything || !changed.isEmpty else {
                isSending = false
                return nil
            }
            defer {
                changed = FeedEffects()
                isEverything = false
            }
            return .some(isEverything ? nil : changed)
        }
    }

    private let sender: String
    private let pool: Pool
    private let state = Lock(State())

    private static let pause = Duration.milliseconds(10)
    /// More keys do not fit in a notice, so they are not stored.
    private static let mostNames = 2000

    init(_ target: ConnectionTarget, sender: String) {
        self.sender = sender
        // Notices need not be durable, so do not wait for the disk.
        pool = Pool(
            target, size: 1,
            settings: {
                "SET \($0 ? "LOCAL " : "")synchronous_commit = off; SET \($0 ? "LOCAL " : "")statement_timeout = '5s'"
            })
    }

    /// - Parameter isEverything: Whether anything may have changed.
    func add(_ effects: FeedEffects, isEverything: Bool = false) {
        let begins = state.withLock { state in
            state.isEverything = state.isEverything || isEverything
            if !state.isEverything { state.changed.formUnion(effects) }
            if state.changed.feeds.count + state.changed.asks.count > Self.mostNames {
                state.isEverything = true
                state.changed = FeedEffects()
            }
            guard !state.isSending, state.isEverything || !state.changed.isEmpty else { return false }
            state.isSending = true
            return true
        }
        if begins { Task { await send() } }
    }

    private func send() async {
        // Send the first notice at once, and combine changes that arrive in the meantime into the next one.
        while let changed = state.withLock({ $0.take() }) {
            let text = Notice(sender: sender, changed: changed).text
            // After an error, the other servers find the changes when they poll.
            _ = try? await pool.access { _ = try $0.run("SELECT pg_notify($1, $2)", [Notice.channel, text]) }
            try? await Task.sleep(for: Self.pause)
        }
    }

    func close() async { await pool.close() }
}
