package import Canvas
import Cards

import struct Foundation.Date

extension AppState {
    /// The screen that is shown.
    package var screen: ScreenModel? { screens.indices.contains(screenIndex) ? screens[screenIndex] : screens.first }

    package func container(_ id: ContainerID) -> ContainerModel? { index(of: id).map { containers[$0] } }

    /// The position of a container in ``containers``. Iterates over positions, like all lookups that run several times
    /// per frame, because a loop over the containers copies each of them.
    private func index(of id: ContainerID) -> Int? { containers.indices.first { containers[$0].id == id } }

    /// The modal container that is shown; nil when none is, or when it has no card.
    package var modal: ContainerModel? {
        guard let raised = modalCards.raised, screen?.modals.contains(raised) == true else { return nil }
        return container(raised).flatMap { $0.window.items.isEmpty ? nil : $0 }
    }

    /// Shows the screen's first modal container that has a card, unless one is shown already. Waits while the user
    /// types or has a sheet open: keys meant for those must not act on a card that has just appeared.
    mutating func raiseModal(isExpected: Bool) {
        guard modal == nil else { return }
        modalCards.raise(nextModal, isExpected: isExpected, at: now)
    }

    private var nextModal: ContainerID? {
        guard let screen, overlays.isEmpty, focusedInput == nil else { return nil }
        return screen.modals.first { id in container(id).map { !$0.window.items.isEmpty } ?? false }
    }

    /// The selected card of the modal container that is shown.
    var frontCard: CardID? { modal?.selection }

    /// Guards against late keys after a modal card has ended: keys that were already pressed must answer neither the
    /// next modal card nor the card behind it.
    mutating func guardNextCard(after front: CardID?) {
        guard let front, frontCard != front,
            !containers.contains(where: { $0.window.items.contains { $0.id == front } })
        else { return }
        if modal != nil {
            modalCards.ignoreKeys(at: now)
        } else if keyboard.staleGuard == nil {
            keyboard.staleGuard = StaleKeyGuard(
                until: now.addingTimeInterval(ModalCards.grace), wereForText: false, reason: Strings.Toasts.modalGone)
        }
    }

    /// Moves the screen's focus permanently when the focused container collapses: a card that comes back does not take
    /// the focus back. Guards against late keys, which were meant for the container that has gone.
    ///
    /// - Parameter isExpected: Whether the user has just opened the screen.
    mutating func keepFocusInSight(isExpected: Bool) {
        guard screens.indices.contains(screenIndex), let focus = focusOnScreen else { return }
        if !start.hasInteracted, let filled = firstFilled(insteadOf: focus) {
            screens[screenIndex].focus = filled
            return
        }
        guard !canHaveKeys(screens[screenIndex].focus) else { return }
        screens[screenIndex].focus = focus
        guard !isExpected, start.hasReadSomething(at: now), modal == nil, keyboard.staleGuard == nil,
            let index = index(of: focus), canHaveKeys(focus)
        else { return }
        let allowsUndo = containers[index].selectedCard?.body.allowsUndo ?? true
        keyboard.staleGuard = StaleKeyGuard(
            until: now.addingTimeInterval(allowsUndo ? StaleKeyGuard.pause : StaleKeyGuard.pauseWithoutUndo),
            wereForText: false, reason: Strings.Toasts.containerGone)
    }

    /// The first container with cards, if the focused container turns out to be empty at the start.
    private func firstFilled(insteadOf focus: ContainerID) -> ContainerID? {
        let order = shownOrder
        guard order.count > 1, let index = index(of: focus), containers[index].window.items.isEmpty,
            order.allSatisfy({ id in self.index(of: id).map { containers[$0].hasWindow } ?? false })
        else { return nil }
        return order.first { id in self.index(of: id).map { !containers[$0].window.items.isEmpty } ?? false }
    }

    /// The position of the focused container.
    var focusedIndex: Int? {
        let id = modal?.id ?? focusOnScreen
        return id.flatMap { index(of: $0) } ?? containers.indices.first
    }

    /// The screen's focused container. While it is collapsed, the first container that is not.
    private var focusOnScreen: ContainerID? {
        guard let screen else { return nil }
        if canHaveKeys(screen.focus), isZoomed || hasPlace(screen.focus), screen.arrangement.holds(screen.focus) {
            return screen.focus
        }
        let order = shownOrder
        return order.contains(screen.focus) ? screen.focus : order.first ?? screen.arrangement.containers.first
    }

    /// Whether the container exists and is not collapsed.
    private func canHaveKeys(_ id: ContainerID) -> Bool { index(of: id).map { !isCollapsed(at: $0) } ?? false }

    /// Whether the last frame had room for the container.
    private func hasPlace(_ id: ContainerID) -> Bool {
        frames.last.places.indices.contains { frames.last.places[$0].container == id }
    }

    /// The containers of the screen that can have the focus, in reading order: containers that are not collapsed and
    /// that had room in the last frame.
    var shownOrder: [ContainerID] {
        guard let screen else { return [] }
        let order = screen.arrangement.containers.filter { canHaveKeys($0) }
        if isZoomed { return order }
        let placed = order.filter { hasPlace($0) }
        return placed.isEmpty ? order : placed
    }

    /// The container that has the keyboard focus.
    package var focusedContainer: ContainerModel? { focusedIndex.map { containers[$0] } }

    /// Changes the focused container, if there is one.
    mutating func changeFocused(_ change: (inout ContainerModel) -> Void) {
        guard let index = focusedIndex else { return }
        change(&containers[index])
    }

    /// Whether the container takes no room: a modal container without cards, and, depending on its options, a horizontal
    /// or single card container without cards. In a host program, a single card container without a card takes no room,
    /// as in the SDKs.
    package func isCollapsed(_ container: ContainerModel) -> Bool {
        index(of: container.id).map { isCollapsed(at: $0) } ?? false
    }

    private func isCollapsed(at index: Int) -> Bool {
        // A filtered container says that nothing matches, and shows its cards immediately when the filter is cleared.
        guard containers[index].window.items.isEmpty, containers[index].typedFilter == nil,
            !containers[index].awaitsOtherCards
        else { return false }
        switch containers[index].kind {
        case .vertical: return false
        case .modal: return true
        case .horizontal, .single:
            if case .failed = launch { return true }
            if containers[index].kind == .single, settings.isEmbedded { return true }
            return containers[index].options.emptyStyle == .shrink
        }
    }

    /// The rectangles of the screen's containers within `rect`. While zoomed, only that of the focused container.
    ///
    /// - Parameter needs: The number of rows that a container can fill, where known.
    package func places(in rect: Rect, needs: [ContainerID: Int] = [:]) -> [Arrangement.Place] {
        guard let screen else { return [] }
        if isZoomed { return [Arrangement.Place(container: focusOnScreen ?? screen.focus, rect: rect)] }
        let collapsed = Set(containers.indices.filter { isCollapsed(at: $0) }.map { containers[$0].id })
        return screen.arrangement.places(in: rect, collapsed: collapsed, focused: focusOnScreen, needs: needs)
    }

    /// Whether the screen shows more than one column of cards.
    package var isScreenShared: Bool {
        guard let screen, !isZoomed else { return focusedIndex.map { needsWidth(at: $0) } ?? false }
        guard case .container(let id) = screen.arrangement else { return true }
        return index(of: id).map { needsWidth(at: $0) } ?? false
    }

    private func needsWidth(at index: Int) -> Bool {
        containers[index].kind == .horizontal || containers[index].isList
    }

    /// Whether a container on screen requires a background other than the given one.
    package func wantsOtherAppearance(than isDark: Bool) -> Bool {
        let own: ContainerOptions.Appearance = isDark ? .dark : .light
        let wishes = [screen?.appearance ?? .automatic] + shownContainers.map { containers[$0].options.appearance }
        return wishes.contains { $0 != .automatic && $0 != own }
    }

    /// The background that a container or its screen requires; nil for the program's background.
    package func appearance(of container: ContainerModel) -> ContainerOptions.Appearance? {
        [container.options.appearance, screen?.appearance ?? .automatic].first { $0 != .automatic }
    }

    /// The positions of the containers on screen, including modal ones.
    var shownContainers: [Int] {
        guard let screen else { return [] }
        let shown = Set(screen.containers)
        return containers.indices.filter { shown.contains(containers[$0].id) }
    }
}
