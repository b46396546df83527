import Basics

/// Sends values to any number of listeners, each with its own queue.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var latest: Value?
        var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
        var next = 0
        var isFinished = false
    }

    private let state: Lock<State>
    private let keepsLatest: Bool

    /// Creates a broadcast whose listeners get only values that are sent after they began.
    package init() {
        keepsLatest = false
        state = Lock(State())
    }

    /// Creates a broadcast whose listeners get the latest value first.
    package init(initial: Value) {
        keepsLatest = true
        state = Lock(State(latest: initial))
    }

    deinit { finish() }

    /// The latest value; nil unless the broadcast was created with an initial one.
    package var latest: Value? { state.withLock { $0.latest } }

    package var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

    package func send(_ value: Value) {
        let listeners = state.withLock { state in
            if keepsLatest { state.latest = value }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(value) }
    }

    /// A sequence of the values from now on. Values are queued until they are read or the reading task ends.
    package func values() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
        let id = state.withLock { state -> Int? in
            if let latest = state.latest { continuation.yield(latest) }
            guard !state.isFinished else { return nil }
            defer { state.next += 1 }
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    /// Ends all listeners.
    package func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            state.isFinished = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }

    private func remove(_ id: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
}
