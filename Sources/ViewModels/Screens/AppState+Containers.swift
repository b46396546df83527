package import Canvas
import Cards

extension AppState {
    /// The screen that is shown.
    package var screen: ScreenModel? { screens.indices.contains(screenIndex) ? screens[screenIndex] : screens.first }

    package func container(_ id: ContainerID) -> ContainerModel? { containers.first { $0.id == id } }

    /// The modal container that is up: the first one of the screen that has a card.
    package var modal: ContainerModel? {
        guard let screen else { return nil }
        for id in screen.modals {
            if let container = container(id), !container.window.items.isEmpty { return container }
        }
        return nil
    }

    /// The position of the container that has the keys.
    var focusedIndex: Int? {
        let id = modal?.id ?? focusOnScreen
        return containers.firstIndex { $0.id == id } ?? containers.indices.first
    }

    /// The container that the screen gives the keys to; while that one is collapsed, the first that is not.
    private var focusOnScreen: ContainerID? {
        guard let screen else { return nil }
        func isShown(_ id: ContainerID) -> Bool { container(id).map { !isCollapsed($0) } ?? false }
        return isShown(screen.focus)
            ? screen.focus : screen.arrangement.containers.first(where: isShown) ?? screen.focus
    }

    /// The container that has the keys.
    package var focusedContainer: ContainerModel? { focusedIndex.map { containers[$0] } }

    /// Changes the container that has the keys; nothing happens where there is none.
    mutating func changeFocused(_ change: (inout ContainerModel) -> Void) {
        guard let index = focusedIndex else { return }
        change(&containers[index])
    }

    /// Whether the container takes no room: as the seed has it, single cards and strips that have nothing to show.
    package func isCollapsed(_ container: ContainerModel) -> Bool {
        guard container.window.items.isEmpty else { return false }
        switch container.kind {
        case .vertical: return false
        case .modal, .single: return true
        case .horizontal:
            if case .failed = launch { return true }
            return container.options.emptyStyle == .shrink
        }
    }

    /// Where the containers of the screen stand within `rect`; only the one with the keys while it is zoomed.
    package func places(in rect: Rect) -> [Arrangement.Place] {
        guard let screen else { return [] }
        if isZoomed { return [Arrangement.Place(container: focusOnScreen ?? screen.focus, rect: rect)] }
        let collapsed = Set(containers.filter(isCollapsed).map(\.id))
        return screen.arrangement.places(in: rect, collapsed: collapsed)
    }

    /// Whether the screen is more than one column of cards.
    package var isScreenShared: Bool {
        guard let screen, !isZoomed else { return focusedContainer?.kind == .horizontal }
        guard case .container(let id) = screen.arrangement else { return true }
        return container(id)?.kind == .horizontal
    }

    /// The containers that are on screen, modal ones included.
    var shownContainers: [ContainerModel] {
        guard let screen else { return [] }
        let shown = Set(screen.containers)
        return containers.filter { shown.contains($0.id) }
    }
}
