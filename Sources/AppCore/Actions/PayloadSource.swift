package import Cards

/// Which part of a card was pressed; of those with a payload, which handed it to the host program.
package enum PayloadSource: Hashable, Sendable {
    case button
    case image
    /// A link in a text.
    case text
    /// A submit that the server has taken; the button's name.
    case submit(button: String)
}

extension PayloadSource {
    /// As an event names it.
    package var redirect: SDKEvent.RedirectSource {
        switch self {
        case .button: .linkButton
        case .image: .image
        case .text: .textLink
        case .submit: .submitButton
        }
    }
}
