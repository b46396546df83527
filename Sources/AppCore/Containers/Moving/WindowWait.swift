import Cards

/// Whether keys wait for a window that was asked for and has not arrived.
enum WindowWait {
    /// None is asked for, or keys act on the cards at hand until it arrives.
    case none
    /// The next part of the stream: keys go on while they can neither leave the window at hand nor the next one.
    case nextPart
    /// A part elsewhere in the stream: keys would act on cards that are about to go.
    case otherCards
}

extension ContainerModel {
    /// Whether a key must wait for the window that was asked for, since it might not find the card that it moves to.
    ///
    /// - Parameters:
    ///   - frame: The last frame: a key moves on by what is in sight at most.
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
            // Cards between both windows' far ends are gone when the next one arrives.
            return !isWithin || middle - index > query.before - reach || index - middle > query.after - reach
        }
    }
}

extension AppState {
    /// Whether the window that a container has asked for only carries on from the cards at hand, so that its reading may
    /// begin behind the next frame.
    package func readsNextPart(in id: ContainerID) -> Bool { container(id)?.windowWait == .nextPart }
}
