internal import AppRuntime
internal import Basics
internal import CardSession
internal import CardStreamComapi
internal import Cards

import struct Foundation.Date

/// Sends a message to a conversation through the queue of the profile. Only the source of the conversation is
/// contacted, so the feed's server does not have to be reachable.
struct ConversationAnswer: Sendable {
    typealias Done = (CardResponse, CardSession.ActionOutcome)

    let setup: Setup
    let source: SourceConfig
    /// The conversation's id.
    let conversation: String
    /// The time limit for everything together in seconds.
    let seconds: Double
    /// Whether to wait for the service's response.
    let waits: Bool

    /// The time in seconds to wait for a service that could not be reached at first.
    private static let retryTime = 3.0

    /// The conversation's card, if it has one.
    var card: CardID { ComapiSource.cardID(of: conversation) }

    /// - Throws: ``CommandFailure`` that says what happened to the message.
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
            if done.1 == .delivered { await cards.finish(until: end) } else { await cards.close() }
            return done
        }
    }

    private func send(
        _ text: String, _ file: AttachedFile?, _ cards: CardsSession, until end: ContinuousClock.Instant
    ) async throws -> Done {
        let trouble = try await cards.reach(source, until: end)
        guard let card = try await card(cards, trouble) else { return try await sendDirectly(text, file) }
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
        guard waits, outcome == .queued else { return (response, outcome) }
        let reason = trouble?.message ?? "the service has not responded"
        throw CommandFailure(
            .kept, reason.continued("the message is stored: the next `say` or viewer of this profile sends it"))
    }

    /// Sends a message to a conversation that has no card, because it was dismissed or the user does not take part in
    /// it. The message is not queued. It brings back the card of a dismissed conversation.
    ///
    /// - Throws: `ComapiError`, or ``CommandFailure`` if the message may still have been sent.
    private func sendDirectly(_ text: String, _ file: AttachedFile?) async throws -> Done {
        let client = ComapiClient(source, setup.environment(of: source))
        var parts: [MessagePart] = text.isEmpty ? [] : [.text(text)]
        if let file {
            let content = ComapiContent(name: file.filename, type: file.type, bytes: file.bytes)
            let stored = try await client.conversations.upload(content, folder: ComapiConversations.attachmentFolder)
            parts.append(
                MessagePart(name: file.filename, type: file.type, url: stored.url, size: file.bytes.count))
        }
        do throws(ComapiError) {
            try await client.conversations.send(SendableMessage(parts: parts), to: conversation)
        } catch {
            throw await failure(error, client)
        }
        return (ComapiSource.message(text), .delivered)
    }

    /// The error for a message that was sent without the queue.
    private func failure(_ error: ComapiError, _ client: ComapiClient) async -> any Error {
        let (words, id) = (CommandFailure.message(for: error), conversation.escapingControls)
        if error.mayHaveTakenEffect {
            return CommandFailure(
                .unknown,
                words.continued("the message may have been sent nevertheless: see `cardstream messages \(id)`"))
        }
        guard error.status == 403, let me = await client.sessions.profileID() else { return error }
        return CommandFailure(
            .failure,
            words.continued(
                "only participants can send messages. To join a public conversation, run: cardstream conversation add "
                    + "\(id) \(me.escapingControls)"))
    }

    /// How long to wait for the response in seconds; nil to not wait. A service that was not reached at first gets
    /// ``retryTime``.
    private func limit(_ trouble: CommandFailure?, until end: ContinuousClock.Instant) -> Double? {
        guard waits else { return nil }
        return trouble == nil ? end.secondsLeft : min(end.secondsLeft, Self.retryTime)
    }

    /// The card to answer; nil if the conversation has none.
    private func card(
        _ cards: CardsSession, _ trouble: CommandFailure?
    ) async throws -> Card? {
        guard let (card, delivery) = try await cards.card(card, in: source.stream) else {
            if let trouble {
                throw CommandFailure(trouble.status, trouble.message.continued("the message is not stored"))
            }
            return nil
        }
        if case .refused(let reason) = delivery {
            Console.error("an earlier action was refused (\(reason)) and is discarded")
        }
        return card
    }

    private var files: ComapiFiles { ComapiFiles(folder: setup.environment(of: source).folder) }

    private func keep(_ file: AttachedFile) throws(FileProblem) -> QueuedFile {
        let name = try files.keep(file.bytes)
        return QueuedFile(name: name, filename: file.filename, type: file.type, size: file.bytes.count)
    }
}
