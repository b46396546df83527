import CardSources
import Cards

import struct Foundation.Date

/// Rules about actions of the user.
extension SourceContract {
    static let actingRules: [Rule] = [
        Rule(
            "a dismissed card is removed, and the changes report the removal",
            concerns: { $0.actions.contains(.dismiss) }
        ) {
            run in
            let card = try await run.publish("A card to dismiss")
            let before = try await run.snapshot()
            let version = try run.unwrap(before.entries.first?.version, "the snapshot does not have the card")
            let receipt = try await run.perform(.dismiss, card)
            try run.expect(receipt.cardID == card && receipt.status == .dismissed, "the receipt is \(receipt)")
            try run.expect(receipt.version > version, "the version did not increase")
            let changes = try await run.changes(since: before.cursor)
            try run.expect(changes.removals.map(\.id) == [card], "the removals are \(changes.removals.map(\.id))")
            try run.expect(try await run.snapshot().entries.isEmpty, "a new snapshot still has the card")
        },
        Rule("a repeated action takes effect once", concerns: { $0.actions.contains(.dismiss) }) { run in
            let card = try await run.publish("A card to dismiss")
            let other = try await run.publish("A card that stays")
            let request = try run.request(.dismiss, card, key: "contract-key")
            let receipt = try await run.source.perform(request)
            let cursor = try await run.snapshot().cursor
            try run.expect(
                try await run.source.perform(request) == receipt, "the second receipt differs from the first")
            try run.expect(
                try await run.source.changes(of: run.stream, since: cursor) == nil,
                "the repeated action changed the stream")
            let reason = try await run.refusal("the key of another action") {
                _ = try await run.source.perform(run.request(.dismiss, other, key: "contract-key"))
            }
            try run.expect(reason == .keyReused, "the reason is \(reason)")
            try run.expect(try await run.snapshot().entries.map(\.id) == [other], "the other card is gone as well")
        },
        Rule("an action on a closed card is refused", concerns: { $0.actions.contains(.dismiss) }) { run in
            let card = try await run.publish("A card to dismiss")
            _ = try await run.perform(.dismiss, card)
            let reason = try await run.refusal("a second dismissal") { _ = try await run.perform(.dismiss, card) }
            try run.expect([.cardClosed, .unknownCard].contains(reason), "the reason is \(reason)")
        },
        Rule("an action on an unknown card is refused", concerns: { !$0.actions.isEmpty }) { run in
            let card = try run.unwrap(CardID(rawValue: "no-such-card"), "the id is not valid")
            let kinds = run.source.capabilities.actions
            let response: CardResponse = kinds.contains(.dismiss) ? .dismiss : .voteUp(message: nil)
            guard kinds.contains(response.kind) else { return }
            let reason = try await run.refusal("an action") { _ = try await run.perform(response, card) }
            try run.expect([.unknownCard, .cardClosed].contains(reason), "the reason is \(reason)")
        },
        Rule("a submitted card is completed", concerns: { $0.actions.contains(.submit) }) { run in
            let card = try await run.publish("Answer")
            let receipt = try await run.perform(.submit(buttonName: "yes", values: JSONObject()), card)
            try run.expect(receipt.status == .completed, "the status of the card is \(receipt.status)")
            try run.expect(try await run.snapshot().entries.isEmpty, "a new snapshot still has the card")
        },
        Rule("a card stays after a reply", concerns: { $0.actions.contains(.reply) }) { run in
            let card = try await run.publish("Answer")
            for reply in ["first", "second"] {
                let receipt = try await run.perform(run.fixture.reply(reply), card)
                try run.expect(receipt.status == .active, "the status of the card is \(receipt.status)")
            }
            try run.expect(try await run.snapshot().entries.count == 1, "a new snapshot lacks the card")
        },
        Rule(
            "a snoozed card is hidden until it is woken",
            concerns: { $0.snooze == .source && $0.actions.isSuperset(of: [.snooze, .unsnooze]) }
        ) { run in
            let card = try await run.publish("Later")
            let snoozed = try await run.perform(.snooze(until: Date().addingTimeInterval(7200)), card)
            try run.expect(snoozed.status == .snoozed, "the status of the card is \(snoozed.status)")
            let entries = try await run.snapshot().entries
            try run.expect(entries.allSatisfy { $0.status == .snoozed }, "a new snapshot shows the card as active")
            let woken = try await run.perform(.unsnooze, card)
            try run.expect(woken.status == .active && woken.version > snoozed.version, "the receipt is \(woken)")
            try run.expect(try await run.snapshot().entries.map(\.status) == [.active], "the card is still snoozed")
        },
        Rule("a card stays after a vote", concerns: { $0.actions.contains(.voteUp) }) { run in
            let card = try await run.publish("Useful?")
            let receipt = try await run.perform(.voteUp(message: nil), card)
            try run.expect(receipt.status == .active, "the status of the card is \(receipt.status)")
            try run.expect(try await run.snapshot().entries.map(\.id) == [card], "the card is gone")
        },
    ]
}
