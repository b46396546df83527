internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// An image or a video. Pictures are not drawn: what they show is told in words.
struct MediaView: ComponentView {
    let media: Media

    func add(to builder: inout CardLayoutBuilder) {
        let glyph = media.kind == .image ? Glyph.image : Glyph.video
        let words = [media.alternativeText, media.thumbnailAlternativeText, media.label, media.description]
            .compactMap { $0 }.filter { !$0.isEmpty }
        let action = media.kind == .image ? Strings.Card.viewImage : Strings.Card.watchVideo
        let title = words.first ?? media.url
        builder.addMarked(glyph, "\(SafeText(action)): \(SafeText(title, limit: 600))", scope: .cardMedia)
        addLine(media.label, unless: title, scope: .text, to: &builder)
        addLine(media.description, unless: title, scope: .textDim, to: &builder)
    }

    private func addLine(
        _ text: String?, unless title: String, scope: StyleScope, to builder: inout CardLayoutBuilder
    ) {
        guard let text, !text.isEmpty, text != title else { return }
        builder.add(Markdown.inline(text, links: &builder.links), column: 2, scope: scope)
    }
}
