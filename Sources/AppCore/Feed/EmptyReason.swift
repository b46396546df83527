import Cards

/// Why a container has no card to show.
package enum EmptyReason: Hashable, Sendable {
    /// Not all cards have been searched yet.
    case looking
    /// No card matches the filter that the user typed.
    case filtered(String)
    /// No card matches the filters of the configuration.
    case configured
    /// The card of a single card container has ended, and the cards behind it wait until the user refreshes.
    case passedOver
    /// All cards have ended.
    case completed
    /// There has never been a card.
    case awaiting
}

extension ContainerModel {
    /// Valid only while the window contains no card.
    package var emptyReason: EmptyReason {
        if window.isPartial { return .looking }
        if let typedFilter { return .filtered(typedFilter.text) }
        if kind == .single, !behind.isEmpty { return .passedOver }
        guard window.hasEverHadCard else { return .awaiting }
        return options.filter().isEmpty ? .completed : .configured
    }

    /// Whether there has never been a card.
    package var isAwaitingFirstCard: Bool { window.items.isEmpty && emptyReason == .awaiting }

    /// The text that explains the reason.
    package var emptyText: String {
        switch emptyReason {
        case .looking: Strings.Filter.looking
        case .filtered(let text): Strings.Filter.nothing(text)
        case .configured: Strings.Filter.nothingConfigured
        case .passedOver: Strings.Empty.waiting(window.totalCount)
        case .completed: options.strings[.allCardsCompleted]
        case .awaiting: options.strings[.awaitingFirstCard]
        }
    }
}
