public import Cards

import struct Foundation.Date

extension CardSession {
    /// Seconds that ``perform(_:within:from:)`` waits for the server's word.
    public static let answerTime = 30.0

    /// What became of an action.
    public enum ActionOutcome: Hashable, Sendable {
        /// The server has it. Of a snooze also: its time was over before it arrived, and nothing is left to do.
        case delivered
        /// It is on this machine's disk and shows; the server gets it when it can be reached.
        case queued
    }

    /// Does something with a card: through the same outbox as everything the user does, so that it is on the disk and
    /// shows at once, and is sent in order and once.
    ///
    /// - Parameters:
    ///   - seconds: How long to wait for the server's word: ``answerTime`` by default, an hour at most. Without it by then
    ///     this action, and no other of the card, is taken back, so that an error means that nothing was done, unless
    ///     something of it may have left this machine: then it goes on, and the error's cause says so
    ///     (``RequestError/Cause/isPending``), as it says why nobody answered. Nobody waits for a connection that waiting does not
    ///     mend, as one that a policy denies. Nil does not
    ///     wait: the action is queued.
    ///   - origin: Where it was done, for the event that follows once the server has it; by default nobody can tell.
    /// - Throws: ``RequestError/invalidArgument(_:)`` for an interval that is negative or over
    ///   ``CardAction/longestSnooze`` and the like; ``RequestError/data(_:)`` when
    ///   the card is gone or closed, here or at the server, or when the server refuses the action (it is given up then);
    ///   ``RequestError/network(_:)`` when the server was not reached in time, or a logout came while the action was under
    ///   way; ``RequestError/aborted(_:)`` when it was taken back by ``undo()``, ``withdraw(from:in:)`` or a logout, and
    ///   nothing was done; ``RequestError/notLoggedIn(missing:)``. Where a session over a file is closed meanwhile, that is
    ///   `aborted` too, and the action stays in the file for the next one.
    @discardableResult
    public func perform(
        _ action: CardAction, within seconds: Double? = answerTime, from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(RequestError) -> ActionOutcome {
        try requireLogin()
        let response = try action.response(at: clock())
        log(.operations, "acting", ["card": "\(action.card)", "action": response.actionName])
        do throws(RequestError) {
            return try await perform(response, on: action.card, in: action.stream, within: seconds, from: origin)
        } catch {
            log(.operations, "acting failed", ["card": "\(action.card)", "reason": error.shortWords])
            throw error
        }
    }
}

extension CardAction {
    /// As the outbox keeps it.
    fileprivate func response(at now: Date) throws(RequestError) -> CardResponse {
        switch kind {
        case .dismiss: return .dismiss
        case .submit(let name, let values):
            guard !name.isEmpty else { throw .invalidArgument("a submission needs the name of its button") }
            var object = JSONObject()
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                guard let json = value.json else {
                    throw .invalidArgument("the value of \"\(key.escapingControls)\" is no number that can be sent")
                }
                object[key] = json
            }
            return .submit(buttonName: name, values: object)
        case .snooze(let seconds):
            guard (0...Self.longestSnooze).contains(seconds) else {
                throw .invalidArgument(
                    "a card is snoozed for 0 to \(Int(Self.longestSnooze)) seconds (366 days), not for \(seconds)")
            }
            return .snooze(until: now.addingTimeInterval(seconds))
        case .voteUp(let message): return .voteUp(message: try Self.checked(message))
        case .voteDown(let reason, let message): return .voteDown(reason: reason, message: try Self.checked(message))
        }
    }

    private static func checked(_ message: String?) throws(RequestError) -> String? {
        guard let message, message.count > CardResponse.voteMessageLimit else { return message }
        throw .invalidArgument(
            "a message has at most \(CardResponse.voteMessageLimit) characters, not \(message.count)")
    }
}

extension CardAction.Value {
    /// Nil for an infinity or not-a-number.
    fileprivate var json: JSONValue? {
        switch self {
        case .string(let text): .string(text)
        case .number(let number): JSONNumber(number).map { .number($0) }
        case .bool(let bool): .bool(bool)
        }
    }
}
