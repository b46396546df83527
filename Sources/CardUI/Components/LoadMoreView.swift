internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The element that loads further content, and below it the reason if loading failed. If the source cannot load pages,
/// a note says so.
struct LoadMoreView: ComponentView {
    let element: Card.LoadMore

    func add(to builder: inout CardLayoutBuilder) {
        guard builder.canLoad(element.page) else {
            let text = Strings.Pages.unavailable(element.text, SourceCapabilities.reasonAgainstPages)
            return builder.addNote(SafeText(text, limit: 400), scope: .textDim, limit: 3)
        }
        let pending = builder.pages.pending[element.page]
        var rows = [control(isLoading: pending == .loading, width: builder.width)]
        if case .failed(let failure)? = pending {
            let reason = SafeText(Strings.Pages.reason(failure), limit: 400)
            rows += RichText(reason).rows(width: builder.width - 2, column: 2, scope: .textDim).prefix(3)
            rows[1].add(Glyph.failure, at: 0, scope: .cardRefused)
            if !builder.settings.pressKey.isEmpty {
                let hint = SafeText(Strings.Pages.tryAgain(key: builder.settings.pressKey))
                rows += RichText(hint).rows(width: builder.width - 2, column: 2, scope: .textDim)
            }
        }
        builder.addElement(.loadMore(page: element.page), rows: rows)
    }

    private func control(isLoading: Bool, width: Int) -> CardRow {
        let label = isLoading ? Strings.Pages.loading(element.text) : element.text
        let sign = isLoading ? Glyph.waiting : Glyph.unfold
        let words = TextLayout.truncate("\(sign) \(SafeText(label, limit: 200))", width: width)
        let target = FocusTarget.loadMore(page: element.page)
        var row = CardRow()
        let columns = row.add(words, at: 0, scope: .cardExpand, element: target, focusedScope: .cardExpandFocused)
        row.addRegion(0..<columns, .element(target))
        return row
    }
}
