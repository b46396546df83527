// Imports only what a host imports.
import CardStream
import CardStreamTesting
import Foundation
import Testing

/// A host that was written for an earlier version still compiles and does the same.
@Suite(.timeLimit(.minutes(1))) struct DeprecatedNamesTests {
    @Test func `a host with the old names acts, counts and observes`() async throws {
        let host: any DeprecatedCalls = Host()
        let feed = try await TestFeed()
        let session = try await feed.session(for: "ana", streams: ["inbox"])
        var cards: [CardID] = []
        for _ in 0..<5 { cards.append(try await feed.publish(Self.body, to: "ana", in: "inbox")) }
        for await snapshot in try session.snapshots(in: "inbox") where snapshot.totalCount == 5 { break }
        try await host.run(session, cards)
        for card in cards.prefix(3) { #expect(try await feed.end(of: card).status == .dismissed) }
        #expect(try await feed.outcome(of: cards[4]).status == .active)
        try await host.logOut(session)
        #expect(!session.isLoggedIn)
        await session.close()
    }

    @Test func `a card written with the old names equals one written with the new names`() {
        let host: any DeprecatedCalls = Host()
        let body = host.write()
        #expect(
            body.components.count == 9
                && body.components[1] == .headline(Card.Headline(text: "Release?", icon: Card.Icon(name: "clock"))))
    }

    @Test func `the old names of values equal the new ones`() {
        let host: any DeprecatedCalls = Host()
        host.compare()
    }

    private static let body = CardBody(components: [.headline(Card.Headline(text: "Release?"))])
}

/// The old names are used through this protocol, so that only they are marked as deprecated.
private protocol DeprecatedCalls {
    func run(_ session: CardSession, _ cards: [CardID]) async throws
    func logOut(_ session: CardSession) async throws
    func compare()
    func write() -> CardBody
}

private struct Host: DeprecatedCalls {
    @available(*, deprecated)
    func run(_ session: CardSession, _ cards: [CardID]) async throws {
        #expect(try await session.perform(.dismiss(cards[0], in: "inbox"), within: 20) == .delivered)
        #expect(try await session.perform(.dismiss(cards[1], in: "inbox"), within: nil) == .queued)
        try await session.respond(to: cards[2], in: "inbox", with: .dismiss, undoWindow: 300)
        #expect(try await session.respond(toAll: [cards[3]], in: "inbox", with: .dismiss, undoWindow: 300) == 1)
        _ = try await session.withdraw(from: cards[3], in: "inbox")
        try await session.sendHeld(within: 20.0)
        #expect(try await session.perform(.snooze(cards[3], in: "inbox", seconds: 60)) == .delivered)
        for seconds in [-1, Double.nan, .infinity] {
            await #expect(throws: RequestError.self) {
                try await session.perform(.snooze(cards[4], in: "inbox", seconds: seconds))
            }
        }
        #expect(try await session.cards(in: "inbox", through: FeedFilter()) == [cards[4]])
        session.setVisibleLimit(1, of: "inbox")
        #expect(try await session.cardCount(of: "inbox", within: 20) == 1)
        for await count in try session.cardCounts(of: "inbox", interval: 5) where try count.get() == 1 { break }
        try session.observeCardCount(of: "inbox") { _ in }.cancel()
        try await session.setEventFlushInterval(60)
        await #expect(throws: RequestError.self) { try await session.setEventFlushInterval(-.infinity) }
        let source = RuntimeVariableSource(timeout: 5) { _ in [:] }
        #expect(await source.values(for: [], within: 1).isEmpty)
        _ = RuntimeVariableSource(timeout: 5, values: [:])
    }

    @available(*, deprecated)
    func logOut(_ session: CardSession) async throws { try await session.logout(within: 20) }

    @available(*, deprecated)
    func compare() {
        var action = CardAction(.snooze(seconds: 60), card: "c", in: "inbox")
        #expect(action == .snooze("c", in: "inbox", for: .seconds(60)))
        (action.card, action.stream) = ("d", "other")
        #expect(action.cardID == "d" && action.streamID == "other" && action.card == "d" && action.stream == "other")
        #expect(CardSession.answerTime == 30)
        #expect(Undoing.nothing == UndoResult.nothing && Withdrawal.settled == WithdrawalResult.settled)
        #expect(ButtonAction.toLink(url: "https://a") == .openLink(url: "https://a"))
        #expect(ButtonAction.toSubview(id: "s") == .openSubview(id: "s"))
        #expect(Media.ImageAction.toLink(url: "https://a") == .openLink(url: "https://a"))
        #expect(Media.ImageAction.toSubview(id: "s") == .openSubview(id: "s"))
        #expect(CardCount(stream: "inbox", visible: 1, total: 2).stream == "inbox")
        let file = OutgoingFile(
            card: "c", stream: "inbox", bucketID: "b", path: "/p", filename: "p", format: .png, size: 1)
        #expect(file.card == file.cardID && file.stream == file.streamID)
        #expect(Connection.Delivery.push(fallbackInterval: 15) == .push(fallbackInterval: .seconds(15)))
        #expect(Connection.Delivery.polling(interval: 15) == .polling(interval: .seconds(15)))
        let often = StreamObserverConfiguration(refreshInterval: 5)
        #expect(often.refreshInterval == .seconds(5) && often.variableResolutionTimeout == .seconds(5))
        #expect(StreamObserverConfiguration(variableResolutionTimeout: 2).variableResolutionTimeout == .seconds(2))
        #expect(SourceRefusal(.busy, retryAfter: 7) == SourceRefusal(.busy, retryAfter: .seconds(7)))
        #expect(SourceCapabilities(actions: [], keyLifetime: 60).keyLifetime == .seconds(60))
        #expect(SourceCapabilities(actions: [], keyLifetime: .infinity).keyLifetime == nil)
    }

    /// Uses the old names of an author of cards.
    @available(*, deprecated)
    func write() -> CardBody {
        let icon = Icon(name: "clock")
        let appearance = TextAppearance.secondary
        let rule = ValidationRule(.required, message: "needed")
        let input = Input(name: "note", kind: .toggle(defaultValue: false), validation: [rule])
        let action: ButtonAction = .submit(.init(buttonName: "ok"))
        let components: [Component] = [
            .category(Category(text: "Ops", icon: icon)), .headline(Headline(text: "Release?", icon: icon)),
            .text(
                TextBlock(
                    text: "All passed.", appearance: appearance, expand: ClickToExpand(maxDisplayLines: 3))),
            .list(ListBlock(items: [])), .media(Media(kind: .image, url: "https://a/b.png")),
            .carousel(Carousel(items: [])), .loadMore(LoadMore(text: "More", page: "more")), .input(input),
            .buttons(ButtonContainer(buttons: [Button(text: "OK", action: action)])),
        ]
        return CardBody(components: components, subviews: ["more": Subview(title: "More", components: components)])
    }
}
