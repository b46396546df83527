import Testing

@testable import AppCore

/// Which parts of a card are visible: its title, which may be pinned to the first row, and the element with the focus.
struct CardPlaceTests {
    /// Forty rows with a frame: the title in the second row, a field and a button near the end.
    private let outline = CardOutline(
        frameRows: 1, title: 0,
        elements: [
            CardOutline.Element(target: .input(name: "why"), rows: 30..<33),
            CardOutline.Element(target: .button(0), rows: 36..<37),
            CardOutline.Element(target: .link(0), rows: 2..<3),
        ])

    private func place(_ top: Int, in rows: Int = 10) -> CardPlace { CardPlace(top: top, height: 40, in: rows) }

    @Test(arguments: [
        // The title at its own position; above the viewport; only the last row of the card visible; the card above the
        // viewport; the card below the viewport.
        (0, 10, false, true), (-1, 10, false, true), (-2, 10, true, true), (-38, 10, true, true),
        (-39, 10, false, false),
        (-40, 10, false, false), (8, 10, false, true), (9, 10, false, false), (12, 10, false, false),
        // A viewport of one row has no room for a pinned title.
        (-5, 1, false, false),
    ])
    func `the title is pinned while the card covers the first rows`(
        top: Int, rows: Int, isPinned: Bool, isShown: Bool
    ) {
        #expect(outline.pinsTitle(at: place(top, in: rows)) == isPinned)
        #expect(outline.showsTitle(at: place(top, in: rows)) == isShown)
    }

    @Test(arguments: [
        (FocusTarget.button(0), -27, false), (.button(0), -28, true), (.button(0), -36, true),
        // Hidden behind the pinned title.
        (.button(0), -37, false),
        (.input(name: "why"), -23, false), (.input(name: "why"), -24, true), (.input(name: "why"), -30, true),
        (.input(name: "why"), -31, false),
        // The outline has no such element.
        (.button(7), 0, true),
    ])
    func `the target of an action is visible below the title`(element: FocusTarget, top: Int, isShown: Bool) {
        #expect(outline.isRecognizable(with: element, at: place(top)) == isShown)
    }

    @Test func `acting on a card requires its first button to be visible if it fits together with the title`() {
        let short = CardOutline(
            frameRows: 1, title: 0, elements: [CardOutline.Element(target: .button(0), rows: 5..<6)])
        func isRecognizable(_ top: Int) -> Bool {
            short.isRecognizable(with: nil, at: CardPlace(top: top, height: 8, in: 10))
        }
        #expect(isRecognizable(0) && isRecognizable(3) && isRecognizable(-5))
        #expect(!isRecognizable(4) && !isRecognizable(-6))
        // The button is too far away to fit with the title, so the title alone is enough.
        #expect(outline.isRecognizable(with: nil, at: place(0)))
    }

    @Test(arguments: [2, 3, 5, 10, 36, 37, 38, 39])
    func `a card that is scrolled to its first row can be acted on`(rows: Int) {
        let elements: [FocusTarget?] = [nil, .input(name: "why"), .button(0), .link(0)]
        for (title, element) in [0, 20, 38].flatMap({ title in elements.map { (title, $0) } }) {
            var outline = outline
            outline.title = title
            let first = outline.firstRow(showing: element, in: rows)
            // The same clamping as at the end of a card.
            let top = -min(max(0, first), 40 - rows)
            #expect(
                outline.isRecognizable(with: element, at: place(top, in: rows)),
                "title \(title), \(String(describing: element))")
        }
    }
}
