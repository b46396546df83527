internal import AppCore
internal import Cards

/// Which cards of a window show as marked, the range that is being drawn included.
struct ShownMarks {
    /// Nil where none is.
    private let model: ContainerModel?
    private let range: ClosedRange<Int>?

    /// - Parameter selection: The position of the selected card after scrolling.
    init(_ model: ContainerModel, selection: Int?) {
        guard !model.marks.isEmpty else {
            (self.model, range) = (nil, nil)
            return
        }
        var shown = model
        if let selection, model.window.items.indices.contains(selection) {
            shown.selection = model.window.items[selection].id
        }
        self.model = shown
        range = shown.markedRange
    }

    func contains(_ index: Int) -> Bool {
        guard let model else { return false }
        return range?.contains(index) == true || model.marks.cards.contains(model.window.items[index].id)
    }
}
