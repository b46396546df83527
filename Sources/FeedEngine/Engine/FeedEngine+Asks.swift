import Cards
import FeedAPI

import struct Foundation.Date

/// Asks: questions to several users, each with one outcome.
extension FeedEngine {
    /// How long a card shows other users who has answered, in milliseconds: an hour.
    private static let answeredLifetime: Int64 = 3_600_000

    // MARK: Asking

    /// Creates an ask and the cards of the users who are asked first.
    ///
    /// - Parameter ids: The ids of the cards, one for each user of all steps, in ascending order.
    mutating func make(
        _ checked: CheckedAsk, _ plan: AskPlan, id: AskID, in environment: EnvironmentID, ids: [CardID]
    ) throws(Problem) -> StoredAsk {
        let request = checked.request
        let users = plan.users
        guard ids.count >= users.count else {
            throw Problem(
                .internalError, detail: "The server made fewer ids than cards. Report this to its administrator.")
        }
        let end = time + Int64(request.timeout) * 1000
        var ask = StoredAsk(
            id: id, environment: environment, request: request, createdAt: time,
            deadline: min(end, checked.expiresAt ?? end),
            state: AskState(
                digest: checked.digest, people: zip(ids, users).map(AskState.Person.init),
                steps: plan.steps.map { AskState.Step(after: $0.after, count: $0.users.count) }))
        try insertCards(of: plan.steps[0].users.count, to: &ask, priority: checked.priority)
        store(ask)
        return ask
    }

    /// Inserts the cards of the next `count` users.
    private mutating func insertCards(of count: Int, to ask: inout StoredAsk, priority: Int) throws(Problem) {
        let body = ask.cardBody
        for person in ask.state.people[ask.state.askedCount...].prefix(count) {
            let life = CardLife(publishedAt: time, publishAt: nil, expiresAt: ask.deadline)
            let card = FeedCard(
                id: person.card, feed: ask.feed(of: person.user), priority: priority, life: life, ask: ask.id)
            load([card])
            try insert(card, body: body)
        }
        recordAsked(ask.state.people[ask.state.askedCount...].prefix(count), of: ask)
        ask.state.askedCount += count
    }

    // MARK: Answering

    /// Why an ask no longer accepts answers; nil while it is open.
    func refusal(of ask: StoredAsk) -> Problem? {
        if let settlement = ask.state.settlement {
            let detail =
                switch settlement.outcome {
                case _ where settlement.vote != nil:
                    "\(settlement.vote?.user.rawValue ?? "") answered first, at \(Self.clock(settlement.at))."
                case .timeout: "The deadline passed at \(Self.clock(settlement.at))."
                case _ where settlement.timeoutButton != nil: "The deadline passed at \(Self.clock(settlement.at))."
                default: "The question was withdrawn at \(Self.clock(settlement.at))."
                }
            return Problem(.cardClosed, detail: detail)
        }
        guard ask.deadline <= time else { return nil }
        return Problem(
            .cardClosed, detail: "The deadline passed at \(Self.clock(FeedTime.date(milliseconds: ask.deadline))).")
    }

    /// Why an answer cannot count for an ask; nil if it can.
    static func refusal(of request: ActionRequest, to ask: StoredAsk) -> Problem? {
        if ask.request.isSigned, request.proof?.signature == nil {
            return Problem(
                .badAction,
                detail:
                    "The question needs a signed answer, and this answer has no signature. Set signing_key to your SSH key.",
                pointer: "/signature", expected: "an SSH signature")
        }
        guard let shown = request.proof?.digest, shown != ask.digest else { return nil }
        return Problem(
            .cardChanged,
            detail:
                "The card that was answered is not the card of the question. Look at the question again before you answer.",
            pointer: "/digest", expected: ask.digest?.text)
    }

    /// A time for messages, such as `2026-11-24 14:02 UTC`.
    private static func clock(_ date: Date) -> String {
        FeedTime.text(date).prefix(16).replacing("T", with: " ") + " UTC"
    }

    /// Counts the change of a card of an ask, and settles the ask if the change decides it.
    ///
    /// - Parameters:
    ///   - card: The card after the change.
    ///   - request: The user's action; nil if the publisher ended the card.
    mutating func count(_ card: FeedCard, of ask: StoredAsk, by request: ActionRequest?, body: CardBody?)
        throws(Problem)
    {
        guard ask.isOpen, !card.life.status.isOpen else { return }
        var ask = ask
        if case .submit(let name, let values)? = request?.response, card.life.status == .completed, let request {
            ask.state.votes.append(
                Ask.Vote(
                    user: card.feed.viewer.user, cardID: card.id, button: name,
                    isPositive: body?.meaning(ofButton: name) == .positive, values: values, at: request.at,
                    receivedAt: now, proof: request.proof))
            recordAnswered(ask.state.votes[ask.state.votes.count - 1], of: ask)
        } else if request?.response == .dismiss {
            recordDismissed(card, of: ask)
        }
        let open = ask.state.asked.count { self.card($0.card)?.life.status.isOpen == true }
        let tally = AskTally(
            quorum: ask.request.quorum, hasVeto: ask.request.hasVeto, asked: ask.state.askedCount, open: open,
            later: ask.state.people.count - ask.state.askedCount, votes: ask.state.votes)
        guard let decision = tally.decision else { return store(ask) }
        try settle(
            ask, Ask.Settlement(decision.outcome, vote: decision.vote, reason: decision.reason, at: now))
    }

    /// Records whether an asker waits for the answer, and updates the open cards of the ask to show it.
    mutating func attend(_ ask: StoredAsk, isAttended: Bool) throws(Problem) {
        var ask = ask
        ask.state.isUnattended = !isAttended
        store(ask)
        let body = ask.cardBody
        for var card in ask.state.asked.compactMap({ self.card($0.card) }) where card.life.status.isOpen {
            let previous = card.life
            card.life.updatedAt = time
            try update(card, from: previous)
            rewrite(card.id, body)
        }
    }

    // MARK: Settling

    /// Withdraws an open ask. A settled ask stays as it is. If the deadline has already passed, the ask ends by its
    /// deadline instead.
    mutating func withdraw(_ ask: StoredAsk) throws(Problem) {
        guard ask.isOpen else { return }
        if ask.deadline <= time { return try passDeadline(of: ask) }
        try settle(ask, Ask.Settlement(.cancel, reason: .withdrawn, at: now))
    }

    /// Adds what ``passDeadlines(of:)-([StoredAsk])`` needs for due asks: the feeds of the users who are asked next.
    mutating func needs(forDeadlinesOf due: [StoredAsk], in needs: inout FeedNeeds) {
        for ask in due {
            for person in ask.nextStep?.people ?? [] { self.ask(for: ask.feed(of: person.user), nil, in: &needs) }
        }
    }

    /// Ends asks whose deadline has passed, and asks the users of the next steps that are due.
    mutating func passDeadlines(of due: [StoredAsk]) throws(Problem) {
        for ask in due where ask.isOpen {
            if ask.deadline <= time {
                try passDeadline(of: ask)
            } else {
                try passSteps(of: ask)
            }
        }
    }

    private mutating func passDeadline(of ask: StoredAsk) throws(Problem) {
        var settlement = Ask.Settlement(.timeout, at: FeedTime.date(milliseconds: ask.deadline))
        if let button = ask.request.onTimeout {
            let body = try CardBody.decode(ask.request.body, isStrict: false)
            let isYes = body.meaning(ofButton: button) == .positive
            // A missing answer does not overrule a user who has answered otherwise.
            if !ask.state.votes.contains(where: { $0.isPositive != isYes }) {
                settlement.outcome = isYes ? .accept : .decline
                settlement.timeoutButton = button
            }
        }
        try settle(ask, settlement)
    }

    /// Asks the users of one step. If a later step is also due, it follows in the next call.
    private mutating func passSteps(of ask: StoredAsk) throws(Problem) {
        var ask = ask
        guard let step = ask.nextStep, step.time <= time else { return }
        let body = try CardBody.decode(ask.request.body, isStrict: false)
        try insertCards(of: step.people.count, to: &ask, priority: body.priority)
        store(ask)
    }

    /// Settles an ask, and ends its open cards, because they can no longer be answered.
    private mutating func settle(_ ask: StoredAsk, _ settlement: Ask.Settlement) throws(Problem) {
        var ask = ask
        ask.state.settlement = settlement
        if let signer, let payload = AskStatement.payload(of: Ask(ask, cards: []), in: ask.environment) {
            ask.state.signature = signer.sign(payload)
        }
        recordSettled(settlement, of: ask)
        store(ask)
        let open = ask.state.asked.compactMap { card($0.card) }.filter(\.life.status.isOpen)
        if let vote = settlement.vote {
            let body = try CardBody.decode(ask.request.body, isStrict: false)
            let answered = body.answered(
                by: Answered(
                    by: vote.user.rawValue, at: settlement.at, button: body.label(ofButton: vote.button),
                    outcome: vote.isPositive ? .positive : .negative)
            ).encoded()
            for card in open { try end(card, showing: answered) }
        } else {
            let isTimeout = settlement.outcome == .timeout || settlement.timeoutButton != nil
            for card in open { try close(card, as: isTimeout ? .expired : .cancelled) }
        }
        guard let subject = card(settlement.vote?.cardID ?? ask.state.people[0].card) else { return }
        record(
            FeedEvent(event: .askSettled, cardID: subject.id, feed: subject.feed, sequence: subject.sequence, at: time))
    }

    /// Makes the card of another user show for a while who has answered. A snoozed card ends at once, because there
    /// would be nothing to do when it wakes.
    private mutating func end(_ card: FeedCard, showing body: [UInt8]) throws(Problem) {
        guard card.life.status == .active else { return try close(card, as: .cancelled) }
        var card = card
        let previous = card.life
        // Rank the card below cards that still wait for an answer.
        card.priority = max(card.priority, CardBody.answeredPriority)
        card.life.expiresAt = time + Self.answeredLifetime
        card.life.updatedAt = time
        try update(card, from: previous)
        rewrite(card.id, body)
    }

    private mutating func close(_ card: FeedCard, as status: CardStatus) throws(Problem) {
        var card = card
        let previous = card.life
        card.life.close(as: status, at: time)
        try update(card, from: previous)
    }
}
