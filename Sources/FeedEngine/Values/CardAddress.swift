package import Cards
package import FeedAPI

/// Identifies a card within a feed or an environment. A card elsewhere is not found.
package struct CardAddress: Hashable, Sendable {
    package enum Scope: Hashable, Sendable {
        case feed(FeedKey)
        case environment(EnvironmentID)
    }

    package var id: CardID
    package var scope: Scope

    package init(_ id: CardID, in feed: FeedKey) {
        self.id = id
        scope = .feed(feed)
    }

    package init(_ id: CardID, in environment: EnvironmentID) {
        self.id = id
        scope = .environment(environment)
    }

    package var environment: EnvironmentID {
        switch scope {
        case .feed(let feed): feed.viewer.environment
        case .environment(let environment): environment
        }
    }

    package func contains(_ feed: FeedKey) -> Bool {
        switch scope {
        case .feed(let own): own == feed
        case .environment: environment == feed.viewer.environment
        }
    }
}
