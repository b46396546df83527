package import Cards

package import struct Foundation.Date

/// A layer above the cards. The topmost one owns the keys.
package enum Overlay: Equatable, Sendable {
    case commands(CommandsOverlay)
    case menu(MenuOverlay)
    case prompt(PromptOverlay)
    case chooser(ChooserOverlay)
    case files(FilesOverlay)
    case filter(FilterOverlay)
    case jump(JumpOverlay)
    case sending(SendingOverlay)
    case calendar(CalendarOverlay)
    case message(MessageOverlay)
    case inspect(InspectOverlay)
    case history(HistoryOverlay)
    case output(OutputOverlay)

    /// The card the overlay is about; when it leaves the window the overlay closes.
    package var card: CardID? {
        switch self {
        case .commands, .message, .inspect, .history, .output, .filter, .jump: nil
        case .menu(let menu): menu.card
        case .prompt(let prompt): prompt.card
        case .chooser(let chooser): chooser.card
        case .files(let files): files.card
        case .sending(let sending): sending.sending.card
        case .calendar(let calendar): calendar.plan == nil ? calendar.card : nil
        }
    }
}

extension Overlay {
    /// Whether something was typed into it.
    var isTypedInto: Bool {
        switch self {
        case .prompt(let prompt): !prompt.field.text.isEmpty
        case .chooser(let chooser): !chooser.field.text.isEmpty
        case .files(let files): !files.field.text.isEmpty
        case .commands(let list): !list.field.text.isEmpty
        case .calendar(let calendar): calendar.isTyping
        case .menu, .filter, .jump, .sending, .message, .inspect, .history, .output: false
        }
    }
}

/// A short list to choose from.
package struct MenuOverlay: Equatable, Sendable {
    package var title: String
    /// Nil where it is about no card.
    package var card: CardID?
    package var items: [Item]
    /// Position in ``items``.
    package var selected: Int
    /// The theme to go back to when no other one is chosen; nil where no themes are chosen from.
    package var themeBefore: String?
    /// The marked cards it is about.
    var plan: BulkPlan?
    /// Whether it stands until the marked cards are looked through.
    var isReview = false

    package struct Item: Equatable, Sendable {
        package var label: String
        /// What the choice comes to, for example the time a snooze ends.
        package var detail: String?
        package var choice: Choice
        /// When it happens by itself: shown, with the time left, after ``detail``.
        package var until: Date?
        /// Why the item cannot be chosen, said when it is tried; nil when it can.
        package var unavailable: String?

        package init(label: String, detail: String? = nil, choice: Choice, unavailable: String? = nil) {
            self.label = label
            self.detail = detail
            self.choice = choice
            self.unavailable = unavailable
        }
    }

    package enum Choice: Hashable, Sendable {
        case snooze(SnoozeChoice)
        case snoozeCustom
        case voteDown(CardResponse.VoteReason)
        case command(Command)
        /// By name. Shown while it is selected.
        case theme(String)
        case dismissMarked
        case wake(CardID, StreamID)
        /// Whatever is lost by it.
        case quit
        /// Nothing.
        case keep
    }

    package init(title: String, card: CardID?, items: [Item], selected: Int = 0) {
        self.title = title
        self.card = card
        self.items = items
        self.selected = selected
    }
}

/// One line of text asked from the user.
package struct PromptOverlay: Equatable, Sendable {
    package var title: String
    package var card: CardID
    package var purpose: Purpose
    package var field: TextField
    /// Shown beneath while nothing is wrong, for example how to write a time.
    package var hint: String
    /// Why the text cannot be taken as it is.
    package var problem: String?
    /// The longest text in characters; nil for none.
    package var limit: Int?
    /// What is said to more.
    var tooLong = Strings.Vote.tooLong

    package enum Purpose: Hashable, Sendable {
        case voteUp
        case voteDown(CardResponse.VoteReason)
        /// A command line that is given the card.
        case pipe
    }

    package init(
        title: String, card: CardID, purpose: Purpose, field: TextField = TextField(), hint: String,
        limit: Int? = nil
    ) {
        self.title = title
        self.card = card
        self.purpose = purpose
        self.field = field
        self.hint = hint
        self.limit = limit
    }
}

/// Something to read and close.
package struct MessageOverlay: Hashable, Sendable {
    package var title: String
    package var text: String
    /// Where the text leads, if it is a link.
    package var link: String?

    package init(title: String, text: String, link: String? = nil) {
        self.title = title
        self.text = text
        self.link = link
    }
}
