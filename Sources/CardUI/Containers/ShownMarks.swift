internal import AppCore
internal import Cards

/// The cards of a window that are shown as marked, including the range that the user is marking.
struct ShownMarks {
    /// Nil if no card is marked.
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
