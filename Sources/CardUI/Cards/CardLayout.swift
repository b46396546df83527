internal import AppCore
internal import Canvas
internal import Theming

/// The content of one card, broken into rows for one width. Independent of selection, focus, theme and time.
struct CardLayout {
    /// For the row at the card's top.
    var category: CategoryView?
    var rows: [CardRow] = []
    /// The rows of each input and button.
    var elements: [CardOutline.Element] = []
    /// The title on one row, and its look; empty where the content has none.
    var title = SafeText.empty
    var titleScope = StyleScope.cardTitle
    /// The first row of the title; nil where the content has none.
    var titleRow: Int?
    /// Where the text cursor stands in each input, should it have the focus.
    var carets: [(input: String, point: Point)] = []

    /// The texts long enough to be folded, by the position of their component.
    var folds: [Int] = []

    /// The links in texts, by number.
    var links: [CardReport.Link] = []
    /// What the terminal may know of each; nil for an address that is not to be opened.
    var hyperlinks: [Hyperlink?] = []

    var pictures: [PicturePlace] = []
    /// What is known of each picture the layout asked for, shown or not; it holds while nothing more is.
    var pictureShapes: [(request: PictureRequest, shape: PictureShape)] = []

    /// Whether its pictures are as they were when it was made.
    func isCurrent(with gallery: PictureGallery) -> Bool {
        pictureShapes.allSatisfy { $0.shape == PictureShape(gallery[$0.request]) }
    }

    func rows(of target: FocusTarget) -> Range<Int>? {
        elements.first { $0.target == target }?.rows
    }

    /// Without a headline the category in the frame names the card, and without that what it begins with.
    func outline(frameRows: Int) -> CardOutline {
        CardOutline(
            frameRows: frameRows, title: titleRow ?? (category == nil || rows.isEmpty ? 0 : -frameRows),
            elements: elements)
    }

    func caret(of input: String) -> Point? {
        carets.first { $0.input == input }?.point
    }
}
