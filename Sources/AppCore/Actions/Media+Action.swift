package import Cards

extension Card.Media {
    /// The action of pressing the media, as a button action; nil when it cannot be pressed.
    package var buttonAction: Card.ButtonAction? {
        guard kind == .image else { return .openLink(url: url) }
        return switch action {
        case .doNothing: nil
        case .openSource: .openLink(url: url)
        case .openLink(let url): .openLink(url: url)
        case .passPayload(let payload): .passPayload(payload)
        case .openSubview(let id): .openSubview(id: id)
        case .unknown(let type, let object): .unknown(type: type, object)
        }
    }

    package var isPressable: Bool { buttonAction != nil }

    /// Whether pressing opens another program.
    package var leavesTerminal: Bool {
        if case .openLink? = buttonAction { true } else { false }
    }
}
