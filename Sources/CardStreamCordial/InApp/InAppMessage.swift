/// An in-app message with its content.
public struct InAppMessage: Sendable, Hashable {
    /// The position on the screen.
    public enum Form: String, Sendable, CaseIterable {
        /// Over the current screen, with space around it.
        case modal
        /// Over the whole screen.
        case fullscreen
        /// At the top, across 90 % of the screen.
        case bannerTop = "banner_up"
        /// At the bottom, across 90 % of the screen.
        case bannerBottom = "banner_bottom"
    }

    /// The space around the message, in percent of the screen.
    public struct Margins: Sendable, Hashable {
        /// Above.
        public var top: Int
        /// To the right.
        public var right: Int
        /// Below.
        public var bottom: Int
        /// To the left.
        public var left: Int
    }

    /// The id of the message, which events refer to.
    public var id: String
    /// The position on the screen.
    public var form: Form
    /// The space around the message.
    public var margins: Margins
    /// The content, as HTML.
    public var content: String

    /// The time after which it ends by itself; nil for never.
    public var endsAfter: Duration? {
        switch form {
        case .modal, .fullscreen: nil
        case .bannerTop, .bannerBottom: .seconds(15)
        }
    }

    init?(_ entry: InAppEntry) {
        guard let content = entry.content else { return nil }
        id = entry.id
        form = entry.parameters.form
        self.content = content
        let (left, right) = (entry.parameters.left, entry.parameters.right)
        switch form {
        case .modal: margins = Margins(top: 10, right: right, bottom: 10, left: left)
        case .fullscreen: margins = Margins(top: 0, right: 0, bottom: 0, left: 0)
        // A banner is as high as its content.
        case .bannerTop: margins = Margins(top: 5, right: 5, bottom: 0, left: 5)
        case .bannerBottom: margins = Margins(top: 0, right: 5, bottom: 5, left: 5)
        }
    }
}

/// Where in-app messages are held back.
public enum InAppMode: Sendable, Hashable {
    /// Nowhere: messages are shown.
    case show
    /// Everywhere: messages wait until the mode changes.
    case hold
    /// On these screens of the program, by the names passed to ``CordialInAppMessages/enterScreen(_:)``.
    case notOn(Set<String>)
}

/// When held-back messages are shown again.
public enum InAppResume: Sendable, Hashable {
    /// At once.
    case now
    /// When the program opens the next time.
    case nextOpen
}

/// The values that the user has entered into an in-app message, by the ids of the fields.
public typealias InAppInputs = [String: InAppInput]

/// A value of a field of an in-app message.
public enum InAppInput: Sendable, Hashable {
    /// The value of a text field or a choice.
    case text(String)
    /// The value of a number field.
    case number(Double)
    /// The value of a switch or a radio button.
    case bool(Bool)
}
