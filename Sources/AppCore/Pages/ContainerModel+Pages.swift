import Cards

/// The loaded pages of a container's cards.
extension ContainerModel {
    /// The card's content, including its loaded pages.
    func body(of card: Card) -> CardBody {
        pages[card.id].map { card.body.including($0.content) } ?? card.body
    }

    /// Replaces an element with its loaded page. Keeps the content that the user looks at in place: the content above
    /// the element, or, if the element is at the beginning of its view or above the viewport, the content below it. A
    /// subview that loads its content when it is opened is shown from its beginning.
    ///
    /// - Parameter layout: The container's layout in the last frame.
    mutating func insert(_ page: [Card.Component], as name: String, into id: CardID, layout: ContainerReport?) {
        guard case .card(let card)? = window[id]?.content else { return }
        let target = FocusTarget.loadMore(page: name)
        let before = body(of: card)
        pages[id, default: LoadedPages()].add(page, as: name)
        let after = body(of: card)
        for subview in [nil] + before.subviews.keys.map(Optional.some) {
            let components = before.view(subview)
            guard let position = components.position(ofPage: name) else { continue }
            let growth = after.view(subview).count - components.count
            shiftPositions(on: id, subview: subview, after: position, by: growth)
            guard subview == openSubviews[id] else { continue }
            if subview != nil, selection == id, case .loadMore(let element) = components[position], element.loadsOnOpen
            {
                // The user has just opened the subview, so show its beginning.
                scrollIntent = .revealSelection(edge: .top)
                continue
            }
            holdPlace(of: id, layout: layout) { report in
                components.beginsView(at: position) || report.isAboveViewport(target)
            }
        }
        if focus == target, selection == id, let next = page.pageNames.first { focus = .loadMore(page: next) }
    }

    /// Whether a page has replaced its element. The focus may still be on that element if nothing is left to load,
    /// because the focus must not move far away without an action of the user.
    func hasLoaded(_ name: String, of card: CardID) -> Bool { pages[card]?.content[name] != nil }

    /// Forgets pages of cards that are gone, except those that a newer version of the card still names, and pages that
    /// the new version of a card no longer names.
    ///
    /// - Returns: The forgotten pages that are being loaded.
    mutating func releasePages(since old: CardWindow) -> [PageRequest] {
        guard !pages.isEmpty else { return [] }
        var kept: [CardID: LoadedPages] = [:]
        var dropped: [PageRequest] = []
        for (id, loaded) in pages {
            var loaded = loaded
            let loading = loaded.loading
            let next = window[id]?.id ?? old[id].flatMap(window.replacement)
            if next != id { loaded.forgetPending() }
            if let next, case .card(let card)? = window[next]?.content {
                loaded.keep(card.body.pageNames(with: loaded.content))
                if !loaded.isEmpty { kept[next] = loaded }
            } else {
                loaded.keep([])
            }
            dropped += Set(loading).subtracting(loaded.loading).sorted().map {
                PageRequest(container: self.id, card: id, stream: streamID, name: $0)
            }
        }
        pages = kept
        return dropped
    }

    /// Shifts the positions of components after the element, because there are more components before them now.
    private mutating func shiftPositions(on card: CardID, subview: String?, after position: Int, by growth: Int) {
        func shifted(_ target: FocusTarget?) -> FocusTarget? {
            switch target {
            case .fold(let place) where place > position: .fold(place + growth)
            case .media(let place) where place > position: .media(place + growth)
            default: target
            }
        }
        func shifted(_ places: Set<Int>?) -> Set<Int>? {
            places.map { places in Set(places.map { $0 > position ? $0 + growth : $0 }) }
        }
        func shift(_ place: inout Place) {
            place.unfolded = shifted(place.unfolded)
            place.focus = shifted(place.focus)
        }
        if subview == openSubviews[card] {
            unfolded[card] = shifted(unfolded[card])
            if selection == card {
                // Only rendering determines which links the page has.
                if case .link? = focus { focus = nil } else { focus = shifted(focus) }
            }
        } else if let subview {
            if var place = subviewPlaces[card]?[subview] {
                shift(&place)
                subviewPlaces[card]?[subview] = place
            }
        } else if var place = leftPlaces[card] {
            shift(&place)
            leftPlaces[card] = place
        }
    }

    /// Scrolls in the next frame by the rows that the card grows, if the content in sight is below the growth.
    private mutating func holdPlace(of card: CardID, layout: ContainerReport?, if isBelow: (CardReport) -> Bool) {
        guard let layout, let report = layout.wholeCard(card)?.card, isBelow(report) else { return }
        let anchor = ScrollAnchor(card: card, line: -report.top)
        let intent = ScrollIntent.grown(card, from: report.height)
        if isList {
            (list.anchor, list.scrollIntent) = (anchor, intent)
        } else if kind == .horizontal {
            scrollIntent = intent
        } else {
            (self.anchor, scrollIntent) = (anchor, intent)
        }
    }
}

extension CardBody {
    /// The components of a subview, or of the card itself.
    fileprivate func view(_ subview: String?) -> [Card.Component] {
        subview.map { subviews[$0]?.components ?? [] } ?? components
    }
}

extension [Card.Component] {
    fileprivate func position(ofPage name: String) -> Int? {
        firstIndex { component in
            if case .loadMore(let element) = component { element.page == name } else { false }
        }
    }

    /// Whether only the card's category and title are above a position, so that a page loaded there precedes what the
    /// user has already read.
    fileprivate func beginsView(at position: Int) -> Bool {
        self[..<position].allSatisfy { component in
            switch component {
            case .category, .headline: true
            default: false
            }
        }
    }
}

extension CardReport {
    /// Whether an element is entirely above the viewport.
    fileprivate func isAboveViewport(_ target: FocusTarget) -> Bool {
        guard let element = outline.elements.first(where: { $0.target == target }) else { return false }
        return top + outline.frameRows + element.rows.upperBound <= 0
    }
}
