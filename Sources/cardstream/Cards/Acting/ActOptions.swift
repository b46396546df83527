internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import CardSession
internal import CardStreamCordial
internal import Cards

import struct Foundation.Date

/// Options of all actions on a card, in addition to ``CardsOptions``, and how to perform them. The groups are not
/// nested, because this would make the argument parser very slow in development builds.
struct ActOptions: ParsableArguments {
    @Flag(help: "Store the action without sending it; the next connected viewer or `act` sends it.")
    var noWait = false

    @Flag(help: "Print JSON.")
    var json = false

    /// An action that was performed, or stored.
    private struct Done: Sendable {
        var card: Card
        var response: CardResponse
        var outcome: CardSession.ActionOutcome
        /// Why the card's source could not be reached, so that the action was only stored; nil if it was reached.
        var trouble: CommandFailure?
    }

    /// Performs the action from `make` on cards, and waits for the server's response.
    ///
    /// - Parameters:
    ///   - options: The user, and the time limit of the server.
    ///   - isWaking: Whether the action is for a snoozed card. All other actions need a card that is not snoozed.
    ///   - make: Makes the action from the current state of each card.
    /// - Throws: The error of the last card that failed. The errors of other cards are printed first.
    func act(
        on ids: String..., with options: CardsOptions, isWaking: Bool = false,
        _ make: @escaping @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) throws { try act(on: ids, with: options, isWaking: isWaking, make) }

    func act(
        on ids: [String], with options: CardsOptions, isWaking: Bool = false,
        _ make: @escaping @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) throws {
        let setup = try options.setup()
        let end = ContinuousClock.now + .seconds(options.timeout)
        let results = try perform(on: ids, setup, until: end, isWaking: isWaking, make)
        // Failures are reported below.
        let done = results.compactMap { try? $0.get() }
        let delivered = done.filter { $0.outcome == .delivered }.map(\.card.streamID)
        let sent = try MessageSending(of: delivered, setup, until: end)
        var failures: [any Error] = []
        for result in results {
            do {
                let done = try result.get()
                try report(done, sent.outcome(in: done.card.streamID))
            } catch { failures.append(error) }
        }
        for failure in failures.dropLast() { Console.error(CommandFailure(failure).message) }
        if let failure = failures.last { throw failure }
        if sent.isKept || done.contains(where: { $0.trouble != nil }) { throw ExitStatus.kept }
    }

    /// Prints the result of an action.
    ///
    /// - Parameter sending: The result at the account of a message; nil for other cards.
    /// - Throws: ``CommandFailure`` if the service of the account has refused it.
    private func report(_ done: Done, _ sending: SendingOutcome?) throws {
        let kind = done.response == .dismiss ? CordialNotice.Request.deletion : .marks
        if let refusal = sending?.refused[kind] {
            throw CommandFailure(.failure, refusal.wordsOfRefusal)
        }
        if json {
            let outcome = (sending?.waiting ?? 0) > 0 ? CardSession.ActionOutcome.queued : done.outcome
            return Console.json(Self.json(done.card.id, in: done.card.streamID, done.response, outcome))
        }
        let words =
            done.outcome == .queued
            ? done.outcome.messageSuffix + (done.trouble.map { ": \($0.message)" } ?? "") : sending?.messageSuffix ?? ""
        let now = Date()
        let deed = done.response.wordsDone(isSent: words.isEmpty, at: now, in: .system(around: now))
        Console.print("\(deed) \(done.card.id)\(words)")
    }

    /// - Parameter end: The deadline for everything: waiting for another command, synchronising, and the responses.
    private func perform(
        on ids: [String], _ setup: Setup, until end: ContinuousClock.Instant, isWaking: Bool,
        _ make: @escaping @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) throws -> [Result<Done, any Error>] {
        let cards = try CardsSession.acting(setup, until: end)
        if noWait, !cards.keepsActions {
            try runBlocking { await cards.close() }
            throw CommandFailure(
                .failure,
                "another program has locked this profile's queue, so --no-wait cannot store the action: leave out --no-wait to send it at once, or "
                    + "perform the action in that program")
        }
        let noWait = noWait
        return try runBlocking {
            let trouble: CommandFailure?
            do { trouble = try await Self.reach(cards, ids, waiting: !noWait, until: end) } catch {
                let failure = await Self.failure(error, of: ids[0], cards, until: end)
                await cards.finish(until: end)
                throw failure
            }
            var results: [Result<Done, any Error>] = []
            for id in ids {
                do {
                    results.append(
                        .success(
                            try await Self.act(
                                cards, id, isWaking: isWaking, waiting: !noWait, trouble, until: end,
                                signer: setup.signer, make)))
                } catch { results.append(.failure(await Self.failure(error, of: id, cards, until: end))) }
            }
            let areQueued = results.allSatisfy { (try? $0.get())?.outcome == .queued }
            if areQueued { await cards.close() } else { await cards.finish(until: end) }
            return results
        }
    }

    /// Loads the cards from the server, unless they are on this machine and the actions are only to be stored.
    ///
    /// - Returns: Why the cards cannot be loaded, if the store can still keep actions on messages; nil if they are
    ///   loaded or not needed.
    private static func reach(
        _ cards: CardsSession, _ ids: [String], waiting isWaiting: Bool, until end: ContinuousClock.Instant
    ) async throws -> CommandFailure? {
        try await cards.join(within: end.secondsLeft)
        var isHere = !isWaiting
        for id in ids where isHere { isHere = try await cards.hasCard(id) }
        guard !isHere else { return nil }
        do { try await cards.synchronise(within: end.secondsLeft) } catch {
            let failure = CommandFailure(error)
            guard failure.status == .network, cards.keepsActions else { throw error }
            return failure
        }
        // While connected, the session would send actions that are only to be stored, even to the profile's own server
        // in this process.
        if !isWaiting, !cards.session.isFollower { await cards.disconnect() }
        return nil
    }

    private static func act(
        _ cards: CardsSession, _ id: String, isWaking: Bool, waiting isWaiting: Bool, _ trouble: CommandFailure?,
        until end: ContinuousClock.Instant, signer: AnswerSigner,
        _ make: @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) async throws -> Done {
        var trouble = trouble
        let (card, delivery): (Card, CardWindow.Delivery)
        do { (card, delivery) = try await cards.requireCard(id) } catch { throw trouble ?? error }
        // Actions on messages are stored until the service of their account can be reached.
        let isMessage = cards.setup.account(of: card.streamID) != nil
        if !isMessage {
            // Actions on cards of a feed are not stored while the feed's server cannot be reached.
            if let trouble { throw trouble }
        } else if isWaiting, trouble == nil, cards.keepsActions {
            trouble = cards.trouble(of: card.streamID).flatMap { $0.status == .network ? $0 : nil }
        }
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
            throw CommandFailure(.failure, error.text.continued("nothing was done"))
        }
        let limit = isMessage ? min(end.secondsLeft, messageTime) : end.secondsLeft
        let outcome = try await cards.session.perform(
            response, on: card.id, in: card.streamID, within: isWaiting && trouble == nil ? limit : nil,
            keeps: isMessage && cards.keepsActions,
            from: ResponseOrigin(proofs: proof.map { [card.id: $0] } ?? [:]))
        if isMessage, isWaiting, outcome == .queued, trouble == nil {
            trouble =
                cards.trouble(of: card.streamID)
                ?? CommandFailure(.network, "no response in \(limit.formattedSeconds)")
        }
        return Done(card: card, response: response, outcome: outcome, trouble: trouble)
    }

    /// The maximum time in seconds to wait for the source of a message. It can be short, because the action is stored
    /// in any case.
    private static let messageTime = 5.0

    /// The next step depends on whether the action is stored, so the message and the exit code say so. The history only
    /// improves the message; if it cannot be read, the original error is reported.
    private static func failure(
        _ error: any Error, of id: String, _ cards: CardsSession, until end: ContinuousClock.Instant
    ) async -> any Error {
        if let error = error as? RequestError, error.underlyingError?.isPending == true {
            return pending(error, isKept: cards.keepsActions)
        }
        let failure = CommandFailure(error)
        // If an earlier answer can be sent now, the history has its result, which explains why the card is not found.
        if failure.status == .nothingMatched, cards.keepsActions {
            _ = try? await cards.session.sendDue(within: end.secondsLeft)
        }
        guard [.network, .nothingMatched].contains(failure.status) else { return error }
        // An earlier answer hides the card from this command.
        let past = cards.keepsActions ? (try? await cards.session.history()) ?? [] : []
        let ofCard = past.filter { CardReference.matches(id, $0.cardID.rawValue) }
        if ofCard.contains(where: { $0.state == .waiting }) {
            return CommandFailure(
                .kept,
                failure.message.continued(
                    "an earlier answer to the card is stored, and is sent when the server can be reached"))
        }
        guard failure.status == .nothingMatched else {
            // Some messages already say that nothing was done.
            let end = "nothing was done"
            let words = failure.message.hasSuffix("; \(end)") ? failure.message : failure.message.continued(end)
            return CommandFailure(.network, "\(words), and the action is not stored")
        }
        let now = Date()
        let answered = answered(ofCard, now: now, zone: .system(around: now))
        return answered.map { CommandFailure(.nothingMatched, $0) } ?? error
    }

    /// What the history says about a card that is not open; nil if no entry closed it.
    ///
    /// - Parameter entries: The entries of the card, the latest first.
    static func answered(_ entries: [HistoryEntry], now: Date, zone: LocalZone) -> String? {
        let closing = entries.first { [.waiting, .sent, .closed].contains($0.state) && $0.response.closesCard }
        guard let last = closing else { return nil }
        let deed = "\(last.response.closingWord), \(TimeText.clock(last.at, at: now, in: zone))"
        return switch last.state {
        case .waiting: "card \(last.cardID) was already answered (\(deed)); the answer has not been sent yet"
        case .closed: "card \(last.cardID) was closed before your answer (\(deed)) arrived"
        default: "card \(last.cardID) was already answered (\(deed))"
        }
    }

    /// The failure of an action that the server has not answered.
    ///
    /// - Parameter isKept: Whether the action outlives this command.
    static func pending(_ error: RequestError, isKept: Bool) -> CommandFailure {
        let cause = error.underlyingError
        let reason = (cause?.underlying.first ?? cause)?.reason.escapingControls ?? error.explanation.escapingControls
        return isKept
            ? CommandFailure(
                .kept, reason.continued("the action is stored: the next `act` or viewer of this profile sends it again")
            )
            : CommandFailure(
                .unknown,
                reason.continued(
                    "the server may have received the action, but the action is not stored on this machine: look at the "
                        + "card before you try again"))
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
    /// The text that follows the name of an action in the output; empty if the action was delivered.
    var messageSuffix: String { self == .queued ? "; stored and waiting to be sent" : "" }
}

extension CardResponse {
    /// How the card was closed: the name of the button, or "dismissed".
    fileprivate var closingWord: String {
        if case .submit(let button, _) = self { button.escapingControls } else { "dismissed" }
    }

    /// - Parameter isSent: False while the action waits on this machine.
    fileprivate func wordsDone(isSent: Bool, at now: Date, in zone: LocalZone) -> String {
        switch self {
        case .dismiss: "dismissed"
        case .submit(let name, _): "pressed \(name):"
        case .reply(let name, _): isSent ? "sent \(name):" : "\(name):"
        case .snooze(let until): "snoozed until \(TimeText.clock(until, at: now, in: zone)):"
        case .unsnooze: "woke"
        case .voteUp: "voted up"
        case .voteDown: "voted down"
        }
    }
}
