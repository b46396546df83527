package import Cards

/// The changing state of an ask, in the form in which storages store it.
package struct AskState: Hashable, Sendable {
    /// A user of an ask, and the id of the user's card. The card exists only after the user was asked.
    package struct Person: Hashable, Sendable {
        package var card: CardID
        package var user: UserID
        /// Whether it is already recorded that a program of the user has received the card.
        package var isTold = false

        package init(card: CardID, user: UserID) {
            self.card = card
            self.user = user
        }
    }

    /// The digest of the card; nil for an ask that was stored by an earlier version.
    package var digest: CardDigest?
    /// The number of users who are asked together, and when.
    package struct Step: Hashable, Sendable {
        /// The time in seconds after the ask was made; 0 for the first step.
        package var after: Int
        package var count: Int

        package init(after: Int, count: Int) {
            self.after = after
            self.count = count
        }
    }

    /// The steps in the order of their times; empty for an ask that was stored by an earlier version, whose request has
    /// the steps.
    package var steps: [Step]
    /// All users of the ask in the order of its steps.
    package var people: [Person]
    /// The number of users asked so far. They are the first ones of ``people``.
    package var askedCount: Int
    /// The votes, oldest first; at most one of each user.
    package var votes: [Ask.Vote]
    /// The result; nil while the ask is open.
    package var settlement: Ask.Settlement?
    /// See ``Ask/signature``.
    package var signature: String?
    /// Whether the cards show that no asker waits for the answer. False by default.
    package var isUnattended = false

    package init(
        digest: CardDigest? = nil, people: [Person] = [], steps: [Step] = [], askedCount: Int = 0,
        votes: [Ask.Vote] = [], settlement: Ask.Settlement? = nil, signature: String? = nil
    ) {
        self.digest = digest
        self.steps = steps
        self.people = people
        self.askedCount = askedCount
        self.votes = votes
        self.settlement = settlement
        self.signature = signature
    }

    /// The users asked so far.
    package var asked: ArraySlice<Person> { people.prefix(askedCount) }
}
