public import struct Foundation.Date

extension Card {
    /// The action of a button.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum ButtonAction: Hashable, Sendable {
        /// Pressing the button has no effect.
        case doNothing
        /// Opens an address outside the viewer.
        case openLink(url: String)
        /// Passes these members to the host program.
        case passPayload(JSONObject)
        /// Opens the subview with this id.
        case openSubview(id: String)
        /// Submits the form, which completes the card unless ``Submission/keepsCard`` is set.
        case submit(Submission)
        /// Snoozes the card; nil lets the user choose until when.
        case snooze(SnoozePreset?)
        /// Dismisses the card.
        case dismiss
        /// Votes "this is useful"; the card stays.
        case voteUp
        /// Asks why the card isn't useful; the card stays.
        case voteDown
        /// An action that this version does not know; pressing the button says so.
        case unknown(type: String, JSONObject)

        /// What a submit button sends with the form's values, and what happens once the server has accepted it.
        public struct Submission: Hashable, Sendable {
            /// The name of the button in the response; distinguishes several submit buttons of one card.
            public var buttonName: String
            /// Additional values; the form's values take precedence over equal names.
            public var values: JSONObject
            /// Whether the card stays and can be answered again, as for a reply in a conversation. False by default.
            public var keepsCard: Bool
            /// A question that the user answers with yes before anything is sent; nil to send at once.
            public var confirm: String?
            /// The message that the user sees once the server has accepted the submission; nil for the viewer's default
            /// message.
            public var done: String?
            /// What happens once the server has accepted the submission; nil for nothing.
            public var then: AfterSubmit?
            /// What the button means to the publisher; nil if the author does not say, see
            /// ``CardBody/meaning(ofButton:)``.
            public var outcome: Outcome?

            /// Creates an instance with these properties.
            public init(
                buttonName: String, values: JSONObject = [:], keepsCard: Bool = false, confirm: String? = nil,
                done: String? = nil, then: AfterSubmit? = nil, outcome: Outcome? = nil
            ) {
                self.buttonName = buttonName
                self.values = values
                self.keepsCard = keepsCard
                self.confirm = confirm
                self.done = done
                self.then = then
                self.outcome = outcome
            }

            /// The response that pressing the button sends.
            ///
            /// - Parameter values: The button's values and those of the form.
            public func response(with values: JSONObject) -> CardResponse {
                keepsCard
                    ? .reply(buttonName: buttonName, values: values) : .submit(buttonName: buttonName, values: values)
            }
        }

        /// Runs only after the submission has succeeded (Atomic SwiftUI SDK guide 25.4, submit buttons).
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum AfterSubmit: Hashable, Sendable {
            /// Passes these members to the host program.
            case payload(JSONObject)
            /// Opens this address outside the viewer.
            case url(String)
        }

        /// A fixed snooze time. Unlike a time chosen by the user, a preset may be after the card's expiry.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum SnoozePreset: Hashable, Sendable {
            /// A ``CardDuration``, for example `1h`.
            case duration(String)
            /// A point in time, independent of the time of the press.
            case until(Date)
        }
    }
}

extension Card {
    /// A button of a card.
    public struct Button: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// The label.
        public var text: String
        /// An icon beside the label; nil for none.
        public var icon: Card.Icon?
        /// The prominence; primary by default.
        public var style: Style
        /// The action that pressing the button performs.
        public var action: Card.ButtonAction
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// The prominence of a button.
        public enum Style: String, Hashable, Sendable, CaseIterable { case primary, secondary }

        /// Creates an instance with these properties.
        public init(
            id: String? = nil, text: String, icon: Card.Icon? = nil, style: Style = .primary, action: Card.ButtonAction,
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
}
