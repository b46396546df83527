internal import AppRuntime
internal import Basics
internal import CardSession
internal import CardStreamComapi
internal import Cards

import struct Foundation.Date

/// Sends a message to a conversation through the queue of the profile. Only the source of the conversation is asked: the
/// feed's server may be away.
struct ConversationAnswer: Sendable {
    typealias Done = (Card, CardResponse, CardSession.ActionOutcome)

    let setup: Setup
    let source: SourceConfig
    /// The conversation's card.
    let id: CardID
    /// The time limit of everything together.
    let seconds: Double
    /// Whether to wait for the service's answer.
    let waits: Bool

    /// Seconds in which a service that was not reached may still answer, and a viewer may load a new conversation.
    private static let patience = 3.0

    /// - Throws: ``CommandFailure`` with what became of the message.
    func send(_ text: String, _ file: AttachedFile?) throws -> Done {
        let end = ContinuousClock.now + .seconds(seconds)
        let cards = try CardsSession.acting(setup, until: end)
        guard cards.keepsActions else {
            try runBlocking { await cards.close() }
            throw CommandFailure(
                .failure,
                "another program has locked this profile's queue: send the message in that program, or quit it and try "
                    + "again")
        }
        return try runBlocking {
            let done: Done
            do { done = try await send(text, file, cards, until: end) } catch {
                await cards.finish(until: end)
                throw error
            }
            if done.2 == .delivered { await cards.finish(until: end) } else { await cards.close() }
            return done
        }
    }

    private func send(
        _ text: String, _ file: AttachedFile?, _ cards: CardsSession, until end: ContinuousClock.Instant
    ) async throws -> Done {
        let trouble = try await cards.reach(source, until: end)
        let card = try await card(cards, trouble, until: end)
        let kept = try file.map(keep)
        let response = ComapiSource.message(text, file: kept)
        let outcome: CardSession.ActionOutcome
        do throws(RequestError) {
            outcome = try await cards.session.perform(
                response, on: card.id, in: card.streamID, within: limit(trouble, until: end), keeps: true)
        } catch {
            if let kept, error.underlyingError?.isPending != true { await files.removeFile(named: kept.name) }
            throw error
        }
        guard waits, outcome == .queued else { return (card, response, outcome) }
        let reason = trouble?.message ?? "the service has not responded"
        throw CommandFailure(
            .kept, "\(reason); the message is stored: the next `say` or viewer of this profile sends it")
    }

    /// How long to wait for the answer; a service that was not reached at first is tried again for some seconds.
    private func limit(_ trouble: CommandFailure?, until end: ContinuousClock.Instant) -> Double? {
        guard waits else { return nil }
        return trouble == nil ? end.secondsLeft : min(end.secondsLeft, Self.patience)
    }

    /// The card to answer.
    private func card(
        _ cards: CardsSession, _ trouble: CommandFailure?, until end: ContinuousClock.Instant
    ) async throws -> Card {
        var found = try await cards.card(id, in: source.stream)
        // The viewer may just be loading a new conversation.
        let patience = min(end, .now + .seconds(Self.patience))
        while found == nil, trouble == nil, cards.session.isFollower, .now < patience {
            try await Task.sleep(for: .milliseconds(50))
            found = try await cards.card(id, in: source.stream)
        }
        guard let (card, delivery) = found else {
            if let trouble { throw CommandFailure(trouble.status, "\(trouble.message); the message is not stored") }
            throw CommandFailure(
                .nothingMatched,
                "the stream \(source.stream) has no card \"\(id.rawValue.escapingControls)\"; "
                    + "`cardstream conversations` lists the conversations, and a dismissed conversation returns with "
                    + "its next message")
        }
        guard card.status != .snoozed else {
            let id = card.id.rawValue.quotedForShell
            throw CommandFailure(.failure, "the conversation is snoozed; wake it first: cardstream act wake \(id)")
        }
        if case .refused(let reason) = delivery {
            Console.error("an earlier action was refused (\(reason)) and is discarded")
        }
        return card
    }

    private var files: ComapiFiles { ComapiFiles(folder: setup.place(of: source).folder) }

    private func keep(_ file: AttachedFile) throws(FileProblem) -> KeptFile {
        let name = try files.keep(file.bytes)
        return KeptFile(name: name, filename: file.filename, type: file.type, size: file.bytes.count)
    }
}
