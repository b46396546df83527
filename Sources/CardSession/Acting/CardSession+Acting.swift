import Basics
public import Cards

public import struct Foundation.Date

extension CardSession {
    /// How long ``perform(_:within:from:)`` waits for the server's response by default.
    public static let responseTime = Duration.seconds(30)

    /// The result of an action.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum ActionOutcome: Hashable, Sendable {
        /// The server has accepted the action, or it was a snooze that ended before it arrived.
        case delivered
        /// The action is stored and applied on this machine; the server receives it when it can be reached.
        case queued
    }

    /// Performs an action on a card through the same outbox as the user's actions: it is stored and shown at once, and
    /// sent in order and exactly once.
    ///
    /// - Parameters:
    ///   - time: How long to wait for the server's response: ``responseTime`` by default, an hour at most. After that
    ///     the action is withdrawn, without affecting other actions on the card, so that an error means that nothing
    ///     was done. If it may already have been sent, it stays queued and the error's cause says so
    ///     (``RequestError/Cause/isPending``). A connection that cannot recover by waiting, such as one denied by a
    ///     policy, fails at once. ``enqueue(_:undoWindow:from:)`` does not wait.
    ///   - origin: Where the user made the action, for the event that is emitted once the server has accepted it;
    ///     unknown by default.
    /// - Throws: ``RequestError/invalidArgument(_:)`` for invalid values, such as an interval that is negative or over
    ///   ``CardAction/longestSnooze``; ``RequestError/data(_:)`` if the card is gone or closed, here or on the server,
    ///   or if the server refuses the action, which is then discarded; ``RequestError/network(_:)`` if the server was
    ///   not reached in time, or a logout interrupted the action; ``RequestError/aborted(_:)`` if it was withdrawn by
    ///   ``undo()``, ``withdraw(from:in:)`` or a logout, and nothing was done; ``RequestError/notLoggedIn(missing:)``.
    ///   If the session is closed in the meantime, the error is also `aborted`; a session over a file then leaves the
    ///   action in the file for the next session. `CancellationError` if the task was cancelled, and nothing was done.
    @discardableResult
    public func perform(
        _ action: CardAction, within time: Duration = responseTime, from origin: ResponseOrigin = ResponseOrigin()
    ) async throws -> ActionOutcome {
        do throws(RequestError) {
            try requireLogin()
            let response = try begin(action)
            do throws(RequestError) {
                return try await perform(
                    response, on: action.cardID, in: action.streamID, within: time.seconds, from: origin)
            } catch {
                log(
                    .operations, "the action failed", ["card": "\(action.cardID)", "reason": error.shortWords])
                throw error
            }
        } catch { throw error.orCancellation }
    }

    /// Performs an action without waiting for the server: stores and shows it at once, and sends it when the server can
    /// be reached. ``deliveries`` reports the result. Otherwise like ``perform(_:within:from:)``.
    ///
    /// - Parameters:
    ///   - undoWindow: How long the action can be undone with ``undo()`` or ``withdraw(from:in:)`` before it is sent:
    ///     at most 10 minutes, less if the card expires earlier. Zero, the default, sends it at once. A program that
    ///     exits before that should call ``sendHeld(within:)``; otherwise the next session with the same store sends
    ///     the action.
    ///   - origin: Where the user made the action, for the event that is emitted once the server has accepted it;
    ///     unknown by default.
    /// - Returns: The time until which the action can be undone.
    /// - Throws: ``RequestError/invalidArgument(_:)``; ``RequestError/data(_:)`` if the card is gone, its source does not
    ///   support the action, or the store fails; ``RequestError/notLoggedIn(missing:)``; `CancellationError` if the task was
    ///   cancelled before.
    @discardableResult
    public func enqueue(
        _ action: CardAction, undoWindow: Duration = .zero, from origin: ResponseOrigin = ResponseOrigin()
    ) async throws -> Date {
        try await store(action) { response throws(SessionError) in
            try await respond(
                to: action.cardID, in: action.streamID, with: response, undoWindow: undoWindow, from: origin)
        }
    }

    /// Performs the same action on many cards like ``enqueue(_:undoWindow:from:)``. Skips cards that are gone, have a refused
    /// action, or expire before a snooze ends. ``undo()`` reverts all of them at once.
    ///
    /// - Parameters:
    ///   - undoWindow: How long the actions can be undone before they are sent: at most 10 minutes, less for cards that
    ///     expire earlier; zero, the default, sends them at once.
    ///   - origin: Where the user made the actions, for the events that are emitted later; unknown by default.
    /// - Returns: The number of cards that got the action.
    /// - Throws: The errors of ``enqueue(_:undoWindow:from:)``.
    @discardableResult
    public func enqueue(
        _ kind: CardAction.Kind, onAll cards: [CardID], in stream: StreamID, undoWindow: Duration = .zero,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws -> Int {
        guard let first = cards.first else { return 0 }
        return try await store(CardAction(kind, card: first, in: stream)) { response throws(SessionError) in
            try await respond(toAll: cards, in: stream, with: response, undoWindow: undoWindow, from: origin)
        }
    }

    /// Checks an action and stores it.
    private func store<Value>(
        _ action: CardAction, _ body: (CardResponse) async throws(SessionError) -> Value
    ) async throws -> Value {
        do throws(RequestError) {
            try requireLogin()
            let response = try begin(action)
            // Fail if no token is available within 5 seconds.
            try await awaitAdmission(until: .now + .seconds(5))
            do throws(SessionError) { return try await body(response) } catch { throw RequestError(error) }
        } catch { throw error.orCancellation }
    }

    private func begin(_ action: CardAction) throws(RequestError) -> CardResponse {
        let response = try action.response(at: clock())
        log(.operations, "acting", ["card": "\(action.cardID)", "action": response.actionName])
        return response
    }
}

extension CardAction {
    /// The response as the outbox stores it.
    fileprivate func response(at now: Date) throws(RequestError) -> CardResponse {
        switch kind {
        case .dismiss: return .dismiss
        case .submit(let name, let values): return .submit(buttonName: name, values: try Self.json(name, values))
        case .reply(let name, let values): return .reply(buttonName: name, values: try Self.json(name, values))
        case .snooze(let time): return .snooze(until: try Self.end(ofSnooze: time.seconds, at: now))
        case .snoozeUntil(let date):
            return .snooze(until: try Self.end(ofSnooze: date.timeIntervalSince(now), at: now))
        case .voteUp(let message): return .voteUp(message: try Self.checked(message))
        case .voteDown(let reason, let message): return .voteDown(reason: reason, message: try Self.checked(message))
        }
    }

    private static func end(ofSnooze seconds: Double, at now: Date) throws(RequestError) -> Date {
        guard (0...longestSnooze.seconds).contains(seconds) else {
            throw .invalidArgument(
                "a snooze must be from 0 to \(Int(longestSnooze.seconds)) seconds (366 days); found \(seconds)")
        }
        return now.addingTimeInterval(seconds)
    }

    private static func json(_ name: String, _ values: [String: Value]) throws(RequestError) -> JSONObject {
        guard !name.isEmpty else { throw .invalidArgument("a submission needs the name of its button") }
        var object = JSONObject()
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let json = value.json else {
                throw .invalidArgument("the value of \"\(key.escapingControls)\" must be a finite number")
            }
            object[key] = json
        }
        return object
    }

    private static func checked(_ message: String?) throws(RequestError) -> String? {
        guard let message, message.count > CardResponse.voteMessageLimit else { return message }
        throw .invalidArgument(
            "a message can have at most \(CardResponse.voteMessageLimit) characters, not \(message.count)")
    }
}

extension CardAction.Value {
    /// The JSON value; nil for infinity and NaN.
    fileprivate var json: JSONValue? {
        switch self {
        case .string(let text): .string(text)
        case .number(let number): JSONNumber(number).map { .number($0) }
        case .bool(let bool): .bool(bool)
        }
    }
}
