extension CardBody {
    /// The card with loaded pages in place of the components that load them, in its content and in its subviews. Each
    /// page appears in a view at most once; a component that would repeat it is removed.
    ///
    /// - Parameter pages: The components of loaded pages, by name.
    package func including(_ pages: [String: [Card.Component]]) -> CardBody {
        guard !pages.isEmpty else { return self }
        var body = self
        body.components = components.including(pages)
        for id in subviews.keys { body.subviews[id]?.components.include(pages) }
        return body
    }

    /// The names of the pages that the card's views load, directly or in one of these pages.
    ///
    /// - Parameter pages: The components of loaded pages, by name.
    package func pageNames(with pages: [String: [Card.Component]]) -> Set<String> {
        var names: Set<String> = []
        var waiting = allComponents.pageNames
        while let name = waiting.popLast() {
            guard names.insert(name).inserted else { continue }
            waiting += pages[name]?.pageNames ?? []
        }
        return names
    }
}

extension [Card.Component] {
    /// The components of a page that a viewer shows. A page is read-only: it has no category, banner, buttons,
    /// carousels or inputs. It has at most as many components as a view of a card.
    package var asPage: [Card.Component] {
        let shown = filter { component in
            switch component {
            case .category, .buttons, .carousel, .input: false
            case .media(let media): media.layout != .banner
            case .headline, .text, .list, .loadMore, .unknown: true
            }
        }
        return Array(shown.prefix(CardLimits.components))
    }

    /// The names of the pages that these components load.
    package var pageNames: [String] {
        compactMap { component in
            if case .loadMore(let element) = component { element.page } else { nil }
        }
    }

    fileprivate mutating func include(_ pages: [String: [Card.Component]]) { self = including(pages) }

    fileprivate func including(_ pages: [String: [Card.Component]]) -> [Card.Component] {
        var result: [Card.Component] = []
        result.reserveCapacity(count)
        var included: Set<String> = []
        // From the last to the first, so that the next component is popped from the end.
        var rest = Array(reversed())
        while let component = rest.popLast() {
            guard case .loadMore(let element) = component, let page = pages[element.page] else {
                result.append(component)
                continue
            }
            if included.insert(element.page).inserted { rest += page.reversed() }
        }
        return result
    }
}
