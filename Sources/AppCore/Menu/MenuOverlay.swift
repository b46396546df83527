package import Cards

package import struct Foundation.Date

/// A short list of choices.
package struct MenuOverlay: Equatable, Sendable {
    package var title: String
    /// The question above the items, never truncated; nil if the title is sufficient.
    package var question: String?
    /// The card that the menu belongs to; nil if there is none.
    package var card: CardID?
    package var items: [Item]
    /// Position in ``items``.
    package var selected: Int
    /// The theme to restore if the user chooses no other; nil if this is not the list of themes.
    package var themeBefore: String?
    /// The marked cards that the menu acts on, with the action.
    var plan: BulkPlan?
    /// Whether the menu is shown while the marked cards are being read.
    var isReview = false

    package struct Item: Equatable, Sendable {
        package var label: String
        /// The effect of the choice, for example the time at which a snooze ends.
        package var detail: String?
        package var choice: Choice
        /// The key that chooses the item in addition to its number: for a command, the command's key. Nil if there is
        /// none.
        package var key: String?
        /// A time to show after ``detail``, with the time left until then.
        package var until: Date?
        /// Why the item cannot be chosen, shown when the user tries to; nil if it can.
        package var unavailable: String?
        /// Whether the switch is on; nil if the item is not a switch.
        package var isOn: Bool?

        package init(
            label: String, detail: String? = nil, choice: Choice, key: String? = nil, unavailable: String? = nil
        ) {
            self.label = label
            self.key = key
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
        /// A theme by name. It is applied while the item is selected.
        case theme(String)
        case sort(ContainerID, CardOrder)
        case group(ContainerID, CardGrouping)
        /// Answer the marked cards.
        case answerMarked
        /// Submit the card's form, after its question was confirmed.
        case submit(Card.ButtonAction.Submission)
        case wake(CardID, StreamID)
        /// Toggle a switch of the stream's source, by its key.
        case toggle(String, StreamID)
        /// Do nothing.
        case keep
    }

    /// Creates the confirmation for a submit button. The item for "no" is selected, so that Enter alone does not
    /// submit.
    init(
        asking question: String, before submission: Card.ButtonAction.Submission, titled title: String,
        of subject: Subject
    ) {
        let button = subject.button(for: submission)
        self.init(
            title: title, card: subject.card.id,
            items: [
                Item(
                    label: button?.text ?? Strings.Menu.confirm, choice: .submit(submission), key: Strings.Menu.yes),
                Item(label: Strings.Menu.cancel, choice: .keep, key: Strings.Menu.no),
            ], selected: 1)
        self.question = question
    }

    package init(title: String, card: CardID?, items: [Item], selected: Int = 0) {
        self.title = title
        self.card = card
        self.items = items
        self.selected = selected
    }
}
