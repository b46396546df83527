import Canvas
package import Cards

/// Loads more content of a card: see decision 0083.
extension AppState {
    /// Whether a page of a card can be loaded: the card includes it, or its source supports loading pages.
    package func canLoad(_ page: String, of card: Card) -> Bool {
        syncStatus.capabilities(of: card.streamID).loadsPages || card.body.pages[page] != nil
    }

    /// Loads the page of an element of the selected card. If the element is out of sight, which it can be after the
    /// previous page was loaded, also scrolls to it.
    mutating func loadPage(_ name: String) -> [Effect] {
        guard let subject = selectedSubject,
            let index = containers.firstIndex(where: { $0.id == subject.container })
        else { return [] }
        guard subject.components.pageNames.contains(name) else {
            if containers[index].hasLoaded(name, of: subject.card.id) { show(Strings.Pages.allLoaded, .information) }
            return []
        }
        let card = subject.card
        guard canLoad(name, of: card) else {
            show(SourceCapabilities.reasonAgainstPages, .information)
            return []
        }
        let target = FocusTarget.loadMore(page: name)
        focus(target)
        let wasOutOfSight = isOutOfSight(target, of: card.id, in: subject.container)
        if wasOutOfSight { containers[index].scrollIntent = .revealFocus }
        let effects = load(name, of: card, in: index)
        if wasOutOfSight, effects.isEmpty { containers[index].scrollIntent = .revealFocus }
        return effects
    }

    /// Loads the pages of a subview that load when the subview is opened.
    mutating func loadOpened() -> [Effect] {
        guard let subject = selectedSubject,
            let index = containers.firstIndex(where: { $0.id == subject.container })
        else { return [] }
        var effects: [Effect] = []
        for case .loadMore(let element) in subject.components where element.loadsOnOpen {
            guard canLoad(element.page, of: subject.card) else { continue }
            effects += load(element.page, of: subject.card, in: index)
        }
        return effects
    }

    /// - Returns: The effect that loads the page; none for a page that the card includes, which is shown immediately.
    private mutating func load(_ name: String, of card: Card, in index: Int) -> [Effect] {
        let pages = containers[index].pages[card.id] ?? LoadedPages()
        if pages.pending[name] == .loading { return [] }
        guard !pages.isFull else {
            show(Strings.Pages.tooMany(CardLimits.pages), .information)
            return []
        }
        containers[index].pages[card.id, default: LoadedPages()].begin(name)
        let request = PageRequest(container: containers[index].id, card: card.id, stream: card.streamID, name: name)
        if let page = card.body.pages[name] { return receive(PageEvent(request, .loaded(page))) }
        return [.page(.load(request))]
    }

    /// Shows a page that was loaded, or the failure. Ignores a page that no card waits for any longer.
    mutating func receive(_ event: PageEvent) -> [Effect] {
        let request = event.request
        guard let index = containers.firstIndex(where: { $0.id == request.container }),
            containers[index].pages[request.card]?.pending[request.name] == .loading
        else { return [] }
        switch event.outcome {
        case .loaded(let components):
            containers[index].insert(
                components.asPage, as: request.name, into: request.card,
                layout: frames.last.container(request.container))
        case .failed(let failure): containers[index].pages[request.card]?.fail(request.name, failure)
        }
        return []
    }

    /// Forgets the pages of cards that left a container's window, and the pages that the new version of a card no
    /// longer names.
    mutating func releasePages(in index: Int, since old: CardWindow) -> [Effect] {
        let dropped = containers[index].releasePages(since: old)
        return dropped.isEmpty ? [] : [.page(.cancel(dropped))]
    }

    /// Whether an element is out of sight. False without a screen.
    func isOutOfSight(_ target: FocusTarget, of card: CardID, in container: ContainerID) -> Bool {
        guard frames.last.size != .zero, let shown = frames.last.container(container)?.wholeCard(card) else {
            return false
        }
        return !shown.card.shows(target, viewportHeight: shown.viewport.size.rows)
    }
}
