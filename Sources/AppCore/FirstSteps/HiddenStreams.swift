package import Cards

/// Streams that have open cards although no screen shows them.
package struct HiddenStreams: Hashable, Sendable {
    /// The streams with their numbers of cards, by name.
    package let counts: [Count]

    package struct Count: Hashable, Sendable {
        package var stream: StreamID
        package var cards: Int

        package init(_ stream: StreamID, _ cards: Int) {
            self.stream = stream
            self.cards = cards
        }
    }

    /// The maximum number of streams in a message.
    private static let maxNamed = 5

    package init(_ counts: [Count] = []) { self.counts = counts }

    /// - Parameters:
    ///   - metrics: The numbers of cards in all streams of the user.
    ///   - shown: The streams that a screen shows.
    package init(_ metrics: UserMetrics, except shown: some Sequence<StreamID>) {
        let shown = Set(shown)
        counts = metrics.streams.filter { !shown.contains($0.key) && $0.value.total > 0 }
            .map { Count($0.key, $0.value.total) }.sorted { $0.stream < $1.stream }
    }

    /// The streams and their numbers of cards, as a part of a sentence; nil if there are none.
    package var text: String? {
        guard let first = counts.first else { return nil }
        if counts.count == 1 { return Strings.FirstSteps.hidden(first.stream.rawValue, first.cards) }
        let named = counts.prefix(Self.maxNamed).map {
            Strings.FirstSteps.hiddenStream($0.stream.rawValue, $0.cards)
        }
        return Strings.FirstSteps.hidden(named, isCut: counts.count > Self.maxNamed)
    }
}
