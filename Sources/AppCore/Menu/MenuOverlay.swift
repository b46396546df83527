package import Cards

package import struct Foundation.Date

/// A short list to choose from.
package struct MenuOverlay: Equatable, Sendable {
    package var title: String
    /// Asked above the items, in full; nil where the title says it all.
    package var question: String?
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
        /// The key that chooses it in addition to its number: where the item is a command, the command's own. Nil for
        /// none.
        package var key: String?
        /// When it happens by itself: shown, with the time left, after ``detail``.
        package var until: Date?
        /// Why the item cannot be chosen, said when it is tried; nil when it can.
        package var unavailable: String?
        /// Whether the switch that it is stands on; nil for what is no switch.
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
        /// By name. Shown while it is selected.
        case theme(String)
        case sort(ContainerID, CardOrder)
        case group(ContainerID, CardGrouping)
        /// Answer the marked cards.
        case answerMarked
        /// Submit the card's form: its question is answered with yes.
        case submit(Card.ButtonAction.Submission)
        case wake(CardID, StreamID)
        /// Turn a switch of the stream's source over, by its key.
        case toggle(String, StreamID)
        /// Nothing.
        case keep
    }

    /// The question of a button that submits. Enter alone answers it with no.
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
