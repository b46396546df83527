// Imports only what a host imports.
import CardStream
import Testing

import struct Foundation.Date

/// The library as a host program sees it.
@Suite struct HostTests {
    @Test func `one import brings sessions, cards and filters`() async throws {
        let session = try CardSession(.memory)
        await #expect(throws: RequestError.notLoggedIn(missing: "the environment id or the API key")) {
            try await session.cardCount(in: "inbox", filters: [.between(.priority(2), .priority(6))])
        }
        let card = Card(
            id: "c1", streamID: "inbox", createdAt: Date(timeIntervalSince1970: 0),
            body: CardBody(components: [.headline(Card.Headline(text: "Hello"))]))
        #expect(!card.hasButtons)
        await session.close()
    }
}
