package import Cards

/// Collects events on the screen for the session. They wait in the state until the event loop takes them: all events of
/// one turn are written at once, and they do not slow down a frame.
extension AppState {
    /// Returns the events since the last call.
    package mutating func drainReports() -> [EventReport] { reports.drain() }

    /// Where a card is shown, and the source of the action that answers it.
    package func place(of card: CardID) -> ResponseOrigin {
        guard let container = container(showing: card) else { return ResponseOrigin(source: reports.actionSource) }
        return ResponseOrigin(
            source: reports.actionSource, stream: context(of: card, in: container), view: container.view(of: card),
            variables: container.variables.values.filter { $0.key == card },
            proofs: subject(card)?.card.proof.map { [card: $0] } ?? [:])
    }

    /// Where cards that are answered together are shown. There is no common position.
    package func place(of plan: BulkPlan) -> ResponseOrigin {
        let container = container(plan.container)
        return ResponseOrigin(
            source: reports.actionSource, stream: container.map { context(of: nil, in: $0) },
            variables: container?.variables.values ?? [:],
            // Includes only the cards that were shown.
            proofs: Dictionary(
                plan.cards.compactMap { id in subject(id)?.card.proof.map { (id, $0) } },
                uniquingKeysWith: { first, _ in first }))
    }

    /// The context in which the container showed each of these cards.
    package func contexts(of cards: [CardID], in stream: StreamID) -> [CardID: AnalyticsRecord.StreamContext] {
        var contexts: [CardID: AnalyticsRecord.StreamContext] = [:]
        for card in cards {
            if let container = container(showing: card), container.streamID == stream {
                contexts[card] = context(of: card, in: container)
            }
        }
        return contexts
    }

    mutating func report(_ detail: SDKEvent.Detail, of card: CardID) {
        guard let container = container(showing: card) else { return }
        reports.add(
            EventReport(
                detail, of: card, in: container.streamID, stream: context(of: card, in: container),
                view: container.view(of: card)))
    }

    /// Reports containers that were not on the screen before and now show their cards, or that they have none.
    mutating func reportDisplayed(_ report: FrameReport) {
        var shown: [ContainerID] = []
        if launch == .ready {
            for report in report.containers where container(report.id)?.hasWindow == true { shown.append(report.id) }
        }
        for id in reports.display(shown) {
            guard let container = container(id) else { continue }
            reports.add(
                EventReport(.streamDisplayed, streamID: container.streamID, stream: context(of: nil, in: container)))
        }
    }

    /// The container that shows a card, preferably the focused one.
    private func container(showing card: CardID) -> ContainerModel? {
        if let focused = focusedContainer, focused.window.items.contains(where: { $0.id == card }) { return focused }
        return containers.first { $0.window.items.contains { $0.id == card } }
    }

    private func context(of card: CardID?, in container: ContainerModel) -> AnalyticsRecord.StreamContext {
        let index = card.flatMap { card in container.window.items.firstIndex { $0.id == card } }
        return AnalyticsRecord.StreamContext(
            length: container.window.totalCount, visible: frames.last.container(container.id)?.visibleCount ?? 0,
            position: index.flatMap(container.window.rank),
            mode: container.kind.displayMode)
    }
}

extension ContainerModel {
    /// The page that a card shows.
    fileprivate func view(of card: CardID) -> EventReport.CardView {
        guard let subview = openSubviews[card] else { return .own }
        var title: String?
        if case .card(let card)? = window.items.first(where: { $0.id == card })?.content {
            title = card.body.subviews[subview]?.title
        }
        return EventReport.CardView(subviewID: subview, subviewTitle: title)
    }
}

extension ContainerModel.Kind {
    fileprivate var displayMode: AnalyticsRecord.DisplayMode {
        switch self {
        case .vertical: .stream
        case .horizontal: .horizon
        case .single: .single
        case .modal: .modal
        }
    }
}
