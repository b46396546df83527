internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import CardSession
internal import Cards

import struct Foundation.Date

/// `cardstream cards`: lists cards, one per line.
struct CardsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards",
        abstract: "List the cards that wait for you, one line each.",
        discussion: """
            Prints id, priority, age and title, in the order of the feed or of --sort. Ids are shortened to at least 8 \
            characters; every command accepts a short id. With --json each line is an object with the whole card, as \
            `cardstream schema cards` describes. The streams that the screens of the profile show are listed one after \
            the other; --stream lists only one stream.

            The command fetches new cards from the server, and can run alongside a viewer. --offline lists only the \
            cards stored on this machine. Exit code 3: no card matches. 5: the server could not be reached, or no card \
            matches and a source could not be reached.

            FILTERS
              rollback "on call"        words in the card's text
              is:unseen                 \(Self.stateRows)
              has:input                 \(Self.names(CardSearch.Part.self))
              priority:<=2              also >=, <, > or just a number; 1 comes first
              template:NAME             the card's template
              category:NAME             the card's category, or a part of it
              var.NAME:TEXT             the default value of a variable
              expires:<2h               also 1d12h or PT90M; expires:never
              sent:>=2026-07-31         also <, >, <= or only the day, in UTC;
                                        or a time, such as 2026-07-31T09:00:00Z
              sent:<2h                  published less than two hours ago; also >
              -is:voted                 a minus negates a term; all terms must match

            EXAMPLES
              cardstream cards
              cardstream cards --filter 'is:unseen priority:<=2'
              cardstream cards --json | jq -r 'select(.expires) | .id'
              cardstream cards --filter 'template:"on call"' --offline
              cardstream cards --sort expiring | head -5
            """)

    /// The states in rows of at most 80 columns, because the argument parser would continue a longer line at the left
    /// edge.
    private static var stateRows: String {
        let names = CardSearch.State.allCases.map(\.rawValue)
        return stride(from: 0, to: names.count, by: 5)
            .map { names[$0..<min($0 + 5, names.count)].joined(separator: ", ") }
            .joined(separator: ",\n" + String(repeating: " ", count: 28))
    }

    private static func names<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> String {
        type.allCases.map(\.rawValue).joined(separator: ", ")
    }

    @OptionGroup var options: CardsOptions
    @OptionGroup var filter: FilterOptions

    @Option(
        help: ArgumentHelp(
            "Order the cards: \(orders).", valueName: "order"),
        completion: .list(CardOrder.names), transform: Self.order)
    var sort = CardOrder.feed

    private static let orders = CardOrder.names.joined(separator: ", ")

    /// - Throws: If the network fails, an error that mentions --offline.
    private static func synchronise(_ cards: CardsSession, within seconds: Double) async throws {
        do { try await cards.synchronise(within: seconds) } catch let failure as CommandFailure {
            guard failure.status == .network else { throw failure }
            throw CommandFailure(
                .network, failure.message.continued("--offline lists the cards stored on this machine"))
        }
    }

    static func order(_ name: String) throws -> CardOrder {
        guard let order = CardOrder(name: name) else {
            throw ValidationError(
                "unknown order \"\(name.escapingControls)\"; expected \(orders)")
        }
        return order
    }

    @Flag(help: "Use only the cards stored on this machine.")
    var offline = false

    @Flag(help: "Print one line of JSON per card.")
    var json = false

    func run() throws {
        let filter = try filter.filter()
        let setup = try options.setup().ofKnownProfile()
        let cards = try CardsSession(reading: setup)
        let (now, isJSON, isOffline, timeout, order) = (Date(), json, offline, options.timeout, sort)
        let (count, hidden) = try runBlocking {
            do {
                if !isOffline { try await Self.synchronise(cards, within: timeout) }
                let hidden = isOffline ? nil : await cards.hiddenIfEmpty()
                await cards.disconnect()
                let output = BufferedLineWriter()
                let listed = Lock<[Card]>([])
                for stream in cards.streams {
                    try await cards.forEachCard(in: stream, through: filter, by: order) { item in
                        guard case .card(let card) = item.content else {
                            Console.error("card \(item.id) cannot be read; update cardstream")
                            return
                        }
                        if isJSON {
                            output.add(CardLine.json(card, item.delivery))
                        } else {
                            listed.withLock { $0.append(card) }
                        }
                    }
                }
                let found = listed.withLock { $0 }
                let ids = ShortIDs(found.map(\.id.rawValue))
                for card in found {
                    output.add(
                        CardLine.text(
                            card, id: ids[card.id.rawValue], values: setup.config.runtimeVariables, at: now))
                }
                output.flush()
                await cards.close()
                return (output.count, hidden)
            } catch {
                await cards.close()
                throw error
            }
        }
        guard count == 0 else { return }
        // The messages of the failures were printed.
        if let failure = cards.sourceFailures.withLock(\.first) {
            Console.error("no card was found, but not every source could be reached; try again later")
            throw failure.status
        }
        if isOffline {
            Console.error(
                "no matching card is stored on this machine: only viewers and commands that act on cards store them; "
                    + "leave out --offline to fetch cards from the server")
        } else if options.settings.stream == nil, let words = hidden?.text {
            Console.error(
                "\(words): `cardstream cards --stream NAME` lists them, and a container shows them in the viewer "
                    + "(`cardstream help containers`)")
        } else if let words = Self.emptyMessage(
            isFiltered: !filter.search.isEmpty, stream: options.settings.stream, profile: options.settings.profile,
            known: CompletionValues.profileNames(setup.paths))
        {
            Console.error(words)
        } else if Console.isErrorTerminal {
            Console.error(filter.search.isEmpty ? "no cards" : "no cards match the filter")
        }
        throw ExitStatus.nothingMatched
    }
}

extension CardsCommand {
    /// The message for an empty list if flags name a stream or a profile, because a mistyped name has no cards. Nil
    /// without these flags.
    ///
    /// - Parameter known: The profiles that have data.
    static func emptyMessage(isFiltered: Bool, stream: String?, profile: String?, known: [String]) -> String? {
        let words = isFiltered ? "no cards match the filter" : "no cards"
        if let stream {
            return "\(words) in \(stream.escapingControls); `cardstream metrics` lists the streams that have cards"
        }
        guard let profile else { return nil }
        let others = known.filter { $0 != profile }
        let guess = Spelling.nearest(to: profile, among: others).map { "; did you mean \"\($0)\"?" }
        let list = others.isEmpty ? "" : "; other profiles: \(others.joined(separator: ", "))"
        return "\(words) in the profile \"\(profile.escapingControls)\"\(guess ?? list)"
    }
}

extension CardsSession {
    /// The cards of other streams, if the streams of the screens have none; nil if they have some, or if the numbers are
    /// not known.
    fileprivate func hiddenIfEmpty() async -> HiddenStreams? {
        for stream in streams {
            // Reading the cards reports the error.
            guard let window = try? session.window(FeedQuery(streamID: stream, before: 0, after: 0)),
                window.totalCount == 0
            else { return nil }
        }
        // The numbers only improve a message.
        guard let metrics = try? await session.userMetrics() else { return nil }
        return HiddenStreams(metrics, except: setup.shownStreams)
    }

    /// Calls a closure with each card that passes a filter, in this order. Any order other than the feed's keeps all of
    /// them in memory.
    fileprivate func forEachCard(
        in stream: StreamID, through filter: FeedFilter, by order: CardOrder,
        _ take: @escaping @Sendable (CardWindow.Item) -> Void
    ) async throws(SessionError) {
        guard order != .feed else {
            return try await session.forEachCard(in: stream, through: filter) { item in
                take(item)
                return true
            }
        }
        let found = Lock<[CardWindow.Item]>([])
        try await session.forEachCard(in: stream, through: filter) { item in
            found.withLock { $0.append(item) }
            return true
        }
        for item in order.sorted(found.withLock { $0 }) { take(item) }
    }
}

extension CardOrder {
    /// Sorts items that are in the order of the feed. Cards that cannot be read come first, as in the feed's order.
    func sorted(_ items: [CardWindow.Item]) -> [CardWindow.Item] {
        let keys = items.map { item -> Int64 in
            guard case .card(let card) = item.content else { return .min }
            return key(activeAt: card.activeAt.milliseconds, expiresAt: card.expiresAt?.milliseconds)
        }
        // The index is part of the key, because the standard library does not guarantee a stable sort.
        return items.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { items[$0] }
    }
}
