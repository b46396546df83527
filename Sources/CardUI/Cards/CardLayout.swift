internal import AppCore
internal import Canvas
internal import Theming

/// The content of one card, broken into rows for one width. Independent of selection, focus, theme and time.
struct CardLayout {
    /// Shown in the card's top row.
    var category: CategoryView?
    var rows: [CardRow] = []
    /// The rows of each input and button.
    var elements: [CardOutline.Element] = []
    /// The title as one row of text, and its style; empty if the content has no title.
    var title = SafeText.empty
    var titleScope = StyleScope.cardTitle
    /// The first row of the title; nil if the content has no title.
    var titleRow: Int?
    /// The position of the text cursor in each input, used when that input has the focus.
    var carets: [(input: String, point: Point)] = []

    /// The texts that are long enough to be folded, as positions of their components.
    var folds: [Int] = []

    /// The links in texts, by number.
    var links: [CardReport.Link] = []
    /// The hyperlink of each link, which is passed to the terminal; nil for an address that must not be opened.
    var hyperlinks: [Hyperlink?] = []

    var pictures: [PicturePlace] = []
    /// The state of each picture that the layout asked for, shown or not. The layout is valid until one of these
    /// changes.
    var pictureShapes: [(request: PictureRequest, shape: PictureShape)] = []

    /// Whether the pictures still are as they were when the layout was made.
    func isCurrent(with gallery: PictureGallery) -> Bool {
        pictureShapes.allSatisfy { $0.shape == PictureShape(gallery[$0.request]) }
    }

    func rows(of target: FocusTarget) -> Range<Int>? {
        elements.first { $0.target == target }?.rows
    }

    /// The card's outline. Without a headline, the category in the frame serves as the title; without a category, the
    /// first row of the content does.
    func outline(frameRows: Int) -> CardOutline {
        CardOutline(
            frameRows: frameRows, title: titleRow ?? (category == nil || rows.isEmpty ? 0 : -frameRows),
            elements: elements)
    }

    func caret(of input: String) -> Point? {
        carets.first { $0.input == input }?.point
    }
}
