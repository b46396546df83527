import Basics
import CardSources
import Cards
import CordialEmulator
import CordialSupport
import Foundation
import Support
import Testing

@testable import CardStreamCordial

/// In-app messages as cards of a separate stream.
@Suite(.timeLimit(.minutes(1))) struct InAppSourceTests {
    private let emulated = EmulatedAccount()
    private let stream: StreamID = "in-app"

    /// A source that shows this message.
    private func showing(
        _ html: String, _ parameters: JSONObject = [:]
    ) async throws -> (CordialSource, CordialClient) {
        let client = try await emulated.joined(as: "ana")
        await client.inAppMessages.setDisplayDelay(.zero)
        await client.inAppMessages.refresh()
        let now = emulated.clock.now
        await emulated.emulator.change { $0.announce("m1", to: "ana", content: html, parameters, sentAt: now) }
        await client.inAppMessages.refresh()
        try await emulated.wait { try await client.inAppMessages.current()?.id == "m1" }
        return (CordialSource(client, stream: "inbox", inAppStream: stream, pollInterval: 3600, clock: .live), client)
    }

    private func body(_ source: CordialSource) async throws -> CardBody? {
        try await source.snapshot(of: stream, page: nil).entries.first.map { try CardBody.decode($0.body) }
    }

    private func buttons(_ body: CardBody?) -> [Card.Button] {
        for case .buttons(let container) in body?.components ?? [] { return container.buttons }
        return []
    }

    private func press(_ label: String, _ values: JSONObject = [:], _ source: CordialSource) async throws
        -> ActionReceipt
    {
        let button = try #require(buttons(try await body(source)).first { $0.text == label })
        guard case .submit(let submission) = button.action else { throw SourceError.unsupported(label) }
        var all = submission.values
        for (key, value) in values.members { all[key] = value }
        return try await perform(submission.response(with: all), source)
    }

    @discardableResult
    private func perform(
        _ response: CardResponse, _ source: CordialSource, key: String = UUID().uuidString
    ) async throws -> ActionReceipt {
        try await source.perform(
            ActionRequest(
                key: ActionKey(rawValue: key) ?? "key", streamID: stream, cardID: "m1", response: response,
                at: emulated.clock.now))
    }

    private func events(_ name: String, _ client: CordialClient) async -> [JSONObject] {
        await client.events.flush()
        return await emulated.records.events.filter { $0["event"]?.string == name }
    }

    @Test func `a message is a card with its texts, fields and buttons`() async throws {
        let (source, _) = try await showing(
            """
            <h1>Your size?</h1><p>Tell us <b>once</b>.</p>
            <label for="mail">E-mail</label><input id="mail" required>
            <input type="radio" id="m" name="size" checked><label for="m">M</label>
            <input type="radio" id="l" name="size"><label for="l">L</label>
            <input type="hidden" id="source" value="autumn"><input type="checkbox" id="news" aria-label="News">
            <button onclick="crdlCaptureAllInputs('size_given')">Send</button>
            <a href="https://shop.example/sizes">Sizes</a>
            <button onclick="other()">Other</button>
            """)
        let body = try #require(try await body(source))
        #expect(CardValidation.problems(in: body.json).isEmpty)
        #expect(body.title == #"Your size?"#.replacing("?", with: "\\?") || body.title == "Your size?")
        let inputs = body.components.compactMap { if case .input(let input) = $0 { input } else { nil } }
        #expect(inputs.map(\.name) == ["mail", "group size", "news"])
        #expect(inputs.first?.label == "E-mail" && inputs.first?.validation.map(\.rule) == [.required])
        #expect(
            inputs.dropFirst().first?.kind
                == .radioGroup(
                    items: [.init(value: "m", label: "M"), .init(value: "l", label: "L")], defaultValue: "m"))
        #expect(buttons(body).map(\.text) == ["Send", "Sizes", "Close"])
        #expect(!body.actions.isSnoozeSwipeEnabled)
    }

    @Test func `a form is captured with the ids of its fields, once`() async throws {
        let (source, client) = try await showing(
            """
            <input id="mail"><input type="number" id="age"><input type="checkbox" id="news">
            <input type="radio" id="m" name="size"><input type="radio" id="l" name="size">
            <input type="hidden" id="source" value="autumn">
            <button onclick="crdlCaptureAllInputs('size_given')">Send</button>
            """)
        let receipt = try await press(
            "Send", ["mail": "ana@example.com", "age": 42, "news": true, "group size": "l"], source)
        #expect(receipt.status == .completed)
        let sent = await events("size_given", client)
        #expect(sent.count == 1 && sent.first?["mcID"] == "m1")
        #expect(
            sent.first?["properties"]
                == ["age": 42, "l": true, "m": false, "mail": "ana@example.com", "news": true, "source": "autumn"])
        #expect(try await body(source) == nil)
        #expect(await events("crdl_in_app_message_manual_dismiss", client).isEmpty)
    }

    @Test func `a button opens its link and sends its event`() async throws {
        let (source, client) = try await showing(
            #"<button onclick="crdlAction('https://shop.example/polo', 'polo_wanted')">Buy</button>"#)
        guard case .submit(let submission)? = buttons(try await body(source)).first?.action else { return }
        #expect(submission.then == .url("https://shop.example/polo") && !submission.keepsCard)
        _ = try await press("Buy", [:], source)
        #expect(await events("polo_wanted", client).map { $0["mcID"]?.string } == ["m1"])
        #expect(await events("crdl_deep_link_open", client).count == 1)
        #expect(try await client.attribution.current()?.messageID == "m1")
    }

    @Test func `an action on a closed message is refused, and a repeated one does nothing`() async throws {
        let (source, client) = try await showing("<p>Hello</p>")
        #expect(try await body(source) != nil)
        for _ in 0..<2 {
            #expect(try await perform(.dismiss, source, key: "close").status == .dismissed)
        }
        #expect(await events("crdl_in_app_message_manual_dismiss", client).count == 1)
        await #expect(throws: SourceError.refused(SourceRefusal(.cardClosed))) { try await perform(.dismiss, source) }
    }

    @Test func `a held message is counted, and delivered on request`() async throws {
        let client = try await emulated.joined(as: "ana")
        await client.inAppMessages.setDisplayDelay(.zero)
        await client.inAppMessages.setMode(.hold)
        let source = CordialSource(
            client, stream: "inbox", inAppStream: stream, pollInterval: 3600, clock: .live)
        let feed = try await source.follow([Subscription(streamID: stream, since: nil)])
        var counts = await source.heldCounts().makeAsyncIterator()
        #expect(await counts.next() == 0)
        let now = emulated.clock.now
        await emulated.emulator.change { $0.announce("m1", to: "ana", content: "<p>Hello</p>", [:], sentAt: now) }
        await client.inAppMessages.refresh()
        #expect(await counts.next() == 1)
        #expect(try await body(source) == nil)
        try await source.releaseHeld()
        #expect(try await body(source) != nil)
        #expect(await counts.next() == 0)
        await feed.close()
    }

    @Test func `a banner that ends by itself is removed, and an answer given before is accepted`() async throws {
        let (source, client) = try await showing(
            #"<button onclick="crdlAction(null, 'late')">Yes</button>"#, ["type": "banner_bottom"])
        let feed = try await source.follow([Subscription(streamID: stream, since: nil)])
        guard case .submit(let submission)? = buttons(try await body(source)).first?.action else { return }
        await emulated.advance(by: 15)
        for try await event in feed.events {
            if case .changes(let delta) = event, !delta.removals.isEmpty { break }
        }
        #expect(await events("crdl_in_app_message_auto_dismiss", client).count == 1)
        try await perform(submission.response(with: submission.values), source)
        #expect(await events("late", client).count == 1)
        await feed.close()
    }
}
