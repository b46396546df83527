import AppCore
import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@testable import CardStreamUI

/// A container as a host uses it: in a separate session, with a server in the same process.
@Suite(.timeLimit(.minutes(1))) struct CardContainerTests {
    private let stream = StreamID("inbox")

    /// Symbols: container-vertical, container-horizontal, container-single, container-modal
    @Test(arguments: [CardContainer.Kind.vertical, .horizontal, .single, .modal])
    func `every kind of container shows a card without the viewer's screen around it`(kind: CardContainer.Kind)
        async throws
    {
        let host = try await Host(kind, cards: ["Sign the lease"])
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        #expect(host.container.isVisible)
        let text = host.container.picture.text
        #expect(!text.contains("live") && !text.contains("dismiss"), "a status line:\n\(text)")
        await host.end()
    }

    @Test(arguments: [CardContainer.Kind.single, .modal])
    func `a single card container takes no space without a card`(kind: CardContainer.Kind) async throws {
        let host = try await Host(kind)
        _ = host.container.advance()
        #expect(!host.container.isVisible)
        #expect(host.container.usedRows == 0)
        #expect(host.container.picture.text.allSatisfy { $0.isWhitespace })
        try await host.publish("Sign the lease")
        try host.run("the card") { $0.container.isVisible }
        try host.run("the card's picture") { $0.container.picture.text.contains("Sign the lease") }
        await host.end()
    }

    /// Symbols: configuration, set-text, text-cardListTitle, text-awaitingFirstCard
    @Test func `a vertical container says that it is empty, in the host's words`() async throws {
        var configuration = ContainerConfiguration()
        configuration.texts = [.cardListTitle: "Decisions", .awaitingFirstCard: "Nobody wants anything"]
        let host = try await Host(.vertical, configuration: configuration)
        try host.run("the words") { $0.container.picture.text.contains("Nobody wants anything") }
        #expect(host.container.picture.text.contains("Decisions"))
        await host.end()
    }

    /// Symbols: on-event, on-dismissed
    @Test func `a key answers a card, and the host and the server are notified`() async throws {
        let host = try await Host(.vertical)
        let id = try await host.publish("Sign the lease")
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        host.container.press(try #require(ContainerKey("d")))
        try host.run("the event") { $0.events.contains(.dismissed(id)) }
        try host.run("the toast") { $0.container.picture.text.contains("Card dismissed") }
        while try await host.server.outcome(of: id, environment: host.keys.environment).status != .dismissed {
            try host.run("the delivery") { _ in true }
            await Task.yield()
        }
        await host.end()
    }

    /// Symbols: on-voted, on-snoozed, voting-options
    @Test func `votes and a snooze are reported to the host`() async throws {
        let host = try await Host(.vertical)
        let votes = ActionProperties(voteUp: .enabled(feedbackLabel: nil), voteDown: .enabled(feedbackLabel: nil))
        func press(_ names: String...) throws {
            for name in names { host.container.press(try #require(ContainerKey(name))) }
        }
        let liked = try await host.publish("Sign the lease", actions: votes)
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        try press("+")
        try host.run("the vote up") { $0.events.contains(.voted(liked, isUseful: true)) }
        let other = try await host.publish("Pay the rent", actions: votes)
        try host.run("the other card") { $0.container.picture.text.contains("Pay the rent") }
        try press("g", "-", "1")
        try host.run("the vote down") { $0.events.contains(.voted(other, isUseful: false)) }
        let now = Date()
        try press("s", "1")
        try host.run("the snooze") { host in
            host.events.contains { event in
                guard case .snoozed(other, let until) = event else { return false }
                return until > now
            }
        }
        try host.run("it is gone") { !$0.container.picture.text.contains("Pay the rent") }
        await host.end()
    }

    /// Symbols: container-refresh, refresh-interval
    @Test(arguments: [(3600.0, true), (1.0, false), (-1.0, false)])
    func `a container refreshes on request of its host and at the configured interval`(
        interval: Double, isRefreshed: Bool
    ) async throws {
        var configuration = ContainerConfiguration()
        configuration.refreshInterval = .seconds(interval)
        let host = try await Host(.vertical, configuration: configuration, delivery: .polling(interval: .seconds(3600)))
        try host.run("no cards") { $0.container.picture.text.contains("Cards will appear here") }
        try await host.publish("Sign the lease")
        if isRefreshed { host.container.refresh() }
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        await host.end()
    }

    /// Symbols: config-filters, filter-apply, filter-none
    @Test func `a container shows the cards that match its filters, and follows changes of the filters`()
        async throws
    {
        var configuration = ContainerConfiguration()
        configuration.filters = [try .greaterThan(.priority(5))]
        let host = try await Host(.vertical, configuration: configuration)
        try host.run("no cards") { $0.container.picture.text.contains("Cards will appear here") }
        let lease = try await host.publish("Sign the lease")
        try await host.publish("Pay the rent")
        func shown(_ container: CardContainer) -> [Bool] {
            ["Sign the lease", "Pay the rent"].map { container.picture.text.contains($0) }
        }
        host.container.apply([])
        try host.run("both") { shown($0.container) == [true, true] }
        host.container.apply([try .cardInstanceID(lease)])
        try host.run("the one") { shown($0.container) == [true, false] }
        host.container.apply(configuration.filters)
        try host.run("none") { shown($0.container) == [false, false] }
        host.container.apply([])
        try host.run("both again") { shown($0.container) == [true, true] }
        await host.end()
    }

    /// Symbols: interface-style
    @Test func `an appearance is for a dark or a light background`() throws {
        let session = try CardSession(.memory)
        let grounds = try [ContainerAppearance.InterfaceStyle.dark, .light].map { style in
            let appearance = ContainerAppearance(theme: "ink", interfaceStyle: style, colors: .direct)
            let container = try CardContainer(of: stream, in: session, columns: 20, rows: 5, appearance: appearance)
            defer { container.close() }
            return try #require(container.picture[row: 2, column: 2]).background
        }
        #expect(grounds[0] != grounds[1])
    }

    /// Symbols: on-link-button, on-image, on-submit-button, on-submitted
    @Test func `a payload for the host names its card and button`() async throws {
        let host = try await Host(.vertical, rows: 30)
        let payload: JSONObject = ["order": .string("A1")]
        func button(_ text: String, _ action: Card.ButtonAction) -> Card.Button {
            Card.Button(text: text, action: action)
        }
        let id = try await host.publish(
            "Pick one",
            .media(Card.Media(kind: .image, url: "https://example.org/a.png", action: .passPayload(payload))),
            .buttons(
                Card.ButtonContainer(buttons: [
                    button("Link", .passPayload(payload)),
                    button("Send", .submit(.init(buttonName: "send", then: .payload(payload)))),
                ])))
        try host.run("the card") { $0.container.picture.text.contains("Pick one") }
        for name in ["tab", "enter", "1", "2"] { host.container.press(try #require(ContainerKey(name))) }
        try host.run("the payloads") { $0.events.contains(.submitButtonPressed(id, button: "send", payload: payload)) }
        #expect(
            host.events.filter { if case .sizeChanged = $0 { false } else { true } } == [
                .imagePressed(id, payload: payload), .linkButtonPressed(id, payload: payload),
                .submitted(id, button: "send"), .submitButtonPressed(id, button: "send", payload: payload),
            ])
        await host.end()
    }

    /// Symbols: on-link
    @Test(arguments: [true, false])
    func `the host is notified of a link, and may open it itself`(opensLinks: Bool) async throws {
        var configuration = ContainerConfiguration()
        configuration.opensLinks = opensLinks
        let host = try await Host(.vertical, configuration: configuration)
        let events = Lock<[SDKEvent]>([])
        host.session.observeEvents { event in events.withLock { $0.append(event) } }
        let url = "https://example.org/a"
        let id = try await host.publish(
            "Pick one", .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Go", action: .openLink(url: url))])))
        try host.run("the card") { $0.container.picture.text.contains("Pick one") }
        host.container.press(try #require(ContainerKey("1")))
        try host.run("the link") { $0.events.contains(.linkPressed(id, url: url)) }
        // Without a browser the link is shown to the user. It is not copied, because the terminal and its clipboard
        // belong to the host.
        try host.run("the frame") { $0.container.picture.text.contains(url) == opensLinks }
        #expect(!host.container.picture.text.contains("Link copied"))
        if !opensLinks {
            try host.run("the redirection") { _ in
                events.withLock { $0 }.contains { $0.detail == .userRedirected(to: .url(url), by: .linkButton) }
            }
        }
        #expect(host.events.count { $0 == .linkPressed(id, url: url) } == 1)
        await host.end()
    }

    /// Symbols: on-failed
    @Test func `a refused answer is reported as failed, and as an event of the request`() async throws {
        let host = try await Host(.vertical)
        let id = try await host.publish("Sign the lease")
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        let events = Lock<[SDKEvent]>([])
        host.session.observeEvents { event in events.withLock { $0.append(event) } }
        var client = FeedClient.inProcess(host.server, environment: host.keys.environment, user: "ana")
        client.act = { _ throws(FeedError) in
            throw .server(Problem(.notOffered, detail: "Not today"), retryAfter: nil)
        }
        await host.session.connect(
            FeedSource(client), streams: ["inbox"], delivery: .push(fallbackInterval: .seconds(1)), onEvent: { _ in })
        host.container.press(try #require(ContainerKey("d")))
        try host.run("the refusal") { $0.events.contains(.failed(id, .dismiss, reason: "Not today")) }
        #expect(!host.events.contains(.dismissed(id)))
        try host.run("the event") { _ in
            events.withLock { $0 }.contains { $0.detail == .requestFailed(path: "/v1/actions", status: 409) }
        }
        await host.end()
    }

    @Test func `a container reports its events to the session`() async throws {
        let host = try await Host(.horizontal)
        let events = Lock<[SDKEvent]>([])
        host.session.observeEvents { event in events.withLock { $0.append(event) } }
        let payload: JSONObject = ["open": "order 7"]
        let id = try await host.publish(
            "Pick one",
            .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Link", action: .passPayload(payload))])))
        func received(_ kind: SDKEvent.Kind) -> SDKEvent? { events.withLock { $0 }.first { $0.kind == kind } }
        try host.run("the card") { $0.container.picture.text.contains("Pick one") }
        for name in ["1", "s", "esc", "+"] { host.container.press(try #require(ContainerKey(name))) }
        let wanted: [SDKEvent.Kind] = [
            .streamDisplayed, .userRedirected, .snoozeOptionsDisplayed, .snoozeOptionsCanceled, .cardDisplayed,
            .cardFeedUpdated,
        ]
        try host.run("the events") { _ in wanted.allSatisfy { received($0) != nil } }
        #expect(received(.userRedirected)?.detail == .userRedirected(to: .payload(payload), by: .linkButton))
        #expect(received(.userRedirected)?.report.stream == .init(length: 1, visible: 1, position: 0, mode: .horizon))
        #expect(received(.cardDisplayed)?.cardID == id && received(.cardDisplayed)?.report.stream?.position == 0)
        await host.end()
    }

    @Test func `containers of one session report only their own answers`() async throws {
        let host = try await Host(.vertical)
        let other = try CardContainer(of: "other", in: host.session, columns: 40, rows: 10)
        let id = try await host.publish("Sign the lease")
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        host.container.press(try #require(ContainerKey("d")))
        try host.run("the event") { $0.events.contains(.dismissed(id)) }
        #expect(!other.advance().contains(.dismissed(id)))
        #expect(!other.picture.text.contains("dismissed"))
        other.close()
        await host.end()
    }

    @Test func `a container follows its stream by itself, and a logout ends it`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        let server = try await FeedServer(keys.config)
        let port = try await server.start(listen: .ephemeralLoopback)
        let body = CardBody(components: [.headline(Card.Headline(text: "Sign the lease"))])
        _ = try await server.publish(
            [PublishRequest(streamID: "inbox", users: ["ana"], body: body.encoded())], environment: keys.environment)
        let token = TokenMint.mint(user: "ana", secret: keys.secret, now: Date())
        let session = try CardSession(.memory)
        let container = try CardContainer(of: "inbox", in: session, columns: 60, rows: 16)
        try await session.login(
            environmentID: keys.environment.rawValue, apiKey: keys.viewerKey, baseURL: "http://127.0.0.1:\(port)"
        ) { token }
        try await show("Sign the lease", in: container)
        try await session.logout()
        try await show("Couldn't load data", in: container)
        let text = container.picture.text
        #expect(text.contains("logged out"), "\(text)")
        #expect(!text.contains("Sign the lease") && !text.contains("CARDSTREAM_TOKEN"), "\(text)")
        container.close()
        await session.close()
        await server.stop(within: .seconds(1))
    }

    /// A store may contain another user's cards until the user is known.
    @Test func `a container shows stored cards once the login names their user`() async throws {
        let folder = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let keys = DevelopmentKeys.ephemeral()
        let server = try await FeedServer(keys.config)
        let port = try await server.start(listen: .ephemeralLoopback)
        let body = CardBody(components: [
            .headline(Card.Headline(text: "Sign the lease")),
            .input(Card.Input(name: "note", label: "Note", kind: .text(defaultValue: "", numberOfLines: 1))),
        ])
        _ = try await server.publish(
            [PublishRequest(streamID: "inbox", users: ["ana"], body: body.encoded())], environment: keys.environment)
        for (number, user) in ["ana", "ana", "ben"].enumerated() {
            let session = try CardSession(.file(path: folder + "/cards.sqlite"))
            var appearance = ContainerAppearance()
            appearance.colors = .none
            let container = try CardContainer(of: "inbox", in: session, columns: 60, rows: 16, appearance: appearance)
            for _ in 1...20 { _ = container.advance() }
            #expect(!container.picture.text.contains("Sign the lease"), "\(container.picture.text)")
            let token = TokenMint.mint(user: user, secret: keys.secret, now: Date())
            try await session.login(
                environmentID: keys.environment.rawValue, apiKey: keys.viewerKey, baseURL: "http://127.0.0.1:\(port)"
            ) { token }
            if user == "ana" {
                try await show("Sign the lease", in: container)
                if number == 0 {
                    for scalar in "\thalf a word".unicodeScalars {
                        container.press(try #require(ContainerKey(curses: Int32(scalar.value))))
                    }
                }
                try await show("half a word", in: container)
            } else {
                // Nothing of the previous user is shown in between.
                try await show("Cards will appear here", in: container)
            }
            container.close()
            await session.close()
        }
        await server.stop(within: .seconds(1))
    }

    @Test func `a container is refused if the session observes too many streams`() async throws {
        let session = try CardSession(.memory)
        var containers = try (1...CardSession.streamLimit).map { number in
            try CardContainer(of: StreamID("s\(number)"), in: session, columns: 20, rows: 4)
        }
        #expect(throws: ContainerError.self) { try CardContainer(of: "more", in: session, columns: 20, rows: 4) }
        containers.removeLast().close()
        containers.append(try CardContainer(of: "more", in: session, columns: 20, rows: 4))
        for container in containers { container.close() }
        await session.close()
    }

    private func show(_ text: String, in container: CardContainer) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while !container.picture.text.lowercased().contains(text.lowercased()) {
            _ = container.advance()
            try #require(ContinuousClock.now < end, "waited for \(text):\n\(container.picture.text)")
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Symbols: container-close
    @Test func `the host is notified each time the user wants to leave`() async throws {
        let host = try await Host(.vertical, cards: ["Sign the lease"])
        let quit = try #require(ContainerKey("q"))
        for count in 1...2 {
            host.container.press(quit)
            try host.run("the wish") { $0.events.count { $0 == .closeRequested } == count }
        }
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        await host.end()
    }

    /// Symbols: container-size
    @Test func `another size is drawn immediately`() async throws {
        let host = try await Host(.vertical, cards: ["Sign the lease"])
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        host.container.resize(columns: .max, rows: .max)
        #expect(host.container.picture.columns == 1000 && host.container.picture.rows == 1000)
        host.container.resize(columns: 30, rows: 8)
        try host.run("the size") { $0.container.picture.columns == 30 && $0.container.picture.rows == 8 }
        try host.run("the event") { host in
            host.events.contains { if case .sizeChanged(columns: 30, _) = $0 { true } else { false } }
        }
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        host.container.resize(columns: 0, rows: 0)
        host.events += host.container.advance()
        #expect(!host.container.isVisible)
        await host.end()
    }

    /// Symbols: presentation, on-action-button
    @Test func `a header button notifies the host`() async throws {
        var configuration = ContainerConfiguration()
        configuration.presentation = .withActionButton("Close me")
        let host = try await Host(.vertical, configuration: configuration)
        try host.run("the button") { $0.container.picture.text.contains("Close me") }
        let rows = host.container.picture.text.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("Close me") })
        let column = try #require(rows[row].firstRange(of: "Close me")).lowerBound
        host.container.click(column: rows[row].distance(from: rows[row].startIndex, to: column) + 2, row: row)
        try host.run("the event") { $0.events.contains(.actionButtonPressed) }
        await host.end()
    }

    /// Symbols: presentation-contextual
    @Test(arguments: [(ContainerConfiguration.ContextualButton.close, "Close"), (.back, "Back")])
    func `a contextual button asks the host to leave`(
        button: ContainerConfiguration.ContextualButton, label: String
    ) async throws {
        var configuration = ContainerConfiguration()
        configuration.presentation = .withContextualButton(button)
        let host = try await Host(.vertical, configuration: configuration)
        try host.run("the button") { $0.container.picture.text.contains("a \(label)") }
        host.container.press(try #require(ContainerKey("a")))
        try host.run("the event") { $0.events.contains(.closeRequested) }
        #expect(!host.events.contains(.actionButtonPressed))
        await host.end()
    }

    /// Symbols: custom-headers
    @Test func `the host's lines change while the container is shown`() async throws {
        var configuration = ContainerConfiguration()
        configuration.headerLines = ["Good morning"]
        let host = try await Host(.vertical, cards: ["Sign the lease"], configuration: configuration)
        try host.run("the line") { $0.container.picture.text.contains("Good morning") }
        host.container.setHeaderLines(["Good evening", "One meeting"])
        try host.run("the lines") { host in
            let text = host.container.picture.text
            return text.contains("Good evening") && text.contains("One meeting") && !text.contains("Good morning")
        }
        host.container.setHeaderLines([])
        try host.run("no lines") { !$0.container.picture.text.contains("Good evening") }
        await host.end()
    }

    /// Symbols: update-variables
    @Test func `variables are resolved again when the host says so`() async throws {
        let asked = Lock(0)
        let host = try await Host(
            .vertical,
            variables: RuntimeVariableSource { cards in
                let count = asked.withLock { count in
                    count += 1
                    return count
                }
                return Dictionary(uniqueKeysWithValues: cards.map { ($0.id, ["amount": "\(count) EUR"]) })
            })
        let body = CardBody(
            variables: [RuntimeVariable(name: "amount", defaultValue: "nothing")],
            components: [.headline(Card.Headline(text: "You have {{amount}}"))])
        try await host.publish(body)
        try host.run("the value") { $0.container.picture.text.contains("You have 1 EUR") }
        host.container.updateVariables()
        try host.run("the next value") { $0.container.picture.text.contains("You have 2 EUR") }
        await host.end()
    }

    /// Symbols: interface-style, dynamic-type
    @Test func `the theme, the background and the size of text change while the container is shown`() async throws {
        let host = try await Host(.vertical)
        try await host.publish("Sign the lease", .text(Card.TextBlock(text: "It ends in March")))
        try host.run("the card") { $0.container.picture.text.contains("It ends in March") }
        func cells() -> [ContainerPicture.Cell?] {
            let picture = host.container.picture
            return (0..<picture.rows).flatMap { row in (0..<picture.columns).map { picture[row: row, column: $0] } }
        }
        var before = cells()
        for appearance in [
            ContainerAppearance(theme: "ink", interfaceStyle: .dark, colors: .direct),
            ContainerAppearance(theme: "ink", interfaceStyle: .light, colors: .direct),
            ContainerAppearance(theme: "ink", interfaceStyle: .light, colors: .direct, textSize: .xxl),
        ] {
            try host.container.setAppearance(appearance)
            // A frame may have to wait for the previous one.
            try host.run("the look \(appearance)") { _ in cells() != before }
            before = cells()
        }
        #expect(throws: ContainerError.self) {
            try host.container.setAppearance(ContainerAppearance(theme: "no-such-theme"))
        }
        host.events += host.container.advance()
        #expect(host.container.picture.text.contains("Sign the lease"))
        await host.end()
    }

    @Test func `a theme that does not exist is an error`() throws {
        var appearance = ContainerAppearance()
        appearance.theme = "no-such-theme"
        let session = try CardSession(.memory)
        let error = #expect(throws: ContainerError.self) {
            try CardContainer(of: stream, in: session, columns: 20, rows: 5, appearance: appearance)
        }
        #expect(error.map { "\($0)".contains("no-such-theme") } == true)
    }
}
