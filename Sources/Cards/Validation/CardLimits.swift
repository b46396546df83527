/// The size limits of a published card: generous for authors, but low enough that no card can slow a viewer down.
package enum CardLimits {
    /// Bytes of the card as JSON without its pages, and of each of its pages.
    package static let bytes = 65_536
    /// Bytes of the whole card as JSON, with its pages.
    package static let wholeBytes = 524_288
    /// Unicode scalars of a text component; other texts are limited by ``label``.
    package static let text = 20_000
    /// Unicode scalars of a label.
    package static let label = 500
    /// Unicode scalars of the name of the user who answered a card.
    package static let answerer = 200
    /// Unicode scalars of an address.
    package static let url = 2048
    /// Unicode scalars of names and ids.
    package static let name = 128
    /// Components in one layout.
    package static let components = 200
    /// Buttons in one container.
    package static let buttons = 20
    /// Images of a carousel.
    package static let pictures = 20
    /// Choices of an input, and items of a list at one level.
    package static let items = 500
    /// Levels of nested lists.
    package static let listDepth = 5
    /// Validation rules of an input.
    package static let rules = 20
    /// Subviews of a card.
    package static let subviews = 20
    /// Pages of a card, and pages that a viewer shows of one card.
    package static let pages = 100
    /// Runtime variables of a card.
    package static let variables = 100
    /// Bytes that values of runtime variables may insert into all texts of a card together.
    package static let expansion = 262_144
    /// Levels of arrays and objects in a card, including itself; also in values of an answer and properties of an
    /// analytics record. Low enough that every envelope around them stays within ``JSONParser/defaultDepthLimit``.
    package static let depth = 48
    /// Problems reported for one card; further ones are left out.
    package static let problems = 50
}
