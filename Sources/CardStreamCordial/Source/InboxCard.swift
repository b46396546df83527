import CardSources
import Cards
import VendorClient

/// Converts a message of the inbox to a card: the preview in its metadata, its content as a subview, and buttons. A
/// pure function of the message.
struct InboxCard: Sendable {
    /// The buttons that reply to the card, by name.
    enum Button: String {
        case read, unread, link
    }

    /// The id of the subview for the content, and the name of the page that it loads.
    static let (subview, contentPage) = ("message", "content")
    /// The maximum number of pictures of a carousel.
    private static let slideLimit = 20
    /// The prefix of the names of buttons that follow the link of a picture; the picture's number follows, from 1.
    private static let slideLink = "link-"
    /// The maximum number of Unicode scalars of a text.
    private static let textLimit = 2000
    /// The maximum number of Unicode scalars of a picture's caption.
    private static let captionLimit = 200
    /// The maximum number of bytes of metadata that a card passes on, so that the card stays far below
    /// ``CardLimits/bytes``.
    private static let metadataLimit = 16_384
    /// The maximum depth of that metadata, below ``CardLimits/depth``.
    private static let metadataDepth = 40

    private let message: InboxMessage
    private let vanityDomains: [String]

    /// - Parameter vanityDomains: The domains whose links count clicks.
    init(_ message: InboxMessage, vanityDomains: [String] = []) {
        self.message = message
        self.vanityDomains = vanityDomains
    }

    func entry(id: CardID) -> FeedEntry {
        FeedEntry(
            id: id, version: 0, priority: CardBody.defaultPriority, createdAt: message.sentAt,
            updatedAt: message.sentAt, activeAt: message.sentAt, isRead: message.isRead, body: body.encoded())
    }

    /// The title above the content, in Markdown.
    var title: String { InboxPreview(message.metadata).title.map { Self.line($0) } ?? "Message" }

    var body: CardBody {
        let preview = InboxPreview(message.metadata)
        var content: [Card.Component] = [
            .category(
                Card.Category(
                    text: "Message", subText: message.isRead ? nil : "unread", icon: Card.Icon(name: "envelope")))
        ]
        content.append(.headline(Card.Headline(text: title)))
        if let subtitle = preview.subtitle {
            content.append(.text(Card.TextBlock(text: Self.text(subtitle), appearance: .secondary)))
        }
        if let text = preview.text { content.append(.text(Card.TextBlock(text: Self.text(text)))) }
        if let image = preview.imageURL.flatMap(LinkAddress.ofPicture) {
            content.append(
                .media(
                    Card.Media(
                        kind: .image, url: image, layout: .thumbnail, label: preview.title.map { Self.line($0) },
                        showsActionLabel: false, action: .openSubview(id: Self.subview))))
        }
        content.append(.buttons(Card.ButtonContainer(buttons: buttons(preview))))
        // Put pictures below the buttons, so that the numbers of the buttons do not depend on the number of pictures.
        let slides = Self.shownSlides(of: preview)
        if !slides.isEmpty { content.append(.carousel(carousel(slides, preview))) }
        let subviews = [
            Self.subview: Card.Subview(
                title: title,
                components: [
                    .loadMore(Card.LoadMore(text: "The message", page: Self.contentPage, loadsOnOpen: true))
                ])
        ]
        return CardBody(
            metadata: metadata, actions: ActionProperties(), components: content, subviews: subviews)
    }

    // MARK: Pictures

    /// The pictures that can be shown.
    static func shownSlides(of preview: InboxPreview) -> [InboxPreview.Slide] {
        let shown = preview.slides.compactMap { slide in
            LinkAddress.ofPicture(slide.imageURL).map { address in
                var slide = slide
                slide.imageURL = address
                return slide
            }
        }
        return Array(shown.prefix(slideLimit))
    }

    /// The pictures as a carousel. A picture without a link opens larger than on the card.
    private func carousel(_ slides: [InboxPreview.Slide], _ preview: InboxPreview) -> Card.Carousel {
        let items = slides.enumerated().map { index, slide in
            let number = index + 1
            let name = "\(preview.title ?? "Image"), \(number) of \(slides.count)"
            let button =
                slide.link.flatMap(address(of:)).map { address in
                    answer("Open", named: Self.slideLink + "\(number)", then: .url(address), style: .primary)
                } ?? Card.Button(text: "View", style: .secondary, action: .openLink(url: slide.imageURL))
            return Card.Carousel.Item(
                url: slide.imageURL, caption: slide.title.map { $0.prefix(scalars: Self.captionLimit) },
                alternativeText: slide.title == nil ? name.prefix(scalars: Self.captionLimit) : nil, button: button)
        }
        return Card.Carousel(items: items)
    }

    /// The address that the browser opens for a link; nil if it must not open it. It does not count the click again.
    private func address(of link: String) -> String? {
        guard LinkAddress.problem(link) == nil else { return nil }
        return LinkAddress.ofLink(LinkAddresses.forBrowser(link, vanityDomains: vanityDomains))
    }

    private func buttons(_ preview: InboxPreview) -> [Card.Button] {
        var buttons = [Card.Button(text: "Open", action: .openSubview(id: Self.subview))]
        if let address = preview.link.flatMap(address(of:)) {
            buttons.append(answer("Open link", .link, then: .url(address)))
        }
        // This button has the same position in both cases, so that the numbers of the pictures' buttons do not change.
        buttons.append(message.isRead ? answer("Mark as unread", .unread) : answer("Mark as read", .read))
        return buttons
    }

    private func answer(_ text: String, _ button: Button, then: Card.ButtonAction.AfterSubmit? = nil) -> Card.Button {
        answer(text, named: button.rawValue, then: then)
    }

    private func answer(
        _ text: String, named name: String, then: Card.ButtonAction.AfterSubmit? = nil,
        style: Card.Button.Style = .secondary
    ) -> Card.Button {
        Card.Button(
            text: text, style: style,
            action: .submit(
                Card.ButtonAction.Submission(
                    buttonName: name, keepsCard: true,
                    done: Self.done(name), then: then)))
    }

    private static func done(_ button: String) -> String {
        switch Button(rawValue: button) {
        case .read: "Marked as read"
        case .unread: "Marked as unread"
        case .link, nil: "Opened"
        }
    }

    /// The number of the picture whose link a button follows, from 1; nil for other buttons.
    static func slide(ofButton name: String) -> Int? {
        name.hasPrefix(slideLink) ? Int(name.dropFirst(slideLink.count)) : nil
    }

    /// The sender's metadata, and whether the message is read, which filters need.
    private var metadata: JSONObject {
        let given = JSONValue.object(message.metadata)
        let fits = given.encoded().count <= Self.metadataLimit && given.pointer(deeperThan: Self.metadataDepth) == nil
        var result = fits ? message.metadata : [:]
        result[CardBody.readKey] = .bool(message.isRead)
        return result
    }

    private static func text(_ text: String) -> String { Markdown.escaped(text.prefix(scalars: textLimit)) }

    private static func line(_ text: String) -> String { Markdown.title(text.prefix(scalars: 200)) }
}

/// The preview in a message's metadata, with the names that senders use.
struct InboxPreview: Sendable, Hashable {
    var title: String?
    var subtitle: String?
    var text: String?
    var imageURL: String?
    /// The link of the message, and the address to open if the link cannot be opened.
    var link: String?
    var fallback: String?
    /// The pictures of a carousel; empty for none.
    var slides: [Slide]

    /// A picture of a carousel.
    struct Slide: Sendable, Hashable {
        var imageURL: String
        var title: String?
        /// The link of the picture, and the address to open if the link cannot be opened.
        var link: String?
        var fallback: String?
    }

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
        slides = (metadata["carousel"]?.array ?? []).compactMap(\.object).compactMap { item in
            (item.text("imageURL") ?? item.text("imageUrl")).map { image in
                let target = item.object("deepLink")
                return Slide(
                    imageURL: image, title: item.text("title"), link: item.text("deepLink") ?? target?.text("url"),
                    fallback: target?.text("fallbackUrl"))
            }
        }
    }
}
