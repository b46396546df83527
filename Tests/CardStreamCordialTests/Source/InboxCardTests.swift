import CardSources
import Cards
import Foundation
import Support
import Testing

@testable import CardStreamCordial

/// The card of a message.
@Suite struct InboxCardTests {
    private func message(_ metadata: JSONObject = [:], isRead: Bool = false) throws -> InboxMessage {
        let json: JSONObject = [
            "_id": "m", "url": "https://content.example/m", "urlExpireAt": "2026-07-31T10:00:00.000Z",
            "sentAt": "2026-07-31T09:00:00.000Z", "read": .bool(isRead), "metadata": .object(metadata),
        ]
        return try #require(InboxMessage(json))
    }

    private func body(
        _ metadata: JSONObject = [:], isRead: Bool = false, vanity: [String] = []
    ) throws -> CardBody {
        InboxCard(try message(metadata, isRead: isRead), vanityDomains: vanity).body
    }

    private func buttons(_ body: CardBody) -> [Card.Button] {
        body.components.compactMap { if case .buttons(let container) = $0 { container.buttons } else { nil } }.joined()
            .map(\.self)
    }

    @Test(arguments: ["https://shop.example/a b.png", "https://shop.example/<a.png", "mailto:ana@shop.example"])
    func `any address in metadata results in a valid card`(address: String) throws {
        let slide: JSONValue = ["imageURL": .string(address), "deepLink": .string(address)]
        let body = try body([
            "imageUrl": .string(address), "deepLink": .string(address), "carousel": [slide],
        ])
        let problems = CardValidation.problems(in: body.encoded()).filter { !"\($0)".contains("has no pages") }
        #expect(problems == [])
    }

    @Test func `a preview has title, subtitle, text and thumbnail`() throws {
        let body = try body([
            "title": "Sale", "subtitle": "Two *days*", "text": "All polos\nhalf price",
            "imageUrl": "https://shop.example/polo.png",
        ])
        #expect(body.title == "Sale")
        #expect(
            body.components.contains(
                .text(Card.TextBlock(text: #"Two \*days\*"#, appearance: .secondary))))
        #expect(body.components.contains(.text(Card.TextBlock(text: "All polos\\\nhalf price"))))
        let image = body.components.compactMap { if case .media(let media) = $0 { media } else { nil } }.first
        #expect(image?.url == "https://shop.example/polo.png" && image?.layout == .thumbnail)
        #expect(image?.action == .openSubview(id: "message"))
    }

    @Test func `C-10 the pictures of a carousel stand beside each other, each with its link`() throws {
        let body = try body([
            "title": "Looks",
            "carousel": [
                [
                    "imageURL": "https://shop.example/1.png", "deepLink": "https://shop.example/1",
                    "title": "One *star*",
                ],
                ["imageUrl": "https://shop.example/2.png", "deepLink": ["url": "https://shop.example/2"]],
                ["imageURL": "javascript:alert(1)"], ["imageURL": "https://shop.example/3.png"],
            ],
        ])
        // A published card must contain its page.
        var published = body
        published.pages["content"] = []
        #expect(CardValidation.problems(in: published.json).isEmpty)
        #expect(buttons(body).map(\.text) == ["Open", "Mark as read"])
        guard case .carousel(let carousel)? = body.components.last else { Issue.record("\(body.components)"); return }
        #expect(carousel.items.map(\.url) == (1...3).map { "https://shop.example/\($0).png" })
        #expect(carousel.items.map(\.caption) == ["One *star*", nil, nil])
        #expect(carousel.items.map(\.alternativeText) == [nil, "Looks, 2 of 3", "Looks, 3 of 3"])
        #expect(body.submissions.map(\.buttonName) == ["read", "link-1", "link-2"])
        #expect(body.submissions.map(\.then) == [nil, .url("https://shop.example/1"), .url("https://shop.example/2")])
        // A picture without a link is opened itself.
        #expect(carousel.items[2].button?.action == .openLink(url: "https://shop.example/3.png"))
    }

    @Test func `a message without metadata is a card that can be opened`() throws {
        let body = try body()
        #expect(body.title == "Message" && buttons(body).map(\.text) == ["Open", "Mark as read"])
        #expect(buttons(body).first?.action == .openSubview(id: "message"))
        #expect(
            body.subviews["message"]?.components == [
                .loadMore(Card.LoadMore(text: "The message", page: "content", loadsOnOpen: true))
            ])
    }

    @Test func `a message can be marked as read or as unread, by the same number`() throws {
        #expect(buttons(try body()).map(\.text).last == "Mark as read")
        #expect(buttons(try body()).count == buttons(try body(isRead: true)).count)
        #expect(buttons(try body(isRead: true)).map(\.text) == ["Open", "Mark as unread"])
        #expect(try body(isRead: true).isRead == true && body().isRead == false)
        for isRead in [true, false] { #expect(try InboxCard(message(isRead: isRead)).entry(id: "m").isRead == isRead) }
    }

    @Test(
        arguments: [
            (["deepLink": "https://shop.example/polo"], "https://shop.example/polo"),
            (["deepLink": ["url": "https://shop.example/polo"]], "https://shop.example/polo"),
            // An address in a domain that counts clicks.
            (["deepLink": "https://click.example/1"], "https://click.example/1?cookie-only=1"),
        ] as [(JSONObject, String)]) func `a link is opened by a button once its click is recorded`(
            metadata: JSONObject, address: String
        ) throws
    {
        let button = try #require(buttons(try body(metadata, vanity: ["click.example"])).dropLast().last)
        guard case .submit(let submission) = button.action else { Issue.record("\(button)"); return }
        #expect(submission.buttonName == "link" && submission.keepsCard && submission.then == .url(address))
    }

    @Test func `a link that no browser opens is not offered`() throws {
        for link in ["shop://polo", "javascript:alert(1)", "file:///etc/passwd", ""] {
            #expect(buttons(try body(["deepLink": .string(link)])).map(\.text) == ["Open", "Mark as read"])
        }
    }

    @Test func `hostile metadata makes a valid card`() throws {
        let long = String(repeating: "\u{1B}[31m*_` ", count: 20_000)
        let body = try body([
            "title": .string(long), "subtitle": .string(long), "text": .string(long), "imageUrl": "javascript:alert(1)",
            "read": "yes", "more": .string(long),
        ])
        #expect(body.encoded().count < CardLimits.bytes)
        #expect(try CardBody.decode(body.encoded()) == body)
        // A published card must contain its page.
        var published = body
        published.pages["content"] = []
        #expect(CardValidation.problems(in: published.json).isEmpty)
        #expect(body.isRead == false)
    }

    @Test func `metadata is passed on`() throws {
        #expect(try body(["campaign": "autumn"]).metadata == ["campaign": "autumn", "read": false])
    }
}
