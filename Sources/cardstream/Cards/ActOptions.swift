internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards
internal import ViewModels

import struct Foundation.Date

/// The flags of everything that is done to a card, and how it is done.
struct ActOptions: ParsableArguments {
    @OptionGroup var options: CardsOptions

    @Flag(help: "Only put it into the queue; it is sent when a viewer, or the next `act`, is connected.")
    var noWait = false

    @Flag(help: "Print JSON.")
    var json = false

    /// Seconds that `--no-wait` waits for the queue.
    private static let patience = 3.0

    /// Does what `make` says with a card, and waits for the server's word.
    ///
    /// - Parameter make: Given the card as it is now.
    func act(
        on id: String, _ make: @escaping @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) throws {
        let setup = try options.setup()
        var cards = try CardsSession(acting: setup)
        if noWait {
            // Another command has the queue for a moment only; a viewer keeps it.
            let end = ContinuousClock.now + .seconds(Self.patience)
            while !cards.keepsActions, ContinuousClock.now < end {
                let copy = cards
                try runBlocking {
                    await copy.close()
                    try await Task.sleep(for: .milliseconds(100))
                }
                cards = try CardsSession(acting: setup)
            }
            guard cards.keepsActions else {
                throw CommandFailure(
                    .failure,
                    "a viewer has this profile's queue, or a command that waits for the server: leave out --no-wait, which sends at once beside it, or act in the viewer"
                )
            }
        }
        let limit = noWait ? nil : Double?(options.timeout)
        let timeout = options.timeout
        let (card, response, outcome) = try runBlocking { [cards] in
            do {
                let done = try await Self.act(cards, id, limit, timeout, make)
                await cards.close()
                return done
            } catch {
                await cards.close()
                throw error
            }
        }
        if json { return Console.data(Self.json(card, response, outcome).text()) }
        Console.print("\(response.wordsDone) \(card.id)\(outcome == .queued ? ", waits to be sent" : "")")
    }

    private static func act(
        _ cards: CardsSession, _ id: String, _ limit: Double?, _ timeout: Double,
        _ make: @Sendable (Card, Date, LocalZone) throws -> CardResponse
    ) async throws -> (Card, CardResponse, CardSession.ActionOutcome) {
        let isHere = limit == nil ? try await cards.card(CardID(id)) != nil : false
        if !isHere { try await cards.synchronise(within: timeout) }
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
        let outcome = try await cards.session.perform(response, on: card.id, in: card.streamID, within: limit)
        // The publisher is told of it at once: the next run may be days away. The answer itself has arrived, and what cannot
        // be sent now waits in the store.
        if outcome == .delivered { try? await cards.session.flushEvents() }
        return (card, response, outcome)
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
