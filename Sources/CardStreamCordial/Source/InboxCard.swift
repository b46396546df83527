import CardSources
import Cards
import VendorClient

/// A message of the inbox as a card: what its metadata has for a preview, its content as a subview, and buttons. A pure
/// function of the message.
struct InboxCard: Sendable {
    /// The buttons that are answered, by name.
    enum Button: String {
        case read, unread, link
    }

    /// The subview that has the content, and the page that is loaded for it.
    static let (subview, contentPage) = ("message", "content")
    /// The greatest number of characters of a text.
    private static let textLimit = 2000
    /// The greatest number of bytes of metadata that a card passes on; the card stays far below ``CardLimits/bytes``.
    private static let metadataLimit = 16_384
    /// The same of its levels, below ``CardLimits/depth``.
    private static let metadataDepth = 40

    private let message: InboxMessage
    private let vanityDomains: [String]

    /// - Parameter vanityDomains: Whose links count clicks.
    init(_ message: InboxMessage, vanityDomains: [String] = []) {
        self.message = message
        self.vanityDomains = vanityDomains
    }

    func entry(id: CardID) -> FeedEntry {
        FeedEntry(
            id: id, version: 0, priority: CardBody.defaultPriority, createdAt: message.sentAt,
            updatedAt: message.sentAt, activeAt: message.sentAt, body: body.encoded())
    }

    var body: CardBody {
        let preview = InboxPreview(message.metadata)
        var content: [Component] = [
            .category(Category(text: "Message", subText: message.isRead ? nil : "unread", icon: Icon(name: "envelope")))
        ]
        content.append(.headline(Headline(text: preview.title.map { Self.line($0) } ?? "Message")))
        if let subtitle = preview.subtitle {
            content.append(.text(TextBlock(text: Self.text(subtitle), appearance: .secondary)))
        }
        if let text = preview.text { content.append(.text(TextBlock(text: Self.text(text)))) }
        if let image = preview.imageURL, LinkAddress.problem(image) == nil {
            content.append(
                .media(
                    Media(
                        kind: .image, url: image, layout: .thumbnail, label: preview.title.map { Self.line($0) },
                        showsActionLabel: false, action: .toSubview(id: Self.subview))))
        }
        content.append(.buttons(ButtonContainer(buttons: buttons(preview))))
        return CardBody(
            metadata: metadata, actions: ActionProperties(), components: content,
            subviews: [
                Self.subview: Subview(
                    title: preview.title.map { Self.line($0) } ?? "Message",
                    components: [
                        .loadMore(LoadMore(text: "The message", page: Self.contentPage, loadsOnOpen: true))
                    ])
            ])
    }

    private func buttons(_ preview: InboxPreview) -> [Cards.Button] {
        var buttons = [Cards.Button(text: "Open", action: .toSubview(id: Self.subview))]
        if let link = preview.link {
            if LinkAddress.problem(link) == nil {
                // The browser's visit does not count the click again.
                let address = LinkAddresses.isVanity(link, vanityDomains) ? LinkAddresses.marked(link) : link
                buttons.append(answer("Open link", .link, then: .url(address)))
            }
        }
        if message.isRead { buttons.append(answer("Mark as unread", .unread)) }
        return buttons
    }

    private func answer(_ text: String, _ button: Button, then: ButtonAction.AfterSubmit? = nil) -> Cards.Button {
        Cards.Button(
            text: text, style: .secondary,
            action: .submit(
                ButtonAction.Submission(
                    buttonName: button.rawValue, keepsCard: true,
                    done: button == .unread ? "Marked as unread" : "Opened", then: then)))
    }

    /// The sender's, and whether the message is read, which filters ask for.
    private var metadata: JSONObject {
        let given = JSONValue.object(message.metadata)
        let fits = given.encoded().count <= Self.metadataLimit && given.pointer(deeperThan: Self.metadataDepth) == nil
        var result = fits ? message.metadata : [:]
        result[CardBody.readKey] = .bool(message.isRead)
        return result
    }

    private static func text(_ text: String) -> String { Markdown.escaped(String(text.prefix(textLimit))) }

    private static func line(_ text: String) -> String { Markdown.title(String(text.prefix(200))) }
}

/// What the senders of messages agree to put into metadata for a preview.
struct InboxPreview: Sendable, Hashable {
    var title: String?
    var subtitle: String?
    var text: String?
    var imageURL: String?
    /// The address that the message leads to, and what to open where that cannot be opened.
    var link: String?
    var fallback: String?

    init(_ metadata: JSONObject) {
        func found(_ keys: String...) -> String? {
            keys.lazy.compactMap { metadata.text($0) }.first { text in text.contains { !$0.isWhitespace } }
        }
        title = found("title", "headline", "subject")
        subtitle = found("subtitle", "preheader")
        text = found("text", "body", "description")
        imageURL = found("imageUrl", "imageURL", "image")
        let target = metadata.object("deepLink")
        link = found("deepLink") ?? target?.text("url")
        fallback = target?.text("fallbackUrl")
    }
}
