/// Properties of a card for host programs (Atomic SwiftUI SDK guide 25.4, "API-driven card containers").
extension Card {
    /// The publisher's metadata for the host program; may be empty.
    public var payloadMetadata: JSONObject { body.metadata }

    /// The actions in addition to buttons.
    public var actionProperties: ActionProperties { body.actions }

    /// The components in order.
    public var components: [Card.Component] { body.components }

    /// The buttons of the main layout in order, including those of carousels.
    public var buttons: [Card.Button] { body.components.buttons }

    /// Whether the main layout has buttons.
    public var hasButtons: Bool { !buttons.isEmpty }

    /// The ids of the subviews, sorted.
    public var subviewIDs: [String] { body.subviews.keys.sorted() }

    /// The subview with this id; nil if there is none.
    public func subview(id: String) -> Card.Subview? { body.subviews[id] }

    /// The variables that the host can resolve.
    public var runtimeVariables: [RuntimeVariable] { body.variables }

    /// Sets the value of a variable, which ``CardBody/resolvingVariables(_:)`` inserts. Has no effect for a name that
    /// the card does not declare.
    public mutating func resolveRuntimeVariable(name: String, value: String) {
        for index in body.variables.indices where body.variables[index].name == name {
            body.variables[index].defaultValue = value
        }
    }
}

extension Card.Subview {
    /// The buttons in order, including those of carousels.
    public var buttons: [Card.Button] { components.buttons }
}

extension Card.Button {
    /// The name of a submit button in a submission; nil for other buttons.
    public var submitName: String? {
        if case .submit(let submission) = action { submission.buttonName } else { nil }
    }
}

extension [Card.Component] {
    fileprivate var buttons: [Card.Button] { flatMap(\.buttons) }
}
