import Canvas

extension AppState {
    /// The direction in which to look for another container.
    enum Direction {
        case left, right, above, below

        fileprivate var words: String {
            switch self {
            case .left: "on the left"
            case .right: "on the right"
            case .above: "above"
            case .below: "below"
            }
        }
    }

    /// Whether this screen has another container that can be focused.
    var hasOtherContainers: Bool { isZoomed || frames.last.containers.count > 1 || frames.last.places.count > 1 }

    /// Shows the next screen (1) or the previous one (-1), and wraps around at the ends.
    mutating func showScreen(after step: Int) -> [Effect] {
        guard !screens.isEmpty else { return [] }
        return showScreen((screenIndex + step + screens.count) % screens.count)
    }

    /// Shows another screen, and requests the cards of containers that were not on screen before.
    mutating func showScreen(_ index: Int) -> [Effect] {
        guard screens.indices.contains(index), index != screenIndex else { return [] }
        screenIndex = index
        isZoomed = false
        frames.leaveScreen()
        // Scrolls so that the next key acts on a visible card.
        for index in containers.indices where screen?.arrangement.containers.contains(containers[index].id) == true {
            containers[index].scrollIntent = containers[index].scrollIntent ?? .revealSelection(edge: .nearest)
        }
        return startWindows()
    }

    /// Requests the cards of each container on screen that has none yet.
    package mutating func startWindows() -> [Effect] {
        let shown = Set(screen?.containers ?? [])
        return startWindows { shown.contains($0) } + startHeaders()
    }

    /// Requests the cards of the other screens once the shown screen has its cards. The tabs show their number of new
    /// cards, and new cards there notify the user.
    mutating func startOtherScreens() -> [Effect] {
        let shown = screen?.containers ?? []
        guard launch == .ready, containers.contains(where: { !$0.isStarted }),
            shown.allSatisfy({ container($0)?.hasWindow ?? true })
        else { return [] }
        return startWindows { !shown.contains($0) }
    }

    private mutating func startWindows(where isMeant: (ContainerID) -> Bool) -> [Effect] {
        var effects: [Effect] = []
        for index in containers.indices where !containers[index].isStarted && isMeant(containers[index].id) {
            containers[index].isStarted = true
            effects.append(.window(containers[index].id, containers[index].query))
        }
        return effects
    }

    /// Focuses the next container in reading order; after the last, the first.
    mutating func focusNextContainer() -> [Effect] {
        let order = shownOrder
        guard !order.isEmpty else { return [] }
        let current = order.firstIndex { $0 == focusedContainer?.id } ?? -1
        focus(order[(current + 1) % order.count])
        return []
    }

    /// Focuses the nearest container in a direction: of those beyond this container's edge, the closest, and of equally
    /// close ones the one with the largest overlap.
    mutating func focusContainer(_ direction: Direction) -> [Effect] {
        let places = frames.last.places
        guard let here = places.first(where: { $0.container == focusedContainer?.id })?.rect else { return [] }
        let candidates = places.compactMap { place -> (id: ContainerID, distance: Int, overlap: Int)? in
            let there = place.rect
            let (distance, overlap) =
                switch direction {
                case .left: (here.minColumn - there.maxColumn, here.rows.common(there.rows))
                case .right: (there.minColumn - here.maxColumn, here.rows.common(there.rows))
                case .above: (here.minRow - there.maxRow, here.columns.common(there.columns))
                case .below: (there.minRow - here.maxRow, here.columns.common(there.columns))
                }
            return distance >= 0 && overlap > 0 ? (place.container, distance, overlap) : nil
        }
        let nearest = candidates.min { ($0.distance, -$0.overlap) < ($1.distance, -$1.overlap) }
        if let nearest { focus(nearest.id) } else { show(Strings.Disabled.nothingThere(direction.words), .information) }
        return []
    }

    mutating func focus(_ container: ContainerID) {
        guard screen?.arrangement.containers.contains(container) == true else { return }
        screens[screenIndex].focus = container
    }

    mutating func toggleZoom() -> [Effect] {
        isZoomed.toggle()
        changeFocused { $0.scrollIntent = $0.scrollIntent ?? .revealSelection(edge: .nearest) }
        return []
    }
}

extension Range<Int> {
    /// The number of values that are in both ranges.
    fileprivate func common(_ other: Range<Int>) -> Int {
        Swift.max(0, Swift.min(upperBound, other.upperBound) - Swift.max(lowerBound, other.lowerBound))
    }
}
