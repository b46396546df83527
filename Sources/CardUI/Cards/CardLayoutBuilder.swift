internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// Builds a ``CardLayout``: walks the components and adds rows. The appearance of each kind of component is defined by
/// its own ``ComponentView``.
struct CardLayoutBuilder {
    let width: Int
    let form: FormState
    let settings: LayoutSettings
    let words: CardWords
    /// Positions of the components whose long text is shown in full.
    let unfolded: Set<Int>
    /// The index of the picture shown by each carousel, keyed by the carousel's number in the layout.
    let carouselPositions: [Int: Int]
    private let gallery: PictureGallery
    /// What the source of the card supports.
    let capabilities: SourceCapabilities
    var layout = CardLayout()
    /// The number of buttons laid out so far. Numbering continues across all button containers of the layout.
    var buttonCount = 0
    /// The number of carousels laid out so far.
    var carouselCount = 0
    var links = LinkNumbers()
    /// The position of the component that is being laid out.
    private(set) var position = 0
    /// Whether the builder lays out a subview instead of the card's own content.
    private(set) var isInSubview = false
    /// Whether nothing is folded: a user who answers a question must see all of it.
    private(set) var isWhole = false
    /// Whether the user's action on this card has not been sent yet, so that buttons are disabled.
    private(set) var isWaiting = false
    /// The pages loaded for the card.
    private(set) var pages = LoadedPages()
    /// The names of the pages that the card itself contains.
    private var ownPages: Set<String> = []
    private var lastGroup: Group?

    /// The kind of a component. A blank row separates neighbours of different groups if there is room.
    private enum Group { case headline, text, list, folded, media, input, toggle, buttons, note }

    init(
        width: Int, form: FormState, settings: LayoutSettings, words: CardWords = CardWords(), unfolded: Set<Int> = [],
        carouselPositions: [Int: Int] = [:], gallery: PictureGallery = PictureGallery(),
        capabilities: SourceCapabilities = .all
    ) {
        self.capabilities = capabilities
        self.words = words
        self.unfolded = unfolded
        self.carouselPositions = carouselPositions
        self.gallery = gallery
        self.width = max(1, width)
        self.form = form
        self.settings = settings
    }

    mutating func build(
        _ item: CardWindow.Item, subview: String?, variables: [String: String] = [:],
        pages: LoadedPages = LoadedPages()
    ) {
        guard case .card(let card) = item.content else {
            if case .unreadable(let reason) = item.content { addUnreadable(reason) }
            return
        }
        // A card that stays after an answer can be answered again while a reply is waiting to be sent.
        isWaiting = item.delivery == .waiting && item.unsent.isEmpty
        self.pages = pages
        isWhole = card.body.ask != nil
        ownPages = Set(card.body.pages.keys)
        let body = card.body.including(pages.content).resolvingVariables(variables)
        for case .category(let category) in body.components where layout.category == nil {
            let scope = Theme.categoryScopes[CategoryView.hue(of: category)]
            layout.category = CategoryView(
                category, icon: icon(category.icon, beside: scope), forms: settings.forms)
        }
        let page = subview.flatMap { body.subviews[$0] }
        let components = page?.components ?? body.components
        links.firstKey = FocusTarget.buttons(in: components).count + 1
        links.areShown = settings.numbersLinks
        isInSubview = page != nil
        if let page { addSubviewTitle(page.title) }
        let start = layout.rows.count
        let placeOfUnsent = page == nil ? Self.placeOfUnsent(in: components) : nil
        var isSaid = false
        for (position, component) in components.enumerated() {
            if position == placeOfUnsent { isSaid = addUnsent(item.unsent, to: body) }
            add(component, at: position)
        }
        if layout.rows.count == start { addNothingShown(of: components, isSubview: page != nil) }
        addAnswered(body.answered)
        addAsker(of: card)
        addVote(card.vote)
        if !isSaid { addDelivery(item.delivery) }
    }

    /// Whether the page can be loaded: the card contains it, or the source sends pages.
    func canLoad(_ page: String) -> Bool { capabilities.loadsPages || ownPages.contains(page) }

    /// Lays out one component in full: long content stays unfolded and has no control to fold it.
    mutating func build(whole component: Card.Component, at position: Int) {
        switch component {
        case .text(var block):
            block.expand = nil
            add(.text(block), at: position)
        case .list(var list):
            list.expand = nil
            add(.list(list), at: position)
        default: add(component, at: position)
        }
    }

    /// Adds the notes under the components: who answered, the user's vote, and the delivery state of an answer.
    mutating func buildNotes(on card: Card, of item: CardWindow.Item, isInSubview: Bool) {
        addAnswered(card.body.answered)
        addAsker(of: card)
        addVote(card.vote)
        let isSaid = !isInSubview && addUnsent(item.unsent, to: card.body)
        if !isSaid { addDelivery(item.delivery) }
    }

    /// Sets the next component apart, even if it is another text: below a table it would look like one more row.
    mutating func endsApart() { lastGroup = .folded }

    /// Begins a text that is not one of the card's components.
    mutating func beginText() { begin(.text) }

    private mutating func add(_ component: Card.Component, at position: Int) {
        self.position = position
        switch component {
        // The category is drawn in the card's frame.
        case .category, .unknown: break
        case .headline(let headline):
            begin(.headline)
            if layout.titleRow == nil { recordTitle(headline.text, scope: .cardTitle) }
            HeadlineView(headline: headline).add(to: &self)
        case .text(let block): add(TextBlockView(block: block), .text, at: position, expand: block.expand)
        case .list(let list): add(ListView(list: list), .list, at: position, expand: list.expand)
        case .media(let media): add(MediaView(media: media), .media)
        case .carousel(let carousel):
            if !carousel.items.isEmpty { add(CarouselView(carousel: carousel), .media) }
        case .loadMore(let element): add(LoadMoreView(element: element), .folded)
        case .input(let input): add(InputView(input: input), Self.group(of: input))
        case .buttons(let container):
            if !container.buttons.isEmpty { add(ButtonsView(container: container), .buttons) }
        }
    }

    private mutating func add(_ view: any ComponentView, _ group: Group) {
        begin(group)
        view.add(to: &self)
    }

    private mutating func add(_ view: any ComponentView, _ group: Group, at position: Int, expand: Card.ClickToExpand?)
    {
        guard let expand, !isWhole else { return add(view, group) }
        let folds = layout.folds.count
        add(FoldView(expand: expand, position: position, content: view), group)
        // A component that can be unfolded ends with a control, which must stand apart from the next text.
        if layout.folds.count > folds { lastGroup = .folded }
    }

    private mutating func begin(_ group: Group) {
        defer { lastGroup = group }
        guard settings.isSpacious, let lastGroup, areApart(lastGroup, group) else { return }
        for _ in 0..<settings.elementSpacing { addRow(CardRow()) }
    }

    /// Switches are one row each and read as a list.
    private static func group(of input: Card.Input) -> Group {
        if case .toggle = input.kind { .toggle } else { .input }
    }

    private func areApart(_ first: Group, _ second: Group) -> Bool {
        switch (first, second) {
        // A title belongs to the content below it, and a text that introduces a list belongs to the list.
        case (.headline, .text), (.headline, .list), (.text, .list): false
        case (.list, .list), (.media, .media), (.folded, _): true
        // Without a blank row, a label would look like a part of the value above it.
        case (.input, .input), (.input, .toggle), (.toggle, .input): settings.spacesInputs
        default: first != second
        }
    }

    mutating func addRow(_ row: CardRow) { layout.rows.append(row) }

    /// The state of a picture. The layout is made again when this changes.
    mutating func shape(of request: PictureRequest) -> PictureShape {
        let shape = PictureShape(gallery[request])
        layout.pictureShapes.append((request, shape))
        return shape
    }

    /// The symbol or picture for an icon; nil if there is neither.
    ///
    /// - Parameter scope: The scope of the text beside it.
    mutating func icon(_ icon: Card.Icon?, beside scope: StyleScope) -> InlineIcon? {
        guard let icon else { return nil }
        let sign = InlineIcon(name: icon.name, hasNerdFont: settings.hasNerdFont)
        if settings.speaksIcons { return icon.alternativeText.map(InlineIcon.init(spoken:)) ?? sign }
        guard let address = icon.url, !address.isEmpty else { return sign }
        let ink = settings.iconColors[scope]
        guard let request = InlineIcon.request(address, support: settings.pictures, ink: ink) else {
            return sign ?? .placeholder
        }
        if case .failed = shape(of: request) { return sign ?? .placeholder }
        return InlineIcon(request, fallback: sign)
    }

    /// Adds a text that is broken into rows, and registers its links.
    ///
    /// - Parameters:
    ///   - column: The number of columns to leave free at the left.
    ///   - mark: A symbol written into the first row, at its own column.
    mutating func add(
        _ text: RichText, column: Int = 0, scope: StyleScope,
        mark: (sign: InlineIcon, column: Int, scope: StyleScope)? = nil
    ) {
        let form = settings.forms[scope] ?? []
        let isLarge =
            form.contains(.large) && settings.pictures.hasLargeText && width - column >= Self.minColumnsForLarge
        let text = text.formed(as: isLarge ? form.subtracting(.large) : form)
        var rows = text.rows(width: (width - column) / (isLarge ? 2 : 1), column: column, scope: scope)
        if isLarge { rows = rows.flatMap { $0.enlarged(from: column) } }
        if let mark { rows[0].add(mark.sign, at: mark.column, scope: mark.scope) }
        add(rows, links: text.links)
    }

    /// Adds rows, and registers the links in them.
    ///
    /// - Parameter links: In the order of their numbers, which follow one another.
    mutating func add(_ rows: [CardRow], links: [(number: Int, address: String)]) {
        let first = layout.rows.count
        layout.rows += rows
        addElements(of: links.map(\.number), in: rows, from: first)
        // A link without any text keeps its number, but cannot receive the focus.
        for link in links {
            layout.links.append(CardReport.Link(position: position, address: link.address))
            layout.hyperlinks.append(Hyperlink(link.address))
        }
    }

    /// The least number of columns for text of twice the size. In fewer columns, words would be broken.
    private static let minColumnsForLarge = 24

    /// Records the rows of each link. Takes one pass, because a text may contain thousands of links.
    private mutating func addElements(of links: [Int], in rows: [CardRow], from first: Int) {
        guard let lowest = links.first else { return }
        var places: [ClosedRange<Int>?] = Array(repeating: nil, count: links.count)
        for (index, row) in rows.enumerated() {
            for span in row.spans {
                guard let number = span.link else { continue }
                let top = places[number - lowest]?.lowerBound ?? index
                places[number - lowest] = top...index
            }
        }
        for (index, place) in places.enumerated() {
            guard let place else { continue }
            layout.elements.append(
                CardOutline.Element(
                    target: .link(lowest + index), rows: first + place.lowerBound..<first + place.upperBound + 1))
        }
    }

    /// Removes the last rows, and the links in them.
    mutating func removeLast(_ count: Int) {
        layout.rows.removeLast(count)
        let end = layout.rows.count
        let hidden = layout.elements.filter { $0.rows.lowerBound >= end }.compactMap { element -> Int? in
            if case .link(let number) = element.target { number } else { nil }
        }
        layout.elements.removeAll { $0.rows.lowerBound >= end }
        for index in layout.elements.indices where layout.elements[index].rows.upperBound > end {
            layout.elements[index].rows = layout.elements[index].rows.lowerBound..<end
        }
        // In the rows of a table, a link may stand above one with a lower number. Those with lower numbers are kept.
        let shown = layout.elements.compactMap { element -> Int? in
            if case .link(let number) = element.target { number } else { nil }
        }
        let last = shown.max() ?? -1
        guard let first = hidden.filter({ $0 > last }).min() else { return }
        layout.links.removeLast(layout.links.count - first)
        layout.hyperlinks.removeLast(layout.hyperlinks.count - first)
        links.drop(from: first)
    }

    /// Adds the rows of an element that can have the focus.
    mutating func addElement(_ target: FocusTarget, rows: [CardRow]) {
        let first = layout.rows.count
        layout.rows += rows
        layout.elements.append(CardOutline.Element(target: target, rows: first..<layout.rows.count))
    }

    // MARK: Notes by the viewer

    private mutating func addUnreadable(_ reason: String) {
        var row = CardRow()
        row.add(Glyph.failure, at: 0, scope: .cardUnreadable)
        row.add(SafeText(Strings.Card.unreadable), at: 2, scope: .cardUnreadable)
        addRow(row)
        addNote(SafeText(reason, limit: 400), scope: .textDim, limit: 2)
    }

    /// Adds a note that says why the card is empty: an empty frame looks like a fault, and the user must be able to
    /// report the cause to the publisher.
    private mutating func addNothingShown(of components: [Card.Component], isSubview: Bool) {
        begin(.note)
        let isEmpty = !components.contains(where: \.isUnknown)
        let words = Strings.Card.nothingShown(isSubview: isSubview, isEmpty: isEmpty)
        addNote(SafeText(words), scope: .textDim, limit: 3)
        if !isEmpty { addNote(SafeText(Strings.Card.nothingShownUpdate), scope: .textDim, limit: 3) }
        guard !settings.inspectKey.isEmpty else { return }
        addNote(SafeText(Strings.Card.nothingShownKey(settings.inspectKey)), scope: .textDim, limit: 3)
    }

    private mutating func addSubviewTitle(_ title: String) {
        var row = CardRow()
        let label: SafeText = "\(Glyph.back) \(SafeText(Strings.Card.back)) (\(SafeText(settings.backKey)))"
        row.addRegion(0..<row.add(label, at: 0, scope: .cardBack), .back)
        addRow(row)
        recordTitle(title, scope: .cardTitleSubview)
        add(Markdown.inline(title, links: &links), scope: .cardTitleSubview)
        lastGroup = .headline
    }

    /// Records the title, which the next row shows.
    private mutating func recordTitle(_ title: String, scope: StyleScope) {
        var numbers = LinkNumbers()
        layout.title = Markdown.inline(title, links: &numbers).text.formed(as: settings.forms[scope])
        layout.titleScope = scope
        layout.titleRow = layout.rows.count
    }

    private mutating func addAnswered(_ answered: Answered?) {
        guard let answered else { return }
        begin(.note)
        let note = Strings.AnsweredCard.note(answered, at: settings.today, in: settings.zone)
        addMarked(Glyph.success, note, scope: .text)
    }

    /// Adds a note when the asker no longer waits for the answer, or when an answer cannot be undone. The user must
    /// know this before pressing a button, because most other cards behave differently.
    private mutating func addAsker(of card: Card) {
        let body = card.body
        guard body.answered == nil, !body.submissions.isEmpty else { return }
        let note: String
        if body.isUnattended {
            let end = card.expiresAt.map { TimeText.clock($0, at: settings.today, in: settings.zone) }
            note = Strings.Card.unattended(until: end)
        } else if !body.allowsUndo {
            note = Strings.Card.sentAtOnce
        } else {
            return
        }
        begin(.note)
        addNote(SafeText(note), scope: .textDim, limit: 2)
    }

    private mutating func addVote(_ vote: Card.Vote?) {
        guard let vote else { return }
        begin(.note)
        addNote(SafeText(vote == .up ? Strings.Card.votedUp : Strings.Card.votedDown), scope: .textDim, limit: 1)
    }

    private mutating func addDelivery(_ delivery: CardWindow.Delivery) {
        switch delivery {
        case .none: break
        case .waiting:
            begin(.note)
            addMarked(Glyph.waiting, SafeText(Strings.Card.waitingToBeSent), scope: .cardWaiting)
        case .refused(let reason):
            begin(.note)
            addMarked(Glyph.failure, SafeText(Strings.Card.refused(reason), limit: 1000), scope: .cardRefused)
            addRefusedKeys()
        }
    }

    /// Adds the keys with which the user can resend or discard a refused action.
    mutating func addRefusedKeys() {
        let keys = Strings.Card.refusedKeys(retry: settings.retryKey, discard: settings.discardKey)
        layout.rows += RichText(SafeText(keys)).rows(width: width - 2, column: 2, scope: .text)
    }

    /// Adds a symbol and a text. Further lines of the text are aligned with the first.
    mutating func addMarked(_ mark: SafeText, _ text: SafeText, scope: StyleScope) {
        var rows = RichText(text).rows(width: width - 2, column: 2, scope: scope)
        rows[0].add(mark, at: 0, scope: scope)
        layout.rows += rows
    }

    mutating func addNote(_ text: SafeText, scope: StyleScope, limit: Int) {
        guard !text.isEmpty else { return }
        layout.rows += RichText(text).rows(width: width, column: 0, scope: scope).prefix(limit)
    }
}
