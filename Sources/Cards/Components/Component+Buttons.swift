extension Card.Component {
    /// Whether this version does not know the component.
    package var isUnknown: Bool { if case .unknown = self { true } else { false } }

    /// The buttons of the component in reading order: those of a container, and those below the images of a carousel.
    package var buttons: [Card.Button] {
        switch self {
        case .buttons(let container): container.buttons
        case .carousel(let carousel): carousel.items.compactMap(\.button)
        default: []
        }
    }
}
