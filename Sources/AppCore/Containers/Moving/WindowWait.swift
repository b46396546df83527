import Cards

/// Whether keys wait for a window that was requested and has not arrived.
enum WindowWait {
    /// No window is requested, or keys act on the current cards until it arrives.
    case none
    /// The next part of the stream is requested. Keys act immediately unless they might leave the current window or the
    /// next one.
    case nextPart
    /// Another part of the stream is requested. Keys would act on cards that are about to disappear.
    case otherCards
}

extension ContainerModel {
    /// Whether a key must wait for the requested window, because the card that it moves to might be missing.
    ///
    /// - Parameters:
    ///   - frame: The last frame. A key moves the selection by at most the number of cards in sight.
    func awaitsCards(in frame: FrameReport) -> Bool {
        switch windowWait {
        case .none: return false
        case .otherCards: return true
        case .nextPart:
            guard let index = selectedIndex, pendingJump == nil, pendingSelection == nil,
                case .card(let center) = query.anchor, let middle = window.items.firstIndex(where: { $0.id == center })
            else { return true }
            let reach = 1 + (frame.container(id)?.cards.count ?? 0)
            let isWithin =
                (!window.hasMoreBefore || index >= reach)
                && (!window.hasMoreAfter || index < window.items.count - reach)
            // Cards outside the range of the next window disappear when it arrives.
            return !isWithin || middle - index > query.before - reach || index - middle > query.after - reach
        }
    }
}

extension AppState {
    /// Whether the requested window of a container only continues the current one. The read may then start after the
    /// next frame.
    package func readsNextPart(in id: ContainerID) -> Bool { container(id)?.windowWait == .nextPart }
}
