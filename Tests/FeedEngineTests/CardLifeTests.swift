import Cards
import FeedEngine
import Support
import Testing

/// Times in these tests are in milliseconds. 100 is the time of publication.
@Suite struct CardLifeTests {
    private static func life(
        _ status: CardStatus, snoozedUntil: Int64? = nil, publishAt: Int64? = nil, expiresAt: Int64? = nil
    ) -> CardLife {
        CardLife(
            status: status, snoozedUntil: snoozedUntil, publishAt: publishAt, expiresAt: expiresAt, createdAt: 100,
            updatedAt: 100, activeAt: 100)
    }

    // MARK: Publication

    @Test(
        arguments: [
            (nil, nil, .active), (99, nil, .active), (100, nil, .active), (101, nil, .embargoed),
            (nil, 101, .active), (nil, 100, .expired), (nil, 99, .expired),
            (101, 102, .embargoed), (102, 101, .embargoed), (101, 100, .expired),
        ] as [(Int64?, Int64?, CardStatus)])
    func `a card begins active, embargoed before its time and expired after its end`(
        publishAt: Int64?, expiresAt: Int64?, expected: CardStatus
    ) {
        let life = CardLife(publishedAt: 100, publishAt: publishAt, expiresAt: expiresAt)
        #expect(life.status == expected)
        #expect([life.createdAt, life.updatedAt, life.activeAt] == [100, 100, 100])
        #expect(life.publishAt == publishAt && life.expiresAt == expiresAt)
        #expect(life.vote == nil && life.snoozedUntil == nil)
    }

    // MARK: Responses

    private static let submit = CardResponse.submit(buttonName: "approve", values: [:])
    private static let snooze = CardResponse.snooze(until: .fixed)

    @Test(
        arguments: [
            (.active, .dismiss, .dismissed), (.active, submit, .completed), (.active, snooze, .snoozed),
            (.active, .unsnooze, .active), (.active, .voteUp(message: nil), .active),
            (.active, .voteDown(reason: .other, message: nil), .active),
            (.snoozed, .dismiss, .dismissed), (.snoozed, submit, .completed), (.snoozed, snooze, .snoozed),
            (.snoozed, .unsnooze, .active), (.snoozed, .voteUp(message: nil), .snoozed),
            (.snoozed, .voteDown(reason: .other, message: nil), .snoozed),
        ] as [(CardStatus, CardResponse, CardStatus)])
    func `a response has its effect on an active and on a snoozed card`(
        from: CardStatus, response: CardResponse, expected: CardStatus
    ) {
        var life = Self.life(from, snoozedUntil: from == .snoozed ? 500 : nil)
        life.apply(response, at: 200)
        #expect(life.status == expected)
        #expect(life.updatedAt == 200 && life.createdAt == 100)
        #expect(life.activeAt == (from == .snoozed && expected == .active ? 200 : 100))
        let isSnooze = if case .snooze = response { true } else { false }
        #expect(life.snoozedUntil == (isSnooze ? 1_768_467_600_000 : expected == .snoozed ? 500 : nil))
        let vote: Card.Vote? =
            switch response {
            case .voteUp: .up
            case .voteDown: .down
            default: nil
            }
        #expect(life.vote == vote)
    }

    @Test func `a vote is replaced by the next one, and survives other changes`() {
        var life = Self.life(.active)
        life.apply(.voteUp(message: nil), at: 1)
        life.apply(.voteDown(reason: .tooOften, message: nil), at: 2)
        life.apply(.snooze(until: .fixed), at: 3)
        life.apply(.unsnooze, at: 4)
        life.apply(.dismiss, at: 5)
        #expect(life.vote == .down)
    }

    // MARK: Time

    @Test(
        arguments: [
            (life(.active), nil), (life(.active, expiresAt: 300), 300), (life(.active, publishAt: 50), nil),
            (life(.embargoed, publishAt: 200), 200), (life(.embargoed, publishAt: 200, expiresAt: 300), 200),
            (life(.embargoed, publishAt: 300, expiresAt: 200), 200),
            (life(.snoozed, snoozedUntil: 200), 200), (life(.snoozed, snoozedUntil: 200, expiresAt: 300), 200),
            (life(.snoozed, snoozedUntil: 300, expiresAt: 200), 200),
            (life(.completed, expiresAt: 300), nil), (life(.dismissed, expiresAt: 300), nil),
            (life(.cancelled, publishAt: 200, expiresAt: 300), nil), (life(.expired, expiresAt: 300), nil),
        ] as [(CardLife, Int64?)])
    func `the deadline of an open card is the earlier of wake-up and expiry`(
        life: CardLife, expected: Int64?
    ) {
        #expect(life.deadline == expected)
    }

    @Test(
        arguments: [
            (life(.embargoed, publishAt: 200), 199, .embargoed), (life(.embargoed, publishAt: 200), 200, .active),
            (life(.embargoed, publishAt: 200, expiresAt: 300), 300, .expired),
            (life(.snoozed, snoozedUntil: 200), 199, .snoozed), (life(.snoozed, snoozedUntil: 200), 200, .active),
            (life(.snoozed, snoozedUntil: 200, expiresAt: 150), 150, .expired),
            (life(.snoozed, snoozedUntil: 200, expiresAt: 200), 200, .expired),
            (life(.active, expiresAt: 200), 199, .active), (life(.active, expiresAt: 200), 200, .expired),
            (life(.active), .max, .active), (life(.completed, expiresAt: 200), 300, .completed),
            (life(.dismissed, expiresAt: 200), 300, .dismissed), (life(.cancelled, publishAt: 200), 300, .cancelled),
        ] as [(CardLife, Int64, CardStatus)])
    func `embargoes and snoozes end with time, unless the card has expired`(
        before: CardLife, now: Int64, expected: CardStatus
    ) {
        var life = before
        #expect(life.advance(to: now) == (expected != before.status))
        #expect(life.status == expected)
        guard expected != before.status else {
            #expect(life == before)
            return
        }
        #expect(life.updatedAt == now && life.snoozedUntil == nil)
        #expect(life.activeAt == (expected == .active ? now : 100))
        #expect(life.advance(to: now) == false)
    }

    @Test(arguments: [CardStatus.active, .embargoed, .snoozed])
    func `a card that is closed has no deadline and does not come back`(status: CardStatus) {
        var life = Self.life(status, snoozedUntil: status == .snoozed ? 200 : nil, publishAt: 200, expiresAt: 300)
        life.close(as: .cancelled, at: 150)
        #expect(life.status == .cancelled && life.updatedAt == 150)
        #expect(life.deadline == nil && life.snoozedUntil == nil)
        #expect(!life.advance(to: 400) && life.status == .cancelled)
    }
}
