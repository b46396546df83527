import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import FeedEngine

@Suite struct ActingTests {
    private static let submit = CardResponse.submit(buttonName: "approve", values: [:])

    @Test(
        arguments: [
            (.dismiss, .dismissed, .dismissed, 0), (submit, .completed, .completed, 0),
            (.snooze(until: .fixed(60)), .snoozed, .snoozed, 0), (.unsnooze, .active, nil, 1),
            (.voteUp(message: nil), .active, nil, 1),
        ] as [(CardResponse, CardStatus, WebhookEvent?, Int)])
    func `an action changes the card, takes a number and is answered with it`(
        response: CardResponse, status: CardStatus, event: WebhookEvent?, visible: Int
    ) throws {
        var feeds = MemoryFeeds()
        let id = try feeds.publish()
        let receipt = try feeds.act(response, on: id, at: 5)
        #expect(receipt == ActionReceipt(key: "k", cardID: id, status: status, sequence: 2))
        let card = try #require(feeds.card(id))
        #expect(card.life.status == status && card.sequence == 2)
        #expect(card.life.updatedAt == Date.fixed(5).milliseconds)
        #expect(feeds.last.updated == [card] && feeds.last.inserted.isEmpty)
        #expect(feeds.last.events.map(\.event) == [event].compactMap(\.self))
        #expect(feeds.counters[MemoryFeeds.ops] == FeedCounters(sequence: 2, visible: visible, everHadCard: true))
        #expect(feeds.last.actions.map(\.receipt) == [receipt] && feeds.last.actions.map(\.viewer) == [MemoryFeeds.ana])
    }

    @Test(
        arguments: [
            (.unsnooze, .unsnoozed), (.snooze(until: .fixed(90)), .snoozed), (.voteUp(message: nil), nil),
            (.dismiss, .dismissed),
        ] as [(CardResponse, WebhookEvent?)])
    func `webhooks get the return, new snooze and end of a snoozed card, but no vote`(
        response: CardResponse, event: WebhookEvent?
    ) throws {
        var feeds = MemoryFeeds()
        let id = try feeds.publish()
        try feeds.act(.snooze(until: .fixed(60)), on: id)
        let receipt = try feeds.act(response, on: id, key: "other", at: 5)
        #expect(receipt.sequence == 3)
        #expect(feeds.last.events.map(\.event) == [event].compactMap(\.self))
    }

    // MARK: Keys

    @Test func `a repeated request gets the first response and changes nothing`() throws {
        var feeds = MemoryFeeds()
        let id = try feeds.publish()
        let first = try feeds.act(Self.submit, on: id)
        // The card has ended by now.
        #expect(try feeds.act(Self.submit, on: id) == first)
        #expect(feeds.actions.count == 1 && feeds.last == FeedChanges())
    }

    @Test func `a key with another request is refused`() throws {
        var feeds = MemoryFeeds()
        let id = try feeds.publish()
        try feeds.act(.voteUp(message: nil), on: id)
        for response: CardResponse in [.voteUp(message: "Yes"), .dismiss, .unsnooze] {
            let problem = problem { () throws(Problem) in try feeds.act(response, on: id) }
            #expect(problem?.type == .keyReused && problem?.pointer == "/key")
        }
        let problem = problem { () throws(Problem) in try feeds.act(.voteUp(message: nil), on: id, at: 1) }
        #expect(problem?.type == .keyReused)
        #expect(feeds.counters[MemoryFeeds.ops]?.sequence == 2)
    }

    // MARK: Refusals

    @Test(
        arguments: [
            (.active, nil), (.snoozed, nil), (.embargoed, .unknownCard), (.completed, .cardClosed),
            (.dismissed, .cardClosed), (.cancelled, .cardClosed), (.expired, .cardClosed),
        ] as [(CardStatus, ProblemType?)])
    func `open cards accept actions and files, embargoed ones are unknown`(
        status: CardStatus, expected: ProblemType?
    ) throws {
        let stored = StoredCard(
            card: FeedCard(
                id: "c", feed: MemoryFeeds.ops, priority: 5,
                life: CardLife(status: status, createdAt: 0, updatedAt: 0, activeAt: 0)),
            body: Self.form.encoded())
        let request = ActionRequest(key: "k", streamID: "ops", cardID: "c", response: .dismiss, at: .fixed)
        let acting = problem { () throws(Problem) in
            var engine = FeedEngine(now: .fixed)
            engine.load(LoadedFeeds(counters: [MemoryFeeds.ops: FeedCounters()]))
            return try engine.act(request, by: MemoryFeeds.ana, on: stored)
        }
        let sending = problem { () throws(Problem) in
            try FeedEngine.checkUpload(into: "receipts", for: stored)
        }
        #expect(acting?.type == expected && sending?.type == expected)
    }

    @Test func `a card that the feed does not have is unknown`() {
        var feeds = MemoryFeeds()
        let acting = problem { () throws(Problem) in try feeds.act(.dismiss, on: "c") }
        let sending = problem { () throws(Problem) in try FeedEngine.checkUpload(into: "receipts", for: nil) }
        #expect(acting?.type == .unknownCard && sending?.type == .unknownCard)
    }

    private static let silent = ActionProperties(
        isDismissSwipeEnabled: false, isDismissOverflowEnabled: false, isSnoozeSwipeEnabled: false,
        isSnoozeOverflowEnabled: false)

    @Test(
        arguments: [
            (.dismiss, .notOffered, nil), (submit, .notOffered, "/button"),
            (.snooze(until: .fixed(60)), .notOffered, nil), (.unsnooze, nil, nil),
            (.voteUp(message: nil), .notOffered, nil),
            (.voteDown(reason: .other, message: nil), .notOffered, nil),
        ] as [(CardResponse, ProblemType?, String?)])
    func `an action that a card does not offer is refused`(
        response: CardResponse, type: ProblemType?, pointer: String?
    ) throws {
        var feeds = MemoryFeeds()
        let id = try feeds.publish(
            makeBody(components: [.text(Card.TextBlock(text: "Read me"))], actions: Self.silent))
        let problem = problem { () throws(Problem) in try feeds.act(response, on: id) }
        #expect(problem?.type == type && problem?.pointer == pointer)
        #expect(feeds.actions.count == (type == nil ? 1 : 0))
    }

    // MARK: Replies

    private static let conversation = makeBody(components: [
        .buttons(
            Card.ButtonContainer(buttons: [
                Card.Button(
                    text: "Send", action: .submit(Card.ButtonAction.Submission(buttonName: "say", keepsCard: true))),
                Card.Button(text: "Close", action: .submit(Card.ButtonAction.Submission(buttonName: "close"))),
            ]))
    ])

    @Test func `a card stays open after a reply, and each reply is recorded and sent to webhooks`() throws {
        var feeds = MemoryFeeds()
        let id = try feeds.publish(Self.conversation)
        for (index, text) in ["one", "two"].enumerated() {
            let reply = CardResponse.reply(buttonName: "say", values: ["text": .string(text)])
            let receipt = try feeds.act(reply, on: id, key: ActionKey(stored: text), at: Double(index + 1))
            #expect(receipt.status == .active && receipt.sequence == Int64(index + 2))
            #expect(feeds.last.events.map(\.event) == [.replied])
        }
        #expect(feeds.actions.count == 2)
        #expect(feeds.status(id) == .active)
        #expect(try feeds.act(.submit(buttonName: "close", values: [:]), on: id, key: "c").status == .completed)
    }

    @Test func `a submit from a viewer without replies keeps the card open as well`() throws {
        var feeds = MemoryFeeds()
        let id = try feeds.publish(Self.conversation)
        #expect(try feeds.act(.submit(buttonName: "say", values: [:]), on: id).status == .active)
        #expect(feeds.last.events.map(\.event) == [.replied])
    }

    @Test func `a reply needs a button that keeps the card`() throws {
        var feeds = MemoryFeeds()
        let id = try feeds.publish(Self.conversation)
        let reply = CardResponse.reply(buttonName: "close", values: [:])
        let problem = problem { () throws(Problem) in try feeds.act(reply, on: id) }
        #expect(problem?.type == .notOffered && problem?.pointer == "/button")
        #expect(feeds.status(id) == .active)
    }

    /// The end of a snooze in seconds from now, and whether it is accepted. The card expires after 100 seconds; a
    /// preset of 1000 seconds is recognised with a tolerance of 120.
    @Test(
        arguments: [
            (-1, false), (0, false), (1, true), (100, true), (101, false), (879, false), (880, true), (1000, true),
            (1120, true), (1121, false),
        ])
    func `a snooze ends in the future, and after the card's expiry only with a preset`(
        until: Double, isTaken: Bool
    ) throws {
        var feeds = MemoryFeeds()
        var body = makeBody(components: [
            .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Later", action: .snooze(.duration("PT1000S")))]))
        ])
        body.expiresAt = .fixed(100)
        let id = try feeds.publish(body)
        let response = CardResponse.snooze(until: .fixed(until))
        let problem = problem { () throws(Problem) in try feeds.act(response, on: id) }
        #expect((problem == nil) == isTaken)
        if !isTaken { #expect(problem?.type == .badAction && problem?.pointer == "/until") }
    }

    // MARK: Files

    private static func file(_ name: String, bucket: String) -> Card.Component {
        .input(Card.Input(name: name, label: name, kind: .fileUpload(bucketID: bucket, allowedTypes: .staticImage)))
    }

    private static let form = makeBody(
        components: [
            file("receipt", bucket: "receipts"),
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: "Send", action: .submit(Card.ButtonAction.Submission(buttonName: "approve")))
                ])),
        ],
        subviews: ["more": Card.Subview(title: "More", components: [file("photo", bucket: "photos")])])

    /// The values of a submit, the files that they submit, and the position of a mistake.
    private static let submits: [(values: JSONObject, submitted: [UploadID], pointer: String?)] = [
        ([:], [], nil), (["receipt": .null], [], nil), (["note": ["id": "unknown"]], [], nil),
        (["receipt": ["id": "r"]], ["r"], nil), (["photo": ["id": "p"], "receipt": ["id": "r"]], ["r", "p"], nil),
        (["receipt": ["id": "unknown"]], [], "/values/receipt"), (["receipt": ["id": "p"]], [], "/values/receipt"),
        (["receipt": "r"], [], "/values/receipt"), (["receipt": [:]], [], "/values/receipt"),
        (["receipt": ["id": ""]], [], "/values/receipt"), (["photo": ["id": "r"]], [], "/values/photo"),
    ]

    @Test(arguments: submits.indices)
    func `a submit names files that its user has uploaded for the input's bucket`(index: Int) throws {
        let (values, submitted, pointer) = Self.submits[index]
        var feeds = MemoryFeeds()
        feeds.files = ["r": "receipts", "p": "photos"]
        let id = try feeds.publish(Self.form)
        let response = CardResponse.submit(buttonName: "approve", values: values)
        let problem = problem { () throws(Problem) in try feeds.act(response, on: id) }
        #expect(problem?.type == (pointer == nil ? nil : .badAction) && problem?.pointer == pointer)
        #expect(feeds.submitted == submitted)
    }

    @Test(arguments: [("receipts", nil), ("photos", nil), ("other", "receipts, photos")] as [(BucketID, String?)])
    func `a file goes into a bucket that an input names`(bucket: BucketID, expected: String?) throws {
        var feeds = MemoryFeeds()
        try feeds.publish(Self.form)
        let problem = problem { () throws(Problem) in
            try FeedEngine.checkUpload(into: bucket, for: feeds.cards[0])
        }
        #expect(problem?.type == (expected == nil ? nil : .unknownBucket) && problem?.expected == expected)
    }
}
