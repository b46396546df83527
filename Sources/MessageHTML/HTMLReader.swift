import Cards
import VendorClient

/// Converts the events of a document to content, one after the other.
struct HTMLReader {
    /// The number of Unicode scalars of Markdown after which a block is continued in a new block, and the maximum
    /// length of a piece of text. With one more piece and the longest link, a block stays below ``CardLimits/text``.
    private static let (blockLimit, pieceLimit) = (10_000, 1000)

    let linksAreButtons: Bool
    var content = HTMLContent()
    var inline = InlineText()
    var style = InlineText.Style()
    /// The elements that have started and not ended.
    var open: [OpenElement] = []
    /// The lists that contain the current position, the innermost last.
    var lists: [OpenList] = []
    /// The numbers of open elements of some kinds, and for each open table whether it has headings. These are counted
    /// because documents can be nested too deeply to search ``open``.
    private var (preformatted, quotes, textConsumers) = (0, 0, 0)
    private var tables: [Bool] = []
    var forms = FormReader()
    /// The number of the field that the text directly after it labels, for radio buttons without a label element; nil
    /// for none.
    private var namedField: Int?
    /// The maximum number of characters of this text.
    private static let nameLimit = 200

    /// An element that has started.
    struct OpenElement {
        var name: String
        /// The style outside it.
        var style: InlineText.Style
        /// What the end of the element completes.
        var purpose: Purpose
        /// The text before the element, if the end of the element consumes the text inside it.
        var textBefore: InlineText?
    }

    enum Purpose {
        /// Nothing.
        case inline
        /// A block of text.
        case block
        case heading(Int)
        /// An element whose content is not shown.
        case skipped
        case list
        case item
        /// A cell of a table with headings, shown on one line with the other cells of its row.
        case cell
        case option
        case select
        case textArea
        case label
        case button(HTMLButton.Action)
    }

    struct OpenList {
        var isOrdered: Bool
        var items: [Card.ListBlock.Item] = []
    }

    init(linksAreButtons: Bool = false) { self.linksAreButtons = linksAreButtons }

    private var isSkipping: Bool { open.last.map { if case .skipped = $0.purpose { true } else { false } } ?? false }

    mutating func read(_ event: HTMLEvent) {
        switch event {
        case .open(let tag): begin(tag)
        case .text(let text): add(text)
        case .close: end()
        }
    }

    /// The whole content.
    mutating func finish() -> HTMLContent {
        flush()
        content.parts = forms.labelled(content.parts)
        return content
    }

    // MARK: Elements

    private mutating func begin(_ tag: HTMLTag) {
        let purpose = isSkipping || tag.isHidden ? Purpose.skipped : purpose(of: tag)
        var element = OpenElement(name: tag.name, style: style, purpose: purpose)
        if element.consumesText {
            flush()
            element.textBefore = inline
            inline = InlineText()
        }
        count(element, 1)
        open.append(element)
        switch purpose {
        case .inline: beginInline(tag)
        case .block, .heading, .list, .select: flush()
        case .item:
            flush()
            if lists.isEmpty { lists.append(OpenList(isOrdered: false)) }
            lists[lists.count - 1].items.append(Card.ListBlock.Item(text: ""))
        case .cell:
            if !inline.isEmpty { add(" · "[...], InlineText.Style()) }
            if !tables.isEmpty { tables[tables.count - 1] = true }
        case .button, .label, .textArea, .option, .skipped: break
        }
        switch purpose {
        case .list: lists.append(OpenList(isOrdered: tag.name == "ol"))
        case .select: forms.beginSelect(tag)
        case .option: forms.beginOption(tag)
        case .textArea: forms.beginText(tag)
        case .label: forms.beginLabel(tag)
        default: break
        }
    }

    private mutating func count(_ element: OpenElement, _ change: Int) {
        if element.consumesText { textConsumers += change }
        switch element.name {
        case "pre": preformatted += change
        case "blockquote": quotes += change
        case "table": if change > 0 { tables.append(false) } else { tables.removeLast() }
        default: break
        }
    }

    private func purpose(of tag: HTMLTag) -> Purpose {
        if let script = tag["onclick"], let action = Self.action(ofScript: script) { return .button(action) }
        switch tag.name {
        case "script", "style", "head", "template", "title", "datalist", "map", "math": return .skipped
        case "video", "audio", "iframe", "object", "embed", "svg", "canvas", "applet", "frame": return .skipped
        case "h1", "h2", "h3", "h4", "h5", "h6": return .heading(tag.name.last?.wholeNumberValue ?? 1)
        case "ul", "ol", "menu", "dir": return .list
        case "li": return .item
        case "td", "th": return isInDataTable(tag) ? .cell : .block
        case "a":
            if let link = tag["href"], let action = Self.action(ofScript: link) { return .button(action) }
            guard linksAreButtons, let link = tag["href"].flatMap(LinkAddress.ofLink) else { return .inline }
            return .button(.link(link))
        case "button": return .button(.none)
        case "select": return .select
        case "option": return .option
        case "textarea": return .textArea
        case "label": return .label
        case "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div",
            "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "html", "legend", "main",
            "nav", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr":
            return .block
        default: return .inline
        }
    }

    private mutating func beginInline(_ tag: HTMLTag) {
        switch tag.name {
        case "b", "strong": style.isBold = true
        case "i", "em", "cite", "var", "dfn": style.isItalic = true
        case "br": if namedField != nil { flush() } else { inline.addBreak() }
        case "a": if let address = tag["href"] { beginLink(address) }
        case "img", "image": addPicture(tag)
        case "input": addInput(tag)
        default: break
        }
    }

    private mutating func beginLink(_ address: String) {
        // The address is a place within the page.
        guard !address.hasPrefix("#") else { return }
        if LinkAddress.problem(address) == nil { style.link = address } else { content.omitted[.link, default: 0] += 1 }
    }

    private mutating func end() {
        guard let element = open.popLast() else { return }
        count(element, -1)
        var text = ""
        if let before = element.textBefore {
            text = inline.plain
            inline = before
        }
        switch element.purpose {
        case .inline, .skipped, .cell: break
        case .block: flush()
        case .heading(let level): flush(heading: level)
        case .item: flush()
        case .list:
            flush()
            endList()
        case .option: forms.endOption(text)
        case .select: addField(forms.endSelect())
        case .textArea: addField(forms.endText(text))
        case .label: endLabel(text)
        case .button(let action): addButton(text, action, fallback: nil)
        }
        style = element.style
        if case .skipped = element.purpose { omit(element.name) }
    }

    private mutating func omit(_ name: String) {
        // The content of a skipped element is omitted together with that element.
        guard !isSkipping else { return }
        let kind: HTMLContent.Omission? =
            switch name {
            case "video": .video
            case "audio": .sound
            case "iframe", "object", "embed", "applet", "frame": .frame
            case "svg", "canvas": .drawing
            default: nil
            }
        if let kind { content.omitted[kind, default: 0] += 1 }
    }

    private mutating func add(_ text: String) {
        guard !isSkipping else { return }
        guard preformatted > 0 else { return add(text[...], style) }
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if number > 0 { inline.addBreak() }
            add(line, style)
        }
    }

    /// Adds text in pieces, so that a long block can end between two pieces.
    private mutating func add(_ text: Substring, _ style: InlineText.Style) {
        var rest = text
        while !rest.isEmpty {
            let scalars = rest.unicodeScalars
            let end = scalars.index(rest.startIndex, offsetBy: Self.pieceLimit, limitedBy: rest.endIndex)
            let blank = end.flatMap { rest[..<$0].lastIndex(where: \.isWhitespace) }
            // Cuts between words, if there are any.
            let cut = blank.map { rest.index(after: $0) } ?? end ?? rest.endIndex
            inline.add(String(rest[..<cut]), style)
            rest = rest[cut...]
            if inline.size > Self.blockLimit, textConsumers == 0 { flush() }
        }
    }

    // MARK: Blocks

    /// Ends the current block of text, if there is one.
    private mutating func flush(heading: Int? = nil) {
        guard textConsumers == 0 else { return }
        let text = inline
        inline = InlineText()
        let named = heading == nil ? namedField : nil
        namedField = nil
        guard !text.isEmpty else { return }
        if let named, text.plain.count <= Self.nameLimit { return forms.name(field: named, text.plain) }
        if let heading {
            let words = InlineText.escaped(text.plain.prefix(scalars: CardLimits.label / 2))
            let size: Card.Headline.Appearance = heading == 1 ? .h1 : heading == 2 ? .h2 : .h3
            content.parts.append(.component(.headline(Card.Headline(text: words, appearance: size))))
        } else if let last = lists.indices.last {
            add(text.markdown, to: last)
        } else {
            let isQuote = quotes > 0
            content.parts.append(
                .component(.text(Card.TextBlock(text: text.markdown, appearance: isQuote ? .secondary : .primary))))
        }
    }

    /// Adds text to the last item of a list, or as another item if it is too long.
    private mutating func add(_ text: String, to list: Int) {
        let old = lists[list].items.last?.text
        guard let old, old.unicodeScalars.count + 1 + text.unicodeScalars.count <= CardLimits.text else {
            return lists[list].items.append(Card.ListBlock.Item(text: text))
        }
        lists[list].items[lists[list].items.count - 1].text = old.isEmpty ? text : old + " " + text
    }

    private mutating func endList() {
        guard let list = lists.popLast(), !list.items.isEmpty else { return }
        if let outer = lists.indices.last, lists.count < CardLimits.listDepth {
            if lists[outer].items.isEmpty { lists[outer].items.append(Card.ListBlock.Item(text: "")) }
            lists[outer].items[lists[outer].items.count - 1].items += list.items
        } else if let outer = lists.indices.last {
            // Lists that are nested too deeply continue the outer list.
            lists[outer].items += list.items
        } else if case let items = list.items.limited, !items.isEmpty {
            let block = Card.ListBlock(style: list.isOrdered ? .ordered : .unordered, items: items)
            content.parts.append(.component(.list(block)))
        }
    }

    /// Whether the row of a cell shows values side by side: the row, or an earlier row of the table, has a heading.
    private func isInDataTable(_ tag: HTMLTag) -> Bool {
        tag.name == "th" || tables.last == true
    }

    private mutating func addPicture(_ tag: HTMLTag) {
        guard !tag.isTrackingPixel else { return }
        let words = (tag["alt"] ?? tag["title"])?.collapsed
        if style.link != nil || textConsumers > 0 {
            // The purpose of the image is its link, so its description is the text of the link.
            return add((words ?? "image")[...], style)
        }
        guard let address = tag["src"].flatMap(LinkAddress.ofPicture) else {
            if let words { add(words[...], style) }
            return
        }
        flush()
        let label = InlineText.escaped((words ?? "Image").prefix(scalars: CardLimits.label / 2))
        // A row that the user can press: no image is requested before the user asks for it.
        content.parts.append(
            .component(.media(Card.Media(kind: .image, url: address, layout: .text, label: label))))
    }

    // MARK: Forms

    private mutating func addInput(_ tag: HTMLTag) {
        switch forms.read(input: tag) {
        case .field(let field): addField(field)
        case .button(let label): addButton(label, .none, fallback: tag["name"])
        case .omitted(let kind): content.omitted[kind, default: 0] += 1
        }
    }

    private mutating func addField(_ field: HTMLField) {
        flush()
        content.parts.append(.field(field))
        namedField = textConsumers == 0 && forms.takesName(field) ? forms.lastField : nil
    }

    private mutating func addButton(_ label: String, _ action: HTMLButton.Action, fallback: String?) {
        flush()
        let words = label.isEmpty ? fallback ?? "Button" : label
        content.parts.append(.button(HTMLButton(label: words.prefix(scalars: 100), action: action)))
    }

    private mutating func endLabel(_ text: String) {
        if !forms.endLabel(text, fields: content.parts) {
            add(text[...], style)
            flush()
        }
    }

    private static func action(ofScript script: String) -> HTMLButton.Action? {
        ScriptCall(script).map { .call($0.name, arguments: $0.arguments) }
    }
}

extension HTMLReader.OpenElement {
    /// Whether the end of the element consumes the text inside it.
    fileprivate var consumesText: Bool {
        switch purpose {
        case .option, .textArea, .label, .button: true
        default: false
        }
    }
}

extension [Card.ListBlock.Item] {
    /// At most as many items as a list can have. An item without text is replaced by its nested items.
    fileprivate var limited: [Card.ListBlock.Item] {
        let items = flatMap { item -> [Card.ListBlock.Item] in
            var item = item
            item.items = item.items.limited
            return item.text.isEmpty ? item.items : [item]
        }
        return Array(items.prefix(CardLimits.items))
    }
}
