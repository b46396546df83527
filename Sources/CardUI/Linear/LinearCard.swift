internal import AppCore
internal import Canvas
internal import Cards

/// A card as lines of text: its content in reading order, with a number for everything that can be chosen.
struct LinearCard {
    private let item: CardWindow.Item
    private let container: ContainerModel
    private let state: AppState

    init(_ item: CardWindow.Item, in container: ContainerModel, state: AppState) {
        self.item = item
        self.container = container
        self.state = state
    }

    var page: LinearPage {
        guard item.content != .foldedGroup else {
            let hint = SafeText(Strings.Order.unfolds(Command.toggleGroup.name))
            return LinearPage(subject: place(subview: nil), heading: heading(nil), lines: [hint])
        }
        guard let subject = state.subject(item.id) else {
            return LinearPage(
                subject: place(subview: nil), heading: heading(nil), lines: rows { $0.build(item, subview: nil) })
        }
        if let input = state.focusedInput { return fieldPage(input, subject) }
        var lines: [SafeText] = []
        if let subview = container.openSubview(of: subject.card) {
            lines.append(SafeText(Strings.Lines.subview(subview.title), limit: 400))
        }
        lines += content(of: subject)
        let isInSubview = container.openSubview(of: subject.card) != nil
        lines += rows { $0.buildNotes(on: subject.card, of: item, isInSubview: isInSubview) }
        var page = LinearPage(
            subject: place(subview: container.openSubviews[item.id]), heading: heading(subject.card), lines: lines)
        page.isTalk = subject.submission?.keepsCard == true
        return page
    }

    private func place(subview: String?) -> LinearPage.Subject { .card(container.id, item.id, subview: subview) }

    // MARK: Position

    private func heading(_ card: Card?) -> SafeText {
        var parts: [SafeText] = [SafeText(container.title)]
        if item.content != .foldedGroup { parts += position }
        if let heading = item.heading, heading.isFirst {
            let words = Strings.Order.spoken(heading, at: state.now, in: state.settings.zone)
            parts.append(SafeText(words, limit: 300))
        }
        if container.isMarked(item.id) { parts.append(SafeText(Strings.Lines.isMarked)) }
        guard let card else { return parts.joined }
        for case .category(let category) in card.body.components.prefix(1) {
            let words = [category.icon?.alternativeText, category.text, category.subText]
            parts += words.compactMap { $0.map { SafeText($0, limit: 200) } }
        }
        if card.body.priority != CardBody.defaultPriority {
            parts.append(SafeText(Strings.Lines.priority(card.body.priority)))
        }
        parts.append(SafeText(TimeText.relative(card.activeAt, to: state.now)))
        if let expiry = card.expiresAt {
            parts.append(SafeText(TimeText.expiry(expiry, at: state.now)))
        }
        return parts.joined
    }

    /// The position of the card among all cards; if it is unknown, the number of cards.
    private var position: [SafeText] {
        let total = container.window.totalCount
        if let rank = container.selectedIndex.flatMap(container.window.rank) {
            return [SafeText(Strings.Lines.position(rank + 1, of: total))]
        }
        return total > 0 ? [SafeText(Strings.Lines.total(total))] : []
    }

    // MARK: Content

    /// The components. Each is followed by its elements that can be chosen.
    private func content(of subject: Subject) -> [SafeText] {
        let targets = state.listedTargets(of: subject)
        let links = state.links(of: item.id)
        let buttons = FocusTarget.buttons(in: subject.components)
        var lines: [SafeText] = []
        var next = 0
        var buttonCount = 0
        func number() -> SafeText {
            next += 1
            return "\(raw: String(next)). "
        }
        for (position, component) in subject.components.enumerated() {
            switch component {
            case .category, .unknown: continue
            case .buttons(let container):
                for _ in container.buttons {
                    lines.append(number() + SafeText(Strings.Lines.button(buttons[buttonCount].text), limit: 400))
                    buttonCount += 1
                }
            case .carousel(let carousel):
                for (index, item) in carousel.items.enumerated() {
                    let words = Strings.Lines.picture(index + 1, of: carousel.items.count, item.spokenWords)
                    lines.append(SafeText(words, limit: 1200))
                    guard let button = item.button else { continue }
                    lines.append(number() + SafeText(Strings.Lines.button(button.text), limit: 400))
                    buttonCount += 1
                }
            case .input(let input): lines += field(input, number: number())
            case .loadMore(let element): lines += loadMore(element, of: subject.card) { number() }
            default: lines += rows { $0.build(whole: component, at: position) }
            }
            while next < targets.count {
                if case .link(let link) = targets[next], links[link].position == position {
                    lines.append(number() + SafeText(Strings.Lines.link(links[link].address), limit: 2000))
                } else if targets[next] == .media(position), case .media(let media) = component {
                    lines.append(number() + SafeText(Strings.Lines.media(media.title), limit: 400))
                } else {
                    break
                }
            }
        }
        return lines
    }

    /// The rows that the layout builder makes, one line each. The width is so large that no line is wrapped.
    private func rows(_ build: (inout CardLayoutBuilder) -> Void) -> [SafeText] {
        var settings = LayoutSettings()
        settings.isSpacious = false
        settings.speaksIcons = true
        settings.speaksTables = true
        settings.inspectKey = Command.inspect.name
        settings.retryKey = Command.retryAction.name
        settings.discardKey = Command.discardAction.name
        settings.today = state.now
        settings.zone = state.settings.zone
        var builder = CardLayoutBuilder(width: Self.width, form: state.form(of: item.id), settings: settings)
        build(&builder)
        return builder.layout.rows.compactMap { row in
            let texts = row.spans.sorted { $0.column < $1.column }
            let line = texts.reduce(into: SafeText.empty) { line, span in
                let isApart = !line.isEmpty && span.column > TextLayout.width(of: line)
                line = line + (isApart ? " " : .empty) + span.text
            }
            return line.isBlank ? nil : line
        }
    }

    private static let width = 1 << 20

    private func loadMore(_ element: Card.LoadMore, of card: Card, _ number: () -> SafeText) -> [SafeText] {
        guard state.canLoad(element.page, of: card) else {
            let text = Strings.Pages.unavailable(element.text, SourceCapabilities.reasonAgainstPages)
            return [SafeText(text, limit: 400)]
        }
        let pending = container.pages[card.id]?.pending[element.page]
        let label = pending == .loading ? Strings.Pages.loading(element.text) : element.text
        var lines = [number() + SafeText(Strings.Lines.loadMore(label), limit: 400)]
        if case .failed(let failure)? = pending { lines.append(SafeText(Strings.Pages.reason(failure), limit: 400)) }
        return lines
    }

    // MARK: Fields

    private func field(_ input: Card.Input, number: SafeText) -> [SafeText] {
        let form = state.form(of: item.id)
        let isRequired = input.validation.contains { $0.rule == .required }
        let value = LinearField(input, form.value(of: input))
        var lines = [
            number
                + SafeText(
                    Strings.Lines.field(
                        input.title, kind: value.kind, isRequired: isRequired, value: value.text), limit: 2000)
        ]
        if let problem = form.problems[input.name] {
            lines.append(SafeText(Strings.Lines.problem(problem), limit: 400))
        }
        return lines
    }

    /// The page for one field that the user fills in.
    private func fieldPage(_ input: Card.Input, _ subject: Subject) -> LinearPage {
        let form = state.form(of: item.id)
        let value = LinearField(input, form.value(of: input))
        var lines = value.choices.enumerated().map { index, choice in
            "\(raw: String(index + 1)). " + SafeText(choice, limit: 400)
        }
        if let placeholder = input.placeholder, lines.isEmpty { lines.append(SafeText(placeholder, limit: 400)) }
        if let range = input.range { lines.append(SafeText(range)) }
        if let problem = form.problems[input.name] {
            lines.append(SafeText(Strings.Lines.problem(problem), limit: 400))
        }
        lines.append(SafeText(value.hint))
        return LinearPage(
            subject: .field(item.id, input.name),
            heading: SafeText(
                Strings.Lines.field(
                    input.title, kind: value.kind, isRequired: input.validation.contains { $0.rule == .required },
                    value: value.text), limit: 2000),
            lines: lines)
    }
}

extension [SafeText] {
    fileprivate var joined: SafeText {
        dropFirst().reduce(first ?? .empty) { $0 + ", " + $1 }
    }
}

extension SafeText {
    fileprivate var isBlank: Bool { string.allSatisfy { $0 == " " } }
}

extension Card.Carousel.Item {
    /// The caption, and the alternative text if it differs.
    fileprivate var spokenWords: String {
        guard let caption, !caption.isEmpty, let alternativeText, !alternativeText.isEmpty, caption != alternativeText
        else { return words }
        return "\(caption), \(alternativeText)"
    }
}

extension Card.Media {
    /// The first text that describes the media; if there is none, the address.
    fileprivate var title: String {
        [label, description, alternativeText].compactMap(\.self).first { !$0.isEmpty } ?? url
    }
}
