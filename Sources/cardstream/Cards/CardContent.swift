internal import AppCore
internal import AppRuntime
internal import Canvas
internal import CardSession
internal import CardUI
internal import Cards

/// The content that a card loads when it is opened: the pages that load automatically, and the pages that follow them.
struct CardContent {
    let setup: Setup
    let isOffline: Bool
    /// The maximum time to wait for the server in seconds.
    let seconds: Double

    /// Prints the content as plain text, or as JSON.
    func print(_ id: String, isJSON: Bool) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        let cards = try CardsSession.acting(setup, until: end)
        let (source, isOffline) = (self, isOffline)
        let (card, components) = try runBlocking {
            do {
                try await cards.join(within: end.secondsLeft)
                let card = try await source.card(id, cards, isOffline: isOffline, until: end)
                let components = try await source.load(card, cards)
                await cards.finish(until: end)
                return (card, components)
            } catch {
                await cards.close()
                throw error
            }
        }
        var plain = PlainText()
        let parts = [plain.text(of: components), plain.links].filter { !$0.isEmpty }
        let text = SafeText(parts.joined(separator: "\n\n"), lines: .multiple, limit: .max).string
        guard isJSON else { return Console.print(text) }
        Console.json(
            [
                "id": .string(card.id.rawValue), "stream": .string(card.streamID.rawValue), "text": .string(text),
                "content": .array(components.map(\.json)),
            ])
    }

    /// The card. If the source cannot be reached, the stored card is used.
    private func card(
        _ id: String, _ cards: CardsSession, isOffline: Bool, until end: ContinuousClock.Instant
    ) async throws -> Card {
        if !isOffline, !cards.session.isFollower {
            do { try await cards.synchronise(within: end.secondsLeft) } catch let failure as CommandFailure
                where failure.status == .network
            {
                // A message that was opened before is stored on this machine.
                Console.error(failure.message)
            }
        } else {
            try await cards.attachSources()
        }
        return try await cards.requireCard(id).card
    }

    private func load(_ card: Card, _ cards: CardsSession) async throws -> [Card.Component] {
        let first = card.layouts.joined().compactMap { component -> String? in
            if case .loadMore(let more) = component, more.loadsOnOpen { more.page } else { nil }
        }
        guard !first.isEmpty else {
            throw CommandFailure(.nothingMatched, "the card loads nothing when it is opened; leave out --content")
        }
        var components: [Card.Component] = []
        for name in first {
            var next: String? = name
            var loaded: Set<String> = []
            // Stop at a page that was already loaded, because a cycle of pages would load forever.
            while let page = next, loaded.insert(page).inserted {
                next = nil
                for component in try await cards.session.page(page, of: card.id, in: card.streamID) {
                    if case .loadMore(let more) = component { next = more.page } else { components.append(component) }
                }
            }
        }
        return components
    }
}
