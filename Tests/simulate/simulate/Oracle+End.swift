import CardSources
import CardStore
import Cards
import FeedAPI
import FeedEngine
import FeedStorage

/// Checks that must hold once the faults have ended.
extension Oracle {
    /// How a store differs from the server, or what it has left to send; nil if nothing.
    func divergence(_ viewer: ViewerProcess, _ storage: any FeedStorage) async -> String? {
        guard let database = viewer.database else { return "\(viewer.name) does not run" }
        guard viewer.profile.leader != nil else { return "\(viewer.name) has no connection" }
        do {
            let counts = try await database.outboxCounts(at: viewer.now)
            if counts.waiting > 0 || counts.heldUntil != nil {
                return "\(viewer.name) has \(counts.waiting) actions to send"
            }
            if counts.refused > 0 { return "\(viewer.name) has \(counts.refused) refused actions" }
            let range = CardRange(stream: World.stream, user: viewer.user, status: .active, limit: 10_000)
            let wanted = try await storage.cards(of: Node.environment, in: range).map(\.card.card)
                .sorted { FeedOrder($0) < FeedOrder($1) }.map { "\($0.id.short)@\($0.sequence)" }
            let all = FeedQuery(streamID: World.stream, before: 0, after: 10_000)
            let found = try database.window(all, at: viewer.now).items.map {
                "\($0.id.short)@\($0.serverVersion)"
            }
            if wanted != found {
                return "\(viewer.name) has \(found.joined(separator: " ")), the server \(wanted.joined(separator: " "))"
            }
            let window = try database.window(Screen.query, at: viewer.now)
            guard let shown = viewer.screen?.window else { return "\(viewer.name) shows nothing" }
            if shown.items != window.items || shown.totalCount != window.totalCount {
                let items = shown.items.map { "\($0.id.short)@\($0.serverVersion)" }
                return "\(viewer.name) shows \(items.joined(separator: " ")), which its store does not have"
            }
            return nil
        } catch {
            return "\(viewer.name): \(error)"
        }
    }

    /// Compares everything that was promised with the state of the server.
    func compare(
        _ storage: any FeedStorage, publications: Int, users: [Int: [UserID]], webhookMessages: [Receiver.Message]
    ) async throws {
        let cards = try await storage.cards(of: Node.environment, in: CardRange(limit: 100_000))
        let owners = Dictionary(uniqueKeysWithValues: cards.map { ($0.card.card.id, $0.card.card.feed.viewer.user) })
        for (viewer, ids) in seen.sorted(by: { $0.key < $1.key }) {
            for id in ids.sorted(by: { $0.rawValue < $1.rawValue }) where owners[id] != World.user(of: viewer) {
                fail("viewer\(viewer) has seen \(id.short), which is not its user's")
            }
        }
        var copies: [String: Int] = [:]
        for card in cards where card.card.card.ask == nil {
            copies["\(World.publication(of: card.card.body) ?? -1) \(card.card.card.feed.viewer.user)", default: 0] += 1
        }
        for number in 0..<publications {
            for user in users[number] ?? [] where copies["\(number) \(user)"] != 1 {
                fail("publication \(number) reached \(user) \(copies["\(number) \(user)"] ?? 0) times")
            }
        }
        for card in cards { try await compare(card.card.card, storage) }
        try await compareAsks(storage)
        try await compareWebhooks(webhookMessages, cards, storage)
    }

    private func compare(_ card: FeedCard, _ storage: any FeedStorage) async throws {
        let outcome = try await storage.outcome(of: card.id, in: Node.environment)
        let applied = Dictionary(grouping: outcome?.responses ?? [], by: \.response.kind).mapValues(\.count)
        for kind in CardResponse.Kind.allCases {
            var (least, most) = (0, 0)
            for intent in intents where intent.card == card.id && intent.kind == kind {
                let bounds = bounds(of: intent, isCardOpen: card.life.status.isOpen)
                least += bounds.lowerBound
                most += bounds.upperBound
            }
            let count = applied[kind] ?? 0
            guard count < least || count > most else { continue }
            let wanted = least == most ? "\(least)" : "from \(least) to \(most)"
            fail("\(kind) on \(card.id.short) was applied \(count) times instead of \(wanted)")
        }
    }

    private func bounds(of intent: Intent, isCardOpen: Bool) -> ClosedRange<Int> {
        switch intent.expectation {
        case .once: return 1...1
        case .never: return 0...0
        case .atMostOnce, .trying: return 0...1
        case .promised:
            guard silentProfiles.contains(ObjectIdentifier(intent.profile)) else {
                fail(
                    "\(intent.attempt.viewer.name) never learned what became of \(intent.kind) on \(intent.card.short)")
                return 0...1
            }
            // The server has no reason to refuse an action on an open card, except a snooze whose time may have passed.
            return isCardOpen && intent.kind != .snooze ? 1...1 : 0...1
        }
    }

    private func compareAsks(_ storage: any FeedStorage) async throws {
        let asks = try await storage.asks(of: Node.environment, includesSettled: true, limit: 1000)
        let rows = try await storage.audit(of: Node.environment, in: AuditQuery())
        for ask in asks {
            check(ask, wasSettled: true)
            let name = ask.id.rawValue.prefix(6)
            if ask.settlement == nil { fail("ask \(name) is not settled") }
            let ends: [AuditEntry.Event] = [.settled, .withdrawn, .timedOut]
            let settled = rows.count { $0.entry.ask == ask.id && ends.contains($0.entry.event) }
            if settled != 1 { fail("ask \(name) was settled \(settled) times") }
            if Set(ask.votes.map(\.user)).count != ask.votes.count { fail("ask \(name) counts a user twice") }
        }
    }
}
