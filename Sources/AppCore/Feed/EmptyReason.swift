import Cards

/// Why a container has no card to show.
package enum EmptyReason: Hashable, Sendable {
    /// Not all cards have been looked through yet.
    case looking
    /// None matches what the user typed.
    case filtered(String)
    /// None passes the filters of the configuration.
    case configured
    /// All are dealt with.
    case completed
    /// There has never been one.
    case awaiting
}

extension ContainerModel {
    /// Meaningful while the window holds no card.
    package var emptyReason: EmptyReason {
        if window.isPartial { return .looking }
        if let typedFilter { return .filtered(typedFilter.text) }
        guard window.hasEverHadCard else { return .awaiting }
        return options.filter().isEmpty ? .completed : .configured
    }

    /// Whether there has never been a card.
    package var isAwaitingFirstCard: Bool { window.items.isEmpty && emptyReason == .awaiting }

    /// The reason in words.
    package var emptyText: String {
        switch emptyReason {
        case .looking: Strings.Filter.looking
        case .filtered(let text): Strings.Filter.nothing(text)
        case .configured: Strings.Filter.nothingConfigured
        case .completed: options.strings[.allCardsCompleted]
        case .awaiting: options.strings[.awaitingFirstCard]
        }
    }
}
