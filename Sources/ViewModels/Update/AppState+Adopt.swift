import Canvas
import Cards

extension AppState {
    /// Takes over what a draw pass found out: where the view stands, which card is selected after paging, and what
    /// has been seen. The effects ask for the next window when the selection nears an edge.
    package mutating func adopt(_ report: FrameReport) -> [Effect] {
        lastFrame = report
        var effects: [Effect] = []
        for index in containers.indices {
            let hadIntent = containers[index].scrollIntent != nil
            containers[index].scrollIntent = nil
            effects += containers[index].sizeEffects(report)
            guard let layout = report.container(containers[index].id) else {
                // Out of sight nothing can be scrolled: the next frame with it begins at its selection.
                if hadIntent { containers[index].anchor = nil }
                continue
            }
            containers[index].anchor = layout.anchor
            containers[index].tallest = layout.tallest
            if let selection = layout.selection, selection != containers[index].selection,
                containers[index].window.items.contains(where: { $0.id == selection })
            {
                containers[index].selection = selection
                containers[index].focus = nil
            }
            containers[index].markSeen(layout)
            effects += containers[index].windowEffects(rows: size.rows)
        }
        if !features.awaitsPictures, let missing = gallery.show(report.pictures) {
            effects.append(.showPictures(missing))
        }
        return effects
    }
}

extension ContainerModel {
    /// Tells the host when the container takes another part of the screen than it was told last.
    fileprivate mutating func sizeEffects(_ report: FrameReport) -> [Effect] {
        let size = report.sizes[id] ?? (toldSize == nil ? nil : .zero)
        guard let size, size != toldSize else { return [] }
        toldSize = size
        return [.tell(id, .sizeChanged(size))]
    }

    mutating func markSeen(_ layout: ContainerReport) {
        guard !arrivals.isEmpty else { return }
        for card in layout.cards { arrivals.unseen.remove(card.id) }
        if !window.hasMoreBefore { arrivals.beforeWindow = 0 }
        if !window.hasMoreAfter { arrivals.afterWindow = 0 }
    }
}
