import Cards
import FeedAPI

/// The audit log of asks. Every change of an ask calls one of these methods.
extension FeedEngine {
    mutating func recordAsked(_ people: ArraySlice<AskState.Person>, of ask: StoredAsk) {
        var detail: JSONObject = [
            "users": .array(people.map { .string($0.user.rawValue) }),
            "deadline": .string(FeedTime.text(FeedTime.date(milliseconds: ask.deadline))),
        ]
        if let digest = ask.digest { detail["digest"] = .string(digest.text) }
        record(AuditEntry(.asked, ask: ask.id, detail: detail, at: time), of: ask)
    }

    mutating func recordAnswered(_ vote: Ask.Vote, of ask: StoredAsk) {
        var detail: JSONObject = [
            "button": .string(vote.button),
            "outcome": .string((vote.isPositive ? AskOutcome.accept : .decline).rawValue),
        ]
        if !vote.values.isEmpty { detail["values"] = .string(Self.digest(CanonicalJSON.bytes(.object(vote.values)))) }
        if let proof = vote.proof {
            detail["digest"] = .string(proof.digest.text)
            if let signature = proof.signature { detail["signature"] = .string(Self.digest(Array(signature.utf8))) }
        }
        record(
            AuditEntry(
                .answered, ask: ask.id, user: vote.user, card: vote.cardID, detail: detail, from: device, at: time),
            of: ask)
    }

    mutating func recordDismissed(_ card: FeedCard, of ask: StoredAsk) {
        record(
            AuditEntry(.dismissed, ask: ask.id, user: card.feed.viewer.user, card: card.id, from: device, at: time),
            of: ask)
    }

    mutating func recordSettled(_ settlement: Ask.Settlement, of ask: StoredAsk) {
        var detail: JSONObject = ["outcome": .string(settlement.outcome.rawValue)]
        if let button = settlement.button { detail["button"] = .string(button) }
        if let reason = settlement.reason { detail["reason"] = .string(reason.rawValue) }
        if let signature = ask.state.signature { detail["signature"] = .string(Self.digest(Array(signature.utf8))) }
        let event: AuditEntry.Event =
            if settlement.outcome == .timeout || settlement.timeoutButton != nil { .timedOut } else {
                settlement.reason == .withdrawn ? .withdrawn : .settled
            }
        record(
            AuditEntry(
                event, ask: ask.id, user: settlement.vote?.user, card: settlement.vote?.cardID, detail: detail, at: time
            ),
            of: ask)
    }

    /// Records that a user has received the card of an ask. Only the first time is recorded.
    mutating func recordReceived(_ card: CardID, of ask: StoredAsk, by channel: DeliveryChannel) {
        guard ask.isOpen, let index = ask.state.people.firstIndex(where: { $0.card == card }),
            !ask.state.people[index].isTold
        else { return }
        var ask = ask
        ask.state.people[index].isTold = true
        store(ask)
        record(
            AuditEntry(
                .told, ask: ask.id, user: ask.state.people[index].user, card: card,
                detail: ["by": .string(channel.rawValue)], from: device, at: time), of: ask)
    }

    private static func digest(_ bytes: [UInt8]) -> String { "sha256:" + SHA256Text.of(bytes) }
}

/// How a user received a card.
package enum DeliveryChannel: String, Hashable, Sendable {
    /// The client acknowledged the card on its push connection.
    case push
    /// The client fetched the card.
    case fetch
    /// A webhook accepted the notification for the user's devices.
    case notification
}
