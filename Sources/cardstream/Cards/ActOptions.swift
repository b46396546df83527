internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards

import struct Foundation.Date

/// The flags of everything that is done to a card, beside ``CardsOptions``, and how it is done. A group in a group would be
/// checked by the argument parser of a development build many times over.
struct ActOptions: ParsableArguments {
    @Flag(help: "Only put it into the queue; it is sent when a viewer, or the next `act`, is connected.")
    var noWait = false

    @Flag(help: "Print JSON.")
    var json = false

    /// Does what `make` says with a card, and waits for the server's word.
    ///
    /// - Parameters:
    ///   - options: Whose card it is, and how long the server may take.
    ///   - make: Given the card as it is now.
    func act(
        on id: String, _ options: CardsOptions,
        _ make: @escaping @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) throws {
        let setup = try options.setup()
        // All of it together: another command, what is new, the answer.
        let end = ContinuousClock.now + .seconds(options.timeout)
        let cards = try CardsSession.acting(setup, until: end)
        if noWait, !cards.keepsActions {
            try runBlocking { await cards.close() }
            throw CommandFailure(
                .failure,
                "a viewer has this profile's queue: leave out --no-wait, which sends at once beside it, or act in the viewer"
            )
        }
        let noWait = noWait
        let (card, response, outcome) = try runBlocking {
            do {
                let done = try await Self.act(cards, id, waiting: !noWait, until: end, make)
                if done.2 == .delivered { await cards.finish(until: end) } else { await cards.close() }
                return done
            } catch {
                let failure = await Self.failure(error, of: id, cards)
                await cards.finish(until: end)
                throw failure
            }
        }
        if json { return Console.json(Self.json(card, response, outcome)) }
        Console.print("\(response.wordsDone) \(card.id)\(outcome == .queued ? ", waits to be sent" : "")")
    }

    private static func act(
        _ cards: CardsSession, _ id: String, waiting isWaiting: Bool, until end: ContinuousClock.Instant,
        _ make: @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) async throws -> (Card, CardResponse, CardSession.ActionOutcome) {
        var isHere = false
        if !isWaiting, let id = CardID(id) { isHere = try await cards.card(id) != nil }
        if !isHere { try await cards.synchronise(within: end.secondsLeft) }
        let (card, delivery) = try await cards.requireCard(id)
        let now = Date()
        let zone = LocalZone.system(around: now)
        if card.status == .snoozed {
            let until = card.snoozedUntil.map { " until \(TimeText.clock($0, at: now, in: zone))" } ?? ""
            throw CommandFailure(.failure, "the card is snoozed\(until); it can be answered when it is back")
        }
        if case .refused(let reason) = delivery {
            Console.error("what was refused before (\(reason)) is given up for this")
        }
        let response = try make(card, now, zone)
        let outcome = try await cards.session.perform(
            response, on: card.id, in: card.streamID, within: isWaiting ? end.secondsLeft : nil)
        return (card, response, outcome)
    }

    /// Whether anything is kept decides what to do next, so the words and the exit code say it.
    private static func failure(_ error: any Error, of id: String, _ cards: CardsSession) async -> any Error {
        if let error = error as? RequestError, error.underlyingError?.isPending == true {
            return pending(error, isKept: cards.keepsActions)
        }
        let failure = CommandFailure(error)
        guard [.network, .nothingMatched].contains(failure.status) else { return error }
        // An earlier answer hides the card from this one.
        guard cards.keepsActions, let past = try? await cards.session.history(),
            past.contains(where: { $0.cardID.rawValue == id && $0.state == .waiting })
        else {
            return failure.status == .network
                ? CommandFailure(.network, "\(failure.message); nothing was done and nothing is kept") : error
        }
        return CommandFailure(
            .kept,
            "\(failure.message); an earlier answer to the card is kept, and is sent when the server can be reached")
    }

    /// An action that the server has not answered.
    ///
    /// - Parameter isKept: Whether it outlives this command.
    static func pending(_ error: RequestError, isKept: Bool) -> CommandFailure {
        let cause = error.underlyingError
        let reason = (cause?.underlying.first ?? cause)?.reason.escapingControls ?? error.explanation.escapingControls
        return isKept
            ? CommandFailure(
                .kept, "\(reason); the action is kept: the next `act`, or a viewer of this profile, sends it again")
            : CommandFailure(
                .network,
                "\(reason); it is not known whether the server has the action, and nothing is kept: look at the card before "
                    + "you do it again")
    }

    static func json(_ card: Card, _ response: CardResponse, _ outcome: CardSession.ActionOutcome) -> JSONValue {
        var object: JSONObject = [
            "id": .string(card.id.rawValue), "stream": .string(card.streamID.rawValue),
            "action": .string(response.actionName), "outcome": .string(outcome == .queued ? "queued" : "delivered"),
        ]
        if case .snooze(let until) = response { object["until"] = .string(until.rfc3339) }
        return .object(object)
    }
}

extension CardResponse {
    fileprivate var wordsDone: String {
        switch self {
        case .dismiss: "dismissed"
        case .submit(let name, _): "submitted \(name) of"
        case .snooze(let until): "snoozed until \(until.rfc3339)"
        case .unsnooze: "woke"
        case .voteUp: "voted up"
        case .voteDown: "voted down"
        }
    }
}
