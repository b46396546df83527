import Cards

/// The last frame that was drawn, and the last frame that the user sees.
package struct ShownFrames: Equatable, Sendable {
    /// The report of the last frame that was drawn.
    package var last = FrameReport()
    /// The report of the frame on the screen; nil if frames are not presented.
    private var presented: FrameReport?
    /// Whether the last frame shows the current state: no event has arrived since it was drawn, and its report does not
    /// change the state. Such a frame need not be drawn again.
    package internal(set) var isCurrent = false

    package init() {}

    /// Records a frame that was drawn.
    mutating func adopt(_ report: FrameReport) {
        isCurrent = report.offersTheSame(as: last)
        last = report
    }

    /// Forgets the last frame when another screen follows, because its layout would determine the wrong focused
    /// container there.
    mutating func leaveScreen() { last = FrameReport(size: last.size) }

    /// Records that the user sees the last frame.
    mutating func present() { presented = last }

    /// Whether the user sees the card. Keys that were typed ahead may refer to a card that no frame has shown.
    func isPresented(_ card: CardID, in container: ContainerID, with element: FocusTarget?) -> Bool {
        presented?.container(container)?.isRecognizable(card, with: element) ?? (presented == nil)
    }
}

extension FrameReport {
    /// Whether the available commands, which depend on the previous frame, are the same after this one.
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
