import Basics
import Canvas
import Cards

extension AppState {
    /// Handles a click: selects, focuses or presses the element at the point. If an overlay is open, only the overlay
    /// can be clicked.
    mutating func click(_ point: Point) -> [Effect] {
        start.hasInteracted = true
        let found = frames.last.hits.target(at: point)
        let isSecond = mouse.staleGuard.isSecondOfTwo(point, on: found, at: now)
        guard let target = found else { return isSecond ? [] : closeByClick() }
        if isSecond || mouse.staleGuard.contain(point, on: target, at: now) {
            show(Strings.Toasts.screenMoved, .information)
            return []
        }
        switch target {
        case .menuItem, .day, .calendarMonth: return handleInOverlay(.clicked(target)) ?? []
        case .command(let command): return clickHint(command)
        case .scrollBar(let id) where overlays.isEmpty:
            if modal == nil { focus(id) }
            mouse.dragging = id
            return drag(point)
        default: break
        }
        // The text field of a filter does not cover the cards.
        let effects = handleInOverlay(.clicked(target)) ?? []
        return overlays.isEmpty ? effects + activate(target) : effects
    }

    /// Handles a click outside a sheet: closes the sheet, like its key, unless typed text would be lost.
    private mutating func closeByClick() -> [Effect] {
        guard let sheet = overlays.last, frames.last.hits.contains(where: { $0.target == .sheet }),
            !sheet.component.isTypedInto
        else { return [] }
        return runCommand(.close)
    }

    /// Handles a click on a hint in the footer: runs the command, with the same checks as for its key.
    private mutating func clickHint(_ command: Command) -> [Effect] {
        if modalCards.ignoresKeys(at: now), keyLayer == .stream, modal != nil {
            show(Strings.Toasts.modalCame, .information)
            return []
        }
        if let reason = keyboard.refusal(ofClickOn: command, at: now) {
            show(reason, .information)
            return []
        }
        return runCommand(command)
    }

    /// Selects, focuses or presses an element on the screen.
    mutating func activate(_ target: HitRegion.Target) -> [Effect] {
        let focusBefore = focusedContainer?.id
        if let container = target.container, modal == nil { focus(container) }
        switch target {
        case .retry: return runCommand(.refresh)
        case .filter(let id): return inContainer(id) { $0.openFilter() }
        case .actionButton(let id): return inContainer(id) { $0.pressActionButton() }
        case .newCardsAbove(let id): return inContainer(id) { $0.goToNewOutOfSight(-1) }
        case .newCardsBelow(let id): return inContainer(id) { $0.goToNewOutOfSight(1) }
        case .card(let id, let card):
            let isSelected = container(id)?.selection == card
            if isSelected, id == focusBefore {
                // A second click opens the card of a list, like a key.
                if id == focusedContainer?.id { _ = openCardOfList() }
                return []
            }
            changeFocused { $0.list.isCardOpen = false }
            // The page of a tall card that is selected already stays where the user has scrolled it.
            return isSelected ? [] : select(card, in: id)
        case .back(let id, let card):
            let effects = select(card, in: id)
            return id == focusedContainer?.id ? effects + clickBack() : effects
        case .menu(let id, let card):
            let effects = select(card, in: id)
            guard id == focusedContainer?.id, let subject = selectedSubject, subject.card.id == card else {
                return effects
            }
            return effects + runCommand(subject.card.body.actions.overflowMenu == .dismiss ? .dismiss : .openMenu)
        case .element(let id, let card, let element):
            let effects = select(card, in: id)
            guard id == focusedContainer?.id, focusedContainer?.selection == card else { return effects }
            switch element {
            case .button, .link, .media:
                guard ensureVisible(card, in: id, pressing: element) else { return effects }
            case .input, .fold, .loadMore: break
            }
            if case .button(let position) = element { return effects + pressButton(at: position) }
            if case .fold(let position) = element { return effects + toggleFold(position) }
            if case .loadMore(let page) = element { return effects + loadPage(page) }
            if case .link(let position) = element { return effects + openLink(position) }
            if case .media(let position) = element { return effects + pressMedia(position) }
            focus(element)
            return effects + toggleClicked()
        case .choice(let id, let card, let input, let position):
            let effects = select(card, in: id)
            guard id == focusedContainer?.id, focusedContainer?.selection == card else { return effects }
            changeFocused { $0.focus = .input(name: input) }
            changeFocusedInput { $1.choosing(position, in: $0) }
            return effects
        case .step(let id, let card, let input, let direction):
            let effects = select(card, in: id)
            guard id == focusedContainer?.id, focusedContainer?.selection == card else { return effects }
            changeFocused { $0.focus = .input(name: input) }
            return effects + stepChoice(direction)
        case .position(let id, let position):
            guard let window = container(id)?.window, let offset = window.offset,
                window.items.indices.contains(position - offset)
            else { return [] }
            return select(window.items[position - offset].id, in: id)
        case .group(let id, let group): return toggle(group, in: id)
        case .screen(let index): return runCommand(.showScreen(index + 1))
        // Nothing else to do: the container is focused.
        case .header: return []
        case .menuItem, .day, .calendarMonth, .scrollBar, .command, .sheet: return []
        }
    }

    /// Moves the selection to the dragged position of the scroll bar. Moves towards cards that are not loaded one
    /// window at a time.
    mutating func drag(_ point: Point?) -> [Effect] {
        guard let point else {
            mouse.dragging = nil
            return []
        }
        guard let id = mouse.dragging, let index = containers.firstIndex(where: { $0.id == id }),
            let bar = frames.last.container(id)?.bar
        else { return [] }
        start.hasInteracted = true
        let window = containers[index].window
        let rank = bar.rank(atRow: point.row, of: window.totalCount)
        if rank == 0 { return containers[index].moveToEnd(.start, rows: size.rows) }
        if rank == window.totalCount - 1 { return containers[index].moveToEnd(.end, rows: size.rows) }
        guard let position = window.index(ofRank: rank) else { return [] }
        return select(window.items[position].id, in: id)
    }

    /// Handles the wheel: scrolls the topmost overlay, otherwise the container under the pointer.
    mutating func turnWheel(_ rows: Int, over point: Point?) -> [Effect] {
        start.hasInteracted = true
        if !overlays.isEmpty { return handleInOverlay(.wheelTurned(rows)) ?? [] }
        let place = point.flatMap { point in frames.last.places.first { $0.rect.contains(point) } }
        let pointed =
            modal == nil ? place.flatMap { place in containers.firstIndex { $0.id == place.container } } : nil
        guard let index = pointed ?? focusedIndex, containers[index].selection != nil else { return [] }
        containers[index].isTouched = true
        guard containers[index].kind == .horizontal else {
            if isOverCard(of: containers[index], point) {
                containers[index].scrollCard(lines: rows)
            } else {
                containers[index].scroll(lines: rows)
            }
            return []
        }
        return stepAcross(containers[index].id, rows < 0 ? -1 : 1)
    }

    /// Whether the pointer is over the card of a list that is shown in full.
    private func isOverCard(of container: ContainerModel, _ point: Point?) -> Bool {
        guard container.isList, let shown = frames.last.container(container.id), let preview = shown.preview else {
            return false
        }
        guard let point, !shown.cards.isEmpty else { return container.isReadingCard }
        return preview.viewport.contains(point)
    }

    /// Toggles a clicked switch, or opens a clicked dropdown, date field or file field.
    private mutating func toggleClicked() -> [Effect] {
        switch focusedInput?.kind {
        case .toggle, .dropdown, .fileUpload: toggleChoice()
        case .date: openCalendar()
        default: []
        }
    }

    private mutating func select(_ card: CardID, in id: ContainerID) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }),
            containers[index].window.items.contains(where: { $0.id == card })
        else { return [] }
        containers[index].isTouched = true
        containers[index].select(card, edge: .nearest)
        return containers[index].windowEffects(rows: size.rows)
    }

    /// Selects the next or previous card of a horizontal container, which may not be the focused one.
    private mutating func stepAcross(_ id: ContainerID, _ direction: Int) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }), let selected = containers[index].selectedIndex
        else { return [] }
        let next = selected + direction
        guard containers[index].window.items.indices.contains(next) else { return [] }
        return select(containers[index].window.items[next].id, in: id)
    }

    mutating func toggleMouse() -> [Effect] {
        mouse.isCaptured.toggle()
        show(Strings.Toasts.mouse(mouse.isCaptured, key: settings.keymap.keyText(for: .toggleMouse)), .information)
        return []
    }

    private mutating func inContainer(_ id: ContainerID, _ body: (inout AppState) -> [Effect]) -> [Effect] {
        id == focusedContainer?.id ? body(&self) : []
    }
}
