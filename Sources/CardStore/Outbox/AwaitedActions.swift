import Basics
package import CardSources
package import Cards
import SQLite

/// How an action ended.
package enum ActionEnd: Hashable, Sendable {
    /// The server has accepted it.
    case accepted
    /// The server responded that the card is closed or does not exist.
    case superseded
    /// A snooze that ended before the server received it.
    case lapsed
    /// The user undid it before it was sent.
    case withdrawn
    /// It was discarded after the server had refused it.
    case discarded(reason: String)
    /// The store was emptied. The value says whether delivery had begun.
    case purged(wasUnderWay: Bool)
}

/// An action whose end a caller awaits. While it is in the outbox, its row has its state; afterwards only this object
/// has the reason for its end.
package final class AwaitedAction: Sendable {
    private struct State {
        var key: ActionKey
        var history: Int64?
        var end: ActionEnd?
        var refusal: SourceRefusal?
    }

    private let state: Lock<State>

    fileprivate init(_ key: ActionKey) { state = Lock(State(key: key)) }

    /// The key. It changes if the action is renewed.
    package var key: ActionKey { state.withLock { $0.key } }
    /// The row of its history entry, once it is stored.
    fileprivate var history: Int64? { state.withLock { $0.history } }
    /// How it ended; nil while it is in the outbox.
    package var end: ActionEnd? { state.withLock { $0.end } }
    /// The server's refusal; nil if it did not refuse the action, or has not received it.
    package var refusal: SourceRefusal? { state.withLock { $0.refusal } }

    fileprivate func record(history: Int64?) { state.withLock { $0.history = history } }
    fileprivate func record(key: ActionKey) { state.withLock { $0.key = key } }
    fileprivate func record(refusal: SourceRefusal) { state.withLock { $0.refusal = refusal } }
    fileprivate func record(end: ActionEnd) { state.withLock { $0.end = end } }
}

/// An event in a transaction that concerns an action which a caller may await.
enum OutboxEvent {
    case stored(ActionKey, history: Int64?)
    case ended(ActionKey, ActionEnd)
    case refusal(ActionKey, SourceRefusal)
    case renewed(ActionKey, by: ActionKey)
    /// It was refused, or is being retried.
    case tried(ActionKey)
    /// All actions were removed. Contains the keys of those whose delivery had begun.
    case purged(underWay: Set<String>)
}

/// The actions whose end a caller awaits, one for each caller. They are kept in memory, because a process awaits only
/// actions that it has stored itself. If another process, the leader, delivers them, the history has the result.
final class AwaitedActions: Sendable {
    private let actions = Lock<[ActionKey: AwaitedAction]>([:])
    private let listeners = Lock<[OutboxListener.ID: AsyncStream<Void>.Continuation]>([:])

    func add(_ key: ActionKey) -> AwaitedAction {
        let action = AwaitedAction(key)
        actions.withLock { $0[key] = action }
        return action
    }

    func remove(_ action: AwaitedAction) {
        actions.withLock { $0[action.key] = nil }
    }

    /// Starts listening for changes of any action.
    func listen() -> OutboxListener {
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = OutboxListener.ID()
        listeners.withLock { $0[id] = change }
        return OutboxListener(changes: changes, change: change) { [self] in listeners.withLock { $0[id] = nil } }
    }

    /// Makes each listener check its condition again.
    func wakeListeners() {
        for change in listeners.withLock({ Array($0.values) }) { change.yield() }
    }

    /// Handles the events of a transaction, after its commit and before the next transaction begins.
    func handle(_ events: [OutboxEvent]) {
        guard !events.isEmpty else { return }
        defer { wakeListeners() }
        actions.withLock { actions in
            for event in events {
                switch event {
                case .stored(let key, let history): actions[key]?.record(history: history)
                case .ended(let key, let end): actions[key]?.record(end: end)
                case .refusal(let key, let refusal): actions[key]?.record(refusal: refusal)
                case .tried: break
                case .renewed(let old, let new):
                    guard let action = actions.removeValue(forKey: old) else { continue }
                    action.record(key: new)
                    actions[new] = action
                case .purged(let underWay):
                    for (key, action) in actions where action.end == nil {
                        action.record(end: .purged(wasUnderWay: underWay.contains(key.rawValue)))
                    }
                }
            }
        }
    }
}

/// Receives every change of the outbox and of the connection, for a caller that waits for a condition.
package final class OutboxListener: Sendable {
    final class ID: Hashable, Sendable {
        static func == (left: ID, right: ID) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// Emits one element after one or several changes. For one reader.
    package let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation
    private let onEnd: @Sendable () -> Void

    init(changes: AsyncStream<Void>, change: AsyncStream<Void>.Continuation, onEnd: @escaping @Sendable () -> Void) {
        (self.changes, self.change, self.onEnd) = (changes, change, onEnd)
    }

    deinit {
        onEnd()
        change.finish()
    }

    /// Makes the reader check its condition again.
    package func wake() { change.yield() }
}

extension CardDatabase {
    /// Starts listening to the outbox; see ``OutboxListener``.
    package func listenToOutbox() -> OutboxListener { awaited.listen() }

    /// Wakes listeners after a change of the connection that sends actions.
    package func connectionChanged() { awaited.wakeListeners() }

    /// Starts tracking the end of an action. Call it before the action is stored, and ``forget(_:)`` afterwards.
    package func awaitEnd(of key: ActionKey) -> AwaitedAction { awaited.add(key) }

    /// Stops tracking an action.
    package func forget(_ action: AwaitedAction) { awaited.remove(action) }

    /// The state of an action's delivery.
    package func deliveryState(of action: AwaitedAction) async throws(StoreError) -> DeliveryState {
        if let end = action.end { return .ended(end) }
        let (key, history, isFollower) = (action.key.rawValue, action.history, !isLeader)
        return try await read { db in
            let row = try db.statement("SELECT refused_reason FROM outbox WHERE key = ?1 OR history = ?2")
                .first([key, history]) { ($0[0] as StoredText?)?.text }
            if let row { return row.map { .refused(reason: $0) } ?? .waiting }
            // Without a row, its end is about to be reported, or it has another key.
            guard isFollower, let history else { return .waiting }
            let (end, refusal) = try Self.end(ofEntry: history, db)
            if let refusal { action.record(refusal: refusal) }
            action.record(end: end)
            return .ended(end)
        }
    }

    /// How the leader has ended an action that is no longer in the outbox.
    private static func end(ofEntry row: Int64, _ db: Database) throws -> (ActionEnd, SourceRefusal?) {
        let entry = try db.statement("SELECT ending, closed FROM history WHERE row = ?").first([row]) {
            (ending: ($0[0] as StoredText?)?.text, closed: $0.int(1))
        }
        // A store that was emptied has no history.
        guard let entry else { return (.purged(wasUnderWay: true), nil) }
        return switch entry.ending {
        case StoreTransaction.HistoryEnding.undone.rawValue: (.withdrawn, nil)
        case StoreTransaction.HistoryEnding.discarded.rawValue: (.discarded(reason: "discarded in a viewer"), nil)
        default: entry.closed > 0 ? (.superseded, SourceRefusal(.cardClosed, name: "card-closed")) : (.accepted, nil)
        }
    }
}
