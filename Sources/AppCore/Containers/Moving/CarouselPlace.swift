import Cards

/// A picture of a carousel: the index of the carousel in the shown layout, and the index of the picture in the
/// carousel.
struct CarouselPlace: Equatable {
    let carousel: Int
    let item: Int
    /// The index of the picture's button among all buttons of the layout; nil without a button.
    let button: Int?

    /// The pictures of all carousels of a layout in reading order.
    static func all(in components: [Card.Component]) -> [CarouselPlace] {
        var places: [CarouselPlace] = []
        var (carousels, buttons) = (0, 0)
        for component in components {
            guard case .carousel(let carousel) = component else {
                buttons += component.buttons.count
                continue
            }
            for (index, item) in carousel.items.enumerated() {
                places.append(CarouselPlace(carousel: carousels, item: index, button: item.button.map { _ in buttons }))
                if item.button != nil { buttons += 1 }
            }
            carousels += 1
        }
        return places
    }
}

extension ContainerModel {
    /// Shows the picture whose button has the focus, if the carousel cannot show all pictures at once.
    mutating func moveCarouselToFocus() {
        guard case .button(let number)? = focus, let card = selectedCard, card.body.hasCarousel else { return }
        let place = CarouselPlace.all(in: components(of: card)).first { $0.button == number }
        if let place { carouselPositions[card.id, default: [:]][place.carousel] = place.item }
    }

    /// The pictures that the left and right keys move through: those of the focused carousel, or of the first carousel
    /// if none is focused. Empty when the keys select another card instead.
    func carouselPictures(of subject: Subject) -> [CarouselPlace] {
        guard subject.card.body.hasCarousel else { return [] }
        let places = CarouselPlace.all(in: subject.components)
        let focused = places.first { $0.button.map(FocusTarget.button) == focus && focus != nil }
        guard focused != nil || kind != .horizontal else { return [] }
        return places.filter { $0.carousel == focused?.carousel ?? 0 }
    }

    /// - Parameter direction: 1 for the next picture, -1 for the previous one.
    fileprivate mutating func moveInCarousel(_ direction: Int, through places: [CarouselPlace], of card: CardID) {
        guard let first = places.first else { return }
        let now = carouselPositions[card]?[first.carousel] ?? 0
        let isFocused = places.contains { $0.item == now && $0.button.map(FocusTarget.button) == focus && focus != nil }
        // The first press focuses the picture that is in sight.
        let isFirstPress = !isFocused && places.first { $0.item == now }?.button != nil
        let next = min(max(0, isFirstPress ? now : now + direction), places.count - 1)
        carouselPositions[card, default: [:]][first.carousel] = next
        focus = places[next].button.map(FocusTarget.button)
        if focus != nil { scrollIntent = .revealFocus }
    }
}

extension AppState {
    /// Moves to the next picture of a carousel, or to the previous one for -1. Returns nil when the left and right keys
    /// select another card instead.
    mutating func moveInCarousel(_ direction: Int) -> [Effect]? {
        guard let subject = selectedSubject, let places = focusedContainer?.carouselPictures(of: subject),
            !places.isEmpty
        else { return nil }
        if isCardOfListHidden {
            changeFocused { $0.openCard() }
        } else {
            changeFocused { $0.moveInCarousel(direction, through: places, of: subject.card.id) }
        }
        return []
    }

    /// Shows the picture of a button whose number was pressed while the carousel showed another picture. Commands never
    /// act on an element that is not on screen (decision 0051), so the user must press the same key again.
    ///
    /// - Returns: Whether the command was for such a button.
    mutating func showPicture(for command: Command) -> Bool {
        guard case .pressButton(let number) = command, overlays.isEmpty, !fieldKeepsDigits, !digitsMeanMarks,
            let subject = selectedSubject, subject.card.body.hasCarousel,
            CarouselPlace.all(in: subject.components).contains(where: { $0.button == number - 1 }),
            let shown = frames.last.container(subject.container)?.wholeCard(subject.card.id)?.card,
            !shown.outline.elements.contains(where: { $0.target == .button(number - 1) })
        else { return false }
        focus(.button(number - 1))
        show(Strings.Toasts.pictureShown, .information)
        return true
    }
}

extension CardBody {
    /// Whether the card or one of its subviews has a carousel.
    fileprivate var hasCarousel: Bool {
        func isCarousel(_ component: Card.Component) -> Bool { if case .carousel = component { true } else { false } }
        return components.contains(where: isCarousel)
            || subviews.values.contains { $0.components.contains(where: isCarousel) }
    }
}
