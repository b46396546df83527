package import Cards

/// The part of a card that was pressed. For a payload, the part that hands it to the host program.
package enum PayloadSource: Hashable, Sendable {
    case button
    case image
    /// A link in a text component.
    case text
    /// A submitted form that the server accepted, with the name of its button.
    case submit(button: String)
}

extension PayloadSource {
    /// The source's name in an SDK event.
    package var redirect: SDKEvent.RedirectSource {
        switch self {
        case .button: .linkButton
        case .image: .image
        case .text: .textLink
        case .submit: .submitButton
        }
    }
}
