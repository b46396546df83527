internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import CardSession
internal import Cards

import struct Foundation.Date

/// Options of all actions on a card, in addition to ``CardsOptions``, and how to perform them. Nested groups would make
/// the argument parser of a development build very slow.
struct ActOptions: ParsableArguments {
    @Flag(help: "Store the action without sending it; the next connected viewer or `act` sends it.")
    var noWait = false

    @Flag(help: "Print JSON.")
    var json = false

    /// Performs the action from `make` on a card, and waits for the server's answer.
    ///
    /// - Parameters:
    ///   - options: The user, and the time limit of the server.
    ///   - isWaking: Whether it is for a snoozed card; other actions are not.
    ///   - make: Called with the current card.
    func act(
        on id: String, _ options: CardsOptions, isWaking: Bool = false,
        _ make: @escaping @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) throws {
        let (card, response, outcome) = try perform(
            on: id, try options.setup(), within: options.timeout, isWaking: isWaking, make)
        if json { return Console.json(Self.json(card.id, in: card.streamID, response, outcome)) }
        let now = Date()
        Console.print("\(response.wordsDone(at: now, in: .system(around: now))) \(card.id)\(outcome.words)")
    }

    /// - Parameter seconds: The time limit.
    private func perform(
        on id: String, _ setup: Setup, within seconds: Double, isWaking: Bool = false,
        _ make: @escaping @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) throws -> (Card, CardResponse, CardSession.ActionOutcome) {
        // The limit covers everything: waiting for another command, synchronising, the answer.
        let end = ContinuousClock.now + .seconds(seconds)
        let cards = try CardsSession.acting(setup, until: end)
        if noWait, !cards.keepsActions {
            try runBlocking { await cards.close() }
            throw CommandFailure(
                .failure,
                "another program has locked this profile's queue: leave out --no-wait to send the action at once, or "
                    + "perform the action in that program")
        }
        let noWait = noWait
        return try runBlocking {
            do {
                let done = try await Self.act(
                    cards, id, isWaking: isWaking, waiting: !noWait, until: end, signer: setup.signer, make)
                if done.2 == .delivered { await cards.finish(until: end) } else { await cards.close() }
                return done
            } catch {
                let failure = await Self.failure(error, of: id, cards, until: end)
                await cards.finish(until: end)
                throw failure
            }
        }
    }

    private static func act(
        _ cards: CardsSession, _ id: String, isWaking: Bool, waiting isWaiting: Bool,
        until end: ContinuousClock.Instant, signer: AnswerSigner,
        _ make: @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) async throws -> (Card, CardResponse, CardSession.ActionOutcome) {
        try await cards.join(within: end.secondsLeft)
        var isHere = false
        if !isWaiting { isHere = try await cards.hasCard(id) }
        if !isHere { try await cards.synchronise(within: end.secondsLeft) }
        let (card, delivery) = try await cards.requireCard(id)
        // The profile's own server, which this process may run, would take what is only to be stored.
        if !isWaiting, !isHere, !cards.session.isFollower { await cards.disconnect() }
        let now = Date()
        let zone = LocalZone.system(around: now)
        let isSnoozed = card.status == .snoozed
        guard isWaking || !isSnoozed else {
            let until = card.snoozedUntil.map { " until \(TimeText.clock($0, at: now, in: zone))" } ?? ""
            throw CommandFailure(
                .failure,
                "the card is snoozed\(until); wake it first: cardstream act wake \(card.id.rawValue.quotedForShell)")
        }
        guard isSnoozed || !isWaking else { throw CommandFailure(.failure, "the card is not snoozed") }
        if case .refused(let reason) = delivery {
            Console.error("the refused action (\(reason)) is discarded")
        }
        let response = try make(card, now, zone)
        let proof: AnswerProof?
        do throws(AnswerSigner.Failure) { proof = try await signer.proof(of: response, to: card) } catch {
            throw CommandFailure(.failure, "\(error.text); nothing was done")
        }
        let outcome = try await cards.session.perform(
            response, on: card.id, in: card.streamID, within: isWaiting ? end.secondsLeft : nil,
            from: ResponseOrigin(proofs: proof.map { [card.id: $0] } ?? [:]))
        return (card, response, outcome)
    }

    /// The next step depends on whether the action is stored, so the message and the exit code say so. The history only
    /// improves the message; if it cannot be read, the original error is reported.
    private static func failure(
        _ error: any Error, of id: String, _ cards: CardsSession, until end: ContinuousClock.Instant
    ) async -> any Error {
        if let error = error as? RequestError, error.underlyingError?.isPending == true {
            return pending(error, isKept: cards.keepsActions)
        }
        let failure = CommandFailure(error)
        // An earlier answer that can be sent now has an outcome, which is all there is to say.
        if failure.status == .nothingMatched, cards.keepsActions {
            _ = try? await cards.session.sendDue(within: end.secondsLeft)
        }
        guard [.network, .nothingMatched].contains(failure.status) else { return error }
        // An earlier answer hides the card from this one.
        let past = cards.keepsActions ? (try? await cards.session.history()) ?? [] : []
        let ofCard = past.filter { CardReference.matches(id, $0.cardID.rawValue) }
        if ofCard.contains(where: { $0.state == .waiting }) {
            return CommandFailure(
                .kept,
                "\(failure.message); an earlier answer to the card is stored, and is sent when the server can be reached"
            )
        }
        guard failure.status == .nothingMatched else {
            return CommandFailure(.network, "\(failure.message); nothing was done, and the action is not stored")
        }
        let now = Date()
        let answered = answered(ofCard, now: now, zone: .system(around: now))
        return answered.map { CommandFailure(.nothingMatched, $0) } ?? error
    }

    /// What the history says about a card that is not open; nil if no entry closed it.
    ///
    /// - Parameter entries: The entries of the card, the latest first.
    static func answered(_ entries: [HistoryEntry], now: Date, zone: LocalZone) -> String? {
        guard let last = entries.first(where: { [.sent, .closed].contains($0.state) && $0.response.closesCard }) else {
            return nil
        }
        let deed = "\(last.response.closingWord), \(TimeText.clock(last.at, at: now, in: zone))"
        return last.state == .sent
            ? "card \(last.cardID) was already answered (\(deed))"
            : "card \(last.cardID) was closed before your answer (\(deed)) arrived"
    }

    /// The failure of an action that the server has not answered.
    ///
    /// - Parameter isKept: Whether the action outlives this command.
    static func pending(_ error: RequestError, isKept: Bool) -> CommandFailure {
        let cause = error.underlyingError
        let reason = (cause?.underlying.first ?? cause)?.reason.escapingControls ?? error.explanation.escapingControls
        return isKept
            ? CommandFailure(
                .kept, "\(reason); the action is stored: the next `act` or viewer of this profile sends it again")
            : CommandFailure(
                .unknown,
                "\(reason); the server may have received the action, but the action is not stored on this machine: "
                    + "look at the card before you try again")
    }

    static func json(
        _ card: CardID, in stream: StreamID, _ response: CardResponse, _ outcome: CardSession.ActionOutcome
    ) -> JSONValue {
        var object: JSONObject = [
            "id": .string(card.rawValue), "stream": .string(stream.rawValue),
            "action": .string(response.actionName), "outcome": .string(outcome == .queued ? "queued" : "delivered"),
        ]
        if case .snooze(let until) = response { object["until"] = .string(until.rfc3339) }
        return .object(object)
    }
}

extension CardSession.ActionOutcome {
    /// What follows the words of an action that was performed.
    var words: String { self == .queued ? "; stored and waiting to be sent" : "" }
}

extension CardResponse {
    /// Whether the card is not open after it.
    fileprivate var closesCard: Bool {
        switch self {
        case .dismiss, .submit: true
        case .reply, .snooze, .unsnooze, .voteUp, .voteDown: false
        }
    }

    /// The button, or that the card was dismissed.
    fileprivate var closingWord: String {
        if case .submit(let button, _) = self { button.escapingControls } else { "dismissed" }
    }

    fileprivate func wordsDone(at now: Date, in zone: LocalZone) -> String {
        switch self {
        case .dismiss: "dismissed"
        case .submit(let name, _): "pressed \(name):"
        case .reply(let name, _): "sent \(name):"
        case .snooze(let until): "snoozed until \(TimeText.clock(until, at: now, in: zone)):"
        case .unsnooze: "woke"
        case .voteUp: "voted up"
        case .voteDown: "voted down"
        }
    }
}
