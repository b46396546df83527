extension Card.Component {
    /// Its buttons in reading order: those of a container, and those below the pictures of a carousel.
    package var buttons: [Card.Button] {
        switch self {
        case .buttons(let container): container.buttons
        case .carousel(let carousel): carousel.items.compactMap(\.button)
        default: []
        }
    }
}
