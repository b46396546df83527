/// What a host reads of a card besides its metadata (Atomic SwiftUI SDK guide 25.4, "API-driven card containers").
extension Card {
    /// What the publisher wrote for the host program; empty where nothing was.
    public var payloadMetadata: JSONObject { body.metadata }

    /// What the user may do with it besides pressing its buttons.
    public var actionProperties: ActionProperties { body.actions }

    /// What it is made of, in order.
    public var components: [Component] { body.components }

    /// The buttons of its main page, in order.
    public var buttons: [Button] { body.components.buttons }

    /// Whether its main page has any button.
    public var hasButtons: Bool { !buttons.isEmpty }

    /// The ids of its second pages, sorted.
    public var subviewIDs: [String] { body.subviews.keys.sorted() }

    /// A second page; nil where there is none of this id.
    public func subview(id: String) -> Subview? { body.subviews[id] }

    /// The placeholders that the host may give values to.
    public var runtimeVariables: [RuntimeVariable] { body.variables }

    /// Gives a placeholder its value, for ``CardBody/resolvingVariables(_:)`` to put in. A name that the card does
    /// not declare changes nothing.
    public mutating func resolveRuntimeVariable(name: String, value: String) {
        for index in body.variables.indices where body.variables[index].name == name {
            body.variables[index].defaultValue = value
        }
    }
}

extension Subview {
    /// Its buttons, in order.
    public var buttons: [Button] { components.buttons }
}

extension Button {
    /// The name a submission gives with the button; nil for every other kind of button.
    public var submitName: String? {
        if case .submit(let submission) = action { submission.buttonName } else { nil }
    }
}

extension [Component] {
    fileprivate var buttons: [Button] {
        flatMap { component -> [Button] in
            if case .buttons(let container) = component { container.buttons } else { [] }
        }
    }
}
