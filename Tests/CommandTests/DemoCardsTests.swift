import Cards
import Foundation
import Testing

@testable import cardstream

struct DemoCardsTests {
    @Test func `the demo's cards have no lint findings`() throws {
        let cards = try DemoCards(.living)
        let all = cards.first.map(\.card) + cards.later.indices.map { cards.laterCard($0) }
        #expect(all.count > 15)
        for card in all { #expect(CardLint.findings(in: card, now: Date()) == []) }
    }
}
