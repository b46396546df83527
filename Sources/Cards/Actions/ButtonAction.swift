public import struct Foundation.Date

/// What happens when a button is pressed.
public enum ButtonAction: Hashable, Sendable {
    case doNothing
    case toLink(url: String)
    case passPayload(JSONObject)
    case toSubview(id: String)
    case submit(Submission)
    case snooze(SnoozePreset?)
    case dismiss
    case voteUp
    case voteDown
    /// An action this version does not know; pressing it explains so.
    case unknown(type: String, JSONObject)

    /// What a submit button sends besides the form's values, and what follows once the server has it.
    public struct Submission: Hashable, Sendable {
        /// Names the button in the response; several submit buttons of one card tell themselves apart by it.
        public var buttonName: String
        /// Values sent along; the form's own values win over equal names.
        public var values: JSONObject
        public var then: AfterSubmit?

        public init(buttonName: String, values: JSONObject = [:], then: AfterSubmit? = nil) {
            self.buttonName = buttonName
            self.values = values
            self.then = then
        }
    }

    /// Runs only after the submission succeeded (Atomic SwiftUI SDK guide 25.4, submit buttons).
    public enum AfterSubmit: Hashable, Sendable {
        case payload(JSONObject)
        case url(String)
    }

    /// A fixed time to snooze for; without one the picker opens. A preset may pass the card's expiry, the picker
    /// may not.
    public enum SnoozePreset: Hashable, Sendable {
        /// An ISO 8601 duration, for example `PT1H`.
        case duration(String)
        case until(Date)
    }
}

/// A button of a card.
public struct Button: Hashable, Sendable {
    public var id: String?
    public var text: String
    public var icon: Icon?
    public var style: Style
    public var action: ButtonAction
    public var unknown: JSONObject

    public enum Style: String, Hashable, Sendable, CaseIterable { case primary, secondary }

    public init(
        id: String? = nil, text: String, icon: Icon? = nil, style: Style = .primary, action: ButtonAction,
        unknown: JSONObject = [:]
    ) {
        self.id = id
        self.text = text
        self.icon = icon
        self.style = style
        self.action = action
        self.unknown = unknown
    }
}
