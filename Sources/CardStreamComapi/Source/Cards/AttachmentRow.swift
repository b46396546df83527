import Cards
import VendorClient

/// Creates the component of a card for a file of a message: an image or a link.
enum AttachmentRow {
    /// Returns nil for a part with text, which is shown as part of the message.
    static func component(of part: MessagePart) -> Card.Component? {
        guard part.text == nil else { return nil }
        let name = part.name.map { $0.prefix(scalars: 200) } ?? "File"
        guard let url = part.url.flatMap(LinkAddress.ofLink) else {
            return .text(Card.TextBlock(text: Markdown.escaped(label(name, part)), appearance: .secondary))
        }
        if part.type?.lowercased().hasPrefix("image/") ?? false, let picture = LinkAddress.ofPicture(url) {
            return .media(Card.Media(kind: .image, url: picture, label: name, height: .medium, alternativeText: name))
        }
        return .text(
            Card.TextBlock(text: "[\(Markdown.escaped(label(name, part)))](<\(url)>)")
        )
    }

    /// The name, followed by the size if it is known.
    private static func label(_ name: String, _ part: MessagePart) -> String {
        part.size.map { "\(name) (\(ByteCount.text($0)))" } ?? name
    }
}
