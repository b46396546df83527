public import struct Foundation.Date

/// What happens when a button is pressed.
public enum ButtonAction: Hashable, Sendable {
    /// Pressing it has no effect.
    case doNothing
    /// Opens an address outside of the viewer.
    case toLink(url: String)
    /// Hands these members to the host program.
    case passPayload(JSONObject)
    /// Opens the subview of this id.
    case toSubview(id: String)
    /// Sends the form, which completes the card.
    case submit(Submission)
    /// Snoozes for a fixed time; nil lets the user pick one.
    case snooze(SnoozePreset?)
    /// Dismisses the card.
    case dismiss
    /// Votes "this is useful"; the card stays.
    case voteUp
    /// Asks why the card isn't useful; it stays.
    case voteDown
    /// An action this version does not know; pressing it explains so.
    case unknown(type: String, JSONObject)

    /// What a submit button sends besides the form's values, and what follows once the server has it.
    public struct Submission: Hashable, Sendable {
        /// Names the button in the response; several submit buttons of one card tell themselves apart by it.
        public var buttonName: String
        /// Values sent along; the form's own values win over equal names.
        public var values: JSONObject
        /// What follows once the server has it; nil for nothing.
        public var then: AfterSubmit?

        /// See the properties.
        public init(buttonName: String, values: JSONObject = [:], then: AfterSubmit? = nil) {
            self.buttonName = buttonName
            self.values = values
            self.then = then
        }
    }

    /// Runs only after the submission succeeded (Atomic SwiftUI SDK guide 25.4, submit buttons).
    public enum AfterSubmit: Hashable, Sendable {
        /// Hands these members to the host program.
        case payload(JSONObject)
        /// Opens this address outside of the viewer.
        case url(String)
    }

    /// A fixed time to snooze for; without one the picker opens. A preset may pass the card's expiry, the picker
    /// may not.
    public enum SnoozePreset: Hashable, Sendable {
        /// An ISO 8601 duration, for example `PT1H`.
        case duration(String)
        /// A point in time, whatever the time of the press.
        case until(Date)
    }
}

/// A button of a card.
public struct Button: Hashable, Sendable {
    /// Names it for programs; unique within the card. Nil where the author gave none.
    public var id: String?
    /// The label.
    public var text: String
    /// Beside the label; nil for none.
    public var icon: Icon?
    /// How much it stands out; primary by default.
    public var style: Style
    /// What a press does.
    public var action: ButtonAction
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// How much a button stands out among others.
    public enum Style: String, Hashable, Sendable, CaseIterable { case primary, secondary }

    /// See the properties.
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
