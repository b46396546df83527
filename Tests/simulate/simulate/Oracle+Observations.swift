import CardStore
import Cards
import FeedAPI
import FeedEngine

/// Checks of what users see, and of what askers receive.
extension Oracle {
    func check(_ window: CardWindow, _ viewer: ViewerProcess) {
        trace.record(
            viewer.name,
            "shows \(window.totalCount): "
                + window.items.map { "\($0.id.short)@\($0.serverVersion)" }.joined(separator: " "))
        for item in window.items {
            let known = versions[viewer.number]?[item.id] ?? 0
            if item.serverVersion < known {
                fail("\(viewer.name) shows \(item.id.short) in version \(item.serverVersion) after \(known)")
            }
            versions[viewer.number, default: [:]][item.id] = item.serverVersion
            seen[viewer.number, default: []].insert(item.id)
        }
    }

    /// Whether an asker has received the settlement of an ask.
    func isSettled(_ ask: AskID) -> Bool { settlements[ask] != nil }

    /// An asker has received the state of an ask.
    ///
    /// - Parameter wasSettled: Whether it was settled before the request was sent. An older state may arrive
    ///   afterwards.
    func check(_ ask: Ask, wasSettled: Bool) {
        let name = ask.id.rawValue.prefix(6)
        if let known = settlements[ask.id] {
            if let settlement = ask.settlement, settlement.short != known.short {
                fail("ask \(name) is settled twice: \(known.short), then \(settlement.short)")
            } else if ask.settlement == nil, wasSettled {
                fail("ask \(name) is open again after \(known.short)")
            }
        }
        guard let settlement = ask.settlement else { return }
        if settlements[ask.id] == nil { trace.record("asker", "\(name): \(settlement.short)") }
        settlements[ask.id] = settlement
        if let vote = settlement.vote, vote.receivedAt > ask.deadline {
            fail("ask \(name) is settled by an answer after its deadline")
        }
        if settlement.outcome == .timeout, settlement.at < ask.deadline {
            fail("ask \(name) times out before its deadline")
        }
    }
}

extension CardWindow.Item {
    /// The version that the server gave. The lower 16 bits count the store's own changes.
    var serverVersion: Int64 { version >> 16 }
}
