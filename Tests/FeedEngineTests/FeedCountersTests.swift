import Cards
import FeedEngine
import Testing

@Suite struct FeedCountersTests {
    /// The sequence number of a change (0 for none), and the difference in the number of active cards.
    private static let changes: [(from: CardStatus?, to: CardStatus, sequence: Int64, visible: Int)] = [
        (nil, .active, 8, 1), (nil, .embargoed, 0, 0), (nil, .expired, 0, 0),
        (.embargoed, .active, 8, 1), (.embargoed, .cancelled, 0, 0), (.embargoed, .expired, 0, 0),
        (.active, .active, 8, 0), (.active, .snoozed, 8, -1), (.active, .completed, 8, -1),
        (.active, .dismissed, 8, -1), (.active, .cancelled, 8, -1), (.active, .expired, 8, -1),
        (.snoozed, .active, 8, 1), (.snoozed, .snoozed, 8, 0), (.snoozed, .completed, 8, 0),
        (.snoozed, .dismissed, 8, 0), (.snoozed, .cancelled, 8, 0), (.snoozed, .expired, 8, 0),
    ]

    @Test(arguments: changes.indices)
    func `a change gets the next number unless the card was never delivered to its user`(index: Int) {
        let change = Self.changes[index]
        var counters = FeedCounters(sequence: 7, visible: 3)
        #expect(counters.count(from: change.from, to: change.to) == change.sequence)
        #expect(counters.sequence == (change.sequence == 0 ? 7 : 8))
        #expect(counters.visible == 3 + change.visible)
        #expect(counters.everHadCard == (change.to == .active))
    }

    @Test func `a feed that has had a card keeps that flag`() {
        var counters = FeedCounters()
        #expect(counters.count(from: nil, to: .active) == 1)
        #expect(counters.count(from: .active, to: .dismissed) == 2)
        #expect(counters == FeedCounters(sequence: 2, visible: 0, everHadCard: true))
    }
}
