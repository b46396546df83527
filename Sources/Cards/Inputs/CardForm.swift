extension Card {
    /// A form of a card: the inputs of one view, and the buttons that submit them.
    ///
    /// The content of a card and each of its subviews are forms of their own. A submit button checks and sends the
    /// inputs of its own view, not those of other views. In Atomic's cards, an input also belongs to one view: it has
    /// the id of its subview.
    package struct Form: Sendable {
        private let components: [Component]

        package struct SubmitButton: Sendable {
            package let label: String
            package let submission: ButtonAction.Submission
        }

        /// - Parameter components: The components of a view.
        package init(_ components: [Component]) { self.components = components }

        /// The inputs in reading order.
        package var inputs: [Input] {
            components.compactMap { component in
                guard case .input(let input) = component else { return nil }
                return input
            }
        }

        /// The submit buttons in reading order.
        package var buttons: [SubmitButton] {
            components.flatMap(\.buttons).compactMap { button in
                guard case .submit(let submission) = button.action else { return nil }
                return SubmitButton(label: button.text, submission: submission)
            }
        }
    }

    /// The forms of the card: that of its content, then those of its subviews in the order of their ids.
    package var forms: [Form] {
        [Form(body.components)] + body.subviews.sorted { $0.key < $1.key }.map { Form($0.value.components) }
    }
}
