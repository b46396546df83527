import Cards
import FeedAPI
import FeedStorage
import Foundation
import Support
import Testing

@testable import FeedServer

@Suite struct CompactionTests {
    @Test func `ended cards are deleted in batches, and open ones stay`() async throws {
        let test = try await TestServer()
        var cards: [CardID] = []
        for number in 0..<6 { cards.append(try await test.publish(key: "k\(number)")) }
        let open = cards.removeLast()
        for card in cards { _ = try await test.act(.dismiss, on: card) }
        let storage = test.server.service.storage
        let later = test.clock.now + 1
        // Five cards and six keys of the publisher, at most two of each at a time.
        var gone: [Int] = []
        repeat { gone.append(try await storage.compact(before: later, limit: 2)) } while gone.last != 0
        #expect(gone == [4, 4, 3, 0])
        #expect(try await test.ids() == [open])
        for card in cards {
            let environment = test.keys.environment
            #expect(await problem { try await test.server.outcome(of: card, environment: environment) } != nil)
        }
        // The publication key is forgotten too, so the same publication creates a new card.
        #expect(try await test.publish(key: "k5") != open)
    }

    @Test func `cards that ended later are kept`() async throws {
        let test = try await TestServer()
        let old = try await test.publish(key: "old")
        _ = try await test.act(.dismiss, on: old)
        test.clock.advance(by: 60)
        let moment = test.clock.now
        let young = try await test.publish(key: "young")
        _ = try await test.act(.dismiss, on: young)
        #expect(try await test.server.service.storage.compact(before: moment, limit: 10) == 2)
        #expect(try await test.server.outcome(of: young, environment: test.keys.environment).status == .dismissed)
        #expect(try await test.publish(key: "young") == young)
    }
}
