package import Cards

/// What changes about an ask, as a storage keeps it.
package struct AskState: Hashable, Sendable {
    /// A user of an ask and the id of the user's card, which exists once the user is asked.
    package struct Person: Hashable, Sendable {
        package var card: CardID
        package var user: UserID
        /// Whether it is recorded that a program of the user has the card.
        package var isTold = false

        package init(card: CardID, user: UserID) {
            self.card = card
            self.user = user
        }
    }

    /// The digest of the card; nil for an ask of an earlier version.
    package var digest: CardDigest?
    /// How many users are asked together, and when.
    package struct Step: Hashable, Sendable {
        /// In seconds since the ask was made; 0 for the first step.
        package var after: Int
        package var count: Int

        package init(after: Int, count: Int) {
            self.after = after
            self.count = count
        }
    }

    /// The steps in the order of their times; empty for an ask of an earlier version, whose request has them.
    package var steps: [Step]
    /// All users of the ask in the order of its steps.
    package var people: [Person]
    /// How many of ``people`` are asked so far, from the first.
    package var askedCount: Int
    /// Oldest first, at most one of each user.
    package var votes: [Ask.Vote]
    /// Nil while the ask is open.
    package var settlement: Ask.Settlement?
    /// See ``Ask/signature``.
    package var signature: String?
    /// Whether the cards say that no asker waits for the answer; false by default.
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

    /// The users who are asked so far.
    package var asked: ArraySlice<Person> { people.prefix(askedCount) }
}
