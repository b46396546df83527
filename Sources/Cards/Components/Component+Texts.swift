extension Card.Component {
    /// Calls `change` for every text that users may see and that may contain variables, in the order of the layout.
    /// This includes a submit button's confirmation question and its success message, but no addresses, names or
    /// payloads.
    mutating func forEachText(_ change: (inout String) -> Void) {
        switch self {
        case .category(var category):
            change(&category.text)
            Self.change(&category.subText, change)
            self = .category(category)
        case .headline(var headline):
            change(&headline.text)
            self = .headline(headline)
        case .text(var block):
            change(&block.text)
            self = .text(block)
        case .list(var list):
            for index in list.items.indices { list.items[index].forEachText(change) }
            self = .list(list)
        case .media(var media):
            Self.change(&media.label, change)
            Self.change(&media.description, change)
            Self.change(&media.alternativeText, change)
            Self.change(&media.thumbnailAlternativeText, change)
            self = .media(media)
        case .carousel(var carousel):
            for index in carousel.items.indices { carousel.items[index].forEachText(change) }
            self = .carousel(carousel)
        case .buttons(var container):
            for index in container.buttons.indices { container.buttons[index].forEachText(change) }
            self = .buttons(container)
        case .input(var input):
            Self.change(&input.label, change)
            Self.change(&input.placeholder, change)
            self = .input(input)
        case .loadMore(var element):
            change(&element.text)
            self = .loadMore(element)
        case .unknown: break
        }
    }

    /// The texts that are visible in the layout, and the labels of choices.
    var texts: [String] {
        if case .buttons = self { return buttons.map(\.text) }
        if case .carousel(let carousel) = self { return carousel.items.flatMap(\.texts) }
        var (copy, texts) = (self, [String]())
        copy.forEachText { texts.append($0) }
        if case .input(let input) = self { texts += input.kind.entry.choices.map(\.label) }
        return texts
    }

    fileprivate static func change(_ text: inout String?, _ change: (inout String) -> Void) {
        guard var value = text else { return }
        change(&value)
        text = value
    }
}

extension Card.Carousel.Item {
    fileprivate mutating func forEachText(_ change: (inout String) -> Void) {
        Card.Component.change(&caption, change)
        Card.Component.change(&alternativeText, change)
        button?.forEachText(change)
    }

    /// The visible texts, without the confirmation question and the success message of the button.
    fileprivate var texts: [String] { [caption, alternativeText, button?.text].compactMap(\.self) }
}

extension Card.Button {
    fileprivate mutating func forEachText(_ change: (inout String) -> Void) {
        change(&text)
        guard case .submit(var submission) = action else { return }
        submission.confirm = submission.confirm.map { changed($0, change) }
        submission.done = submission.done.map { changed($0, change) }
        action = .submit(submission)
    }

    private func changed(_ text: String, _ change: (inout String) -> Void) -> String {
        var text = text
        change(&text)
        return text
    }
}

extension Card.ListBlock.Item {
    fileprivate mutating func forEachText(_ change: (inout String) -> Void) {
        change(&text)
        for index in items.indices { items[index].forEachText(change) }
    }
}
