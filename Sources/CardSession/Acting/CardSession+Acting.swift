internal import CardStore
public import Cards

import struct Foundation.Date
import struct Foundation.UUID

extension CardSession {
    /// Seconds that ``perform(_:within:from:)`` waits for the server's word.
    public static let answerTime = 30.0

    /// What became of an action.
    public enum ActionOutcome: Hashable, Sendable {
        /// The server has it.
        case delivered
        /// It is on this machine's disk and shows; the server gets it when it can be reached.
        case queued
    }

    /// Does something with a card: through the same outbox as everything the user does, so that it is on the disk and
    /// shows at once, and is sent in order and once.
    ///
    /// - Parameters:
    ///   - seconds: How long to wait for the server's word, ``answerTime`` by default. Without it by then the action is
    ///     taken back, so that an error means that nothing was done, unless its delivery has begun: then it goes on, and
    ///     the error's cause says so. Nil does not wait: the action is queued.
    ///   - origin: Where it was done, for the event that follows once the server has it; by default nobody can tell.
    /// - Throws: ``RequestError/invalidArgument(_:)`` for a negative interval and the like, ``RequestError/data(_:)``
    ///   when the card is gone or the server refuses the action (it is given up then), ``RequestError/network(_:)`` when
    ///   the server was not reached in time, ``RequestError/notLoggedIn(missing:)``.
    @discardableResult
    public func perform(
        _ action: CardAction, within seconds: Double? = answerTime, from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(RequestError) -> ActionOutcome {
        try requireLogin()
        let response = try action.response(at: clock())
        let key = ActionKey(UUID())
        log(.operations, "acting", ["card": "\(action.card)", "action": response.actionName])
        do throws(SessionError) {
            try await respond(to: action.card, in: action.stream, with: response, key: key, from: origin)
        } catch { throw RequestError(error) }
        guard let seconds else { return .queued }
        return try await outcome(of: key, action, within: seconds)
    }

    /// Waits for the server's word on an action.
    func outcome(
        of key: ActionKey, _ action: CardAction, within seconds: Double
    ) async throws(RequestError) -> ActionOutcome {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(max(0, min(seconds, 3600)))
        while true {
            let standing: OutboxStanding
            do throws(StoreError) { standing = try await database.standing(of: key) } catch {
                throw RequestError(error)
            }
            switch standing {
            case .settled: return .delivered
            case .refused(let reason):
                // Whoever called knows: nobody else has to decide about it.
                do throws(SessionError) { try await discardAction(of: action.card, in: action.stream) } catch {
                    throw RequestError(error)
                }
                throw .data(RequestError.Cause(reason))
            case .waiting: break
            }
            guard clock.now < end, !Task.isCancelled else { break }
            // A cancelled sleep ends the wait above.
            try? await Task.sleep(for: .milliseconds(10))
        }
        return try await giveUp(action)
    }

    private func giveUp(_ action: CardAction) async throws(RequestError) -> ActionOutcome {
        let isCancelled = Task.isCancelled
        let withdrawal: Withdrawal
        do throws(SessionError) { withdrawal = try await withdraw(from: action.card, in: action.stream) } catch {
            throw RequestError(error)
        }
        switch withdrawal {
        case .settled: return .delivered
        case .withdrawn where isCancelled: throw .aborted(RequestError.Cause("cancelled; nothing was done"))
        case .withdrawn: throw .network(RequestError.Cause("no answer in time; nothing was done"))
        case .underWay: throw .network(RequestError.Cause("no answer in time; it is sent again until there is one"))
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
                if case .number(let number) = value, !number.isFinite {
                    throw .invalidArgument("the value of \"\(key.escapingControls)\" is no number that can be sent")
                }
                object[key] = value.json
            }
            return .submit(buttonName: name, values: object)
        case .snooze(let seconds):
            guard seconds >= 0, seconds.isFinite else {
                throw .invalidArgument("a card is snoozed for 0 seconds or more, not for \(seconds)")
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
    fileprivate var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .number(let number): .number(JSONNumber(number))
        case .bool(let bool): .bool(bool)
        }
    }
}
