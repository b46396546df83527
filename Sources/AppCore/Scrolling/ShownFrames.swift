import Cards

/// What the last frame looked like, and what the user sees of it.
package struct ShownFrames: Equatable, Sendable {
    /// What the last frame looked like.
    package var last = FrameReport()
    /// What the frame on the screen looks like; nil where nothing presents frames.
    private var presented: FrameReport?
    /// Whether the last frame shows the state as it is: since it was drawn no event came, and what it found out changes
    /// nothing in it. Such a frame need not be drawn again.
    package internal(set) var isCurrent = false

    package init() {}

    /// A frame was drawn.
    mutating func adopt(_ report: FrameReport) {
        isCurrent = report.offersTheSame(as: last)
        last = report
    }

    /// Another screen follows: the last frame must not show which container has the keys there.
    mutating func leaveScreen() { last = FrameReport(size: last.size) }

    /// The user sees the last frame.
    mutating func present() { presented = last }

    /// Whether the user sees the card. Keys that were typed ahead may mean one that no frame has shown.
    func isPresented(_ card: CardID, in container: ContainerID, with element: FocusTarget?) -> Bool {
        presented?.container(container)?.isRecognizable(card, with: element) ?? (presented == nil)
    }
}

extension FrameReport {
    /// Whether the keys that are offered, which depend on what the frame before showed, are the same after this one.
    fileprivate func offersTheSame(as before: FrameReport) -> Bool {
        guard places == before.places, containers.count == before.containers.count else { return false }
        return containers.allSatisfy { container in
            guard let selection = container.selection else { return true }
            let (now, earlier) = (container.wholeCard(selection)?.card, before.container(container.id))
            guard container.isList == earlier?.isList, (container.preview == nil) == (earlier?.preview == nil) else {
                return false
            }
            let then = earlier?.wholeCard(selection)?.card
            return now?.folds ?? [] == then?.folds ?? [] && now?.links ?? [] == then?.links ?? []
        }
    }
}
