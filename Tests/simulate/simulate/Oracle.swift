import CardStore
import Cards
import FeedAPI
import FeedEngine

/// A model of what must hold in a world: what users were promised, what they have seen, and what askers were told. It knows nothing
/// of how the product does it.
// Invariant: used by the only thread of the process.
final class Oracle: @unchecked Sendable {
    /// What the server may have of an action at the end.
    enum Expectation {
        /// The store has not answered yet.
        case trying
        /// The store keeps it: exactly once, unless the user or the server ends it.
        case promised
        case once
        case never
        /// The viewer was killed, or the card ended, in the moment that decides.
        case atMostOnce
    }

    struct Intent {
        var profile: Profile
        var user: UserID
        var card: CardID
        var kind: CardResponse.Kind
        var group: Int?
        var expectation = Expectation.trying
    }

    private(set) var failure: String?
    private let trace: Trace
    private(set) var intents: [(key: ActionKey, intent: Intent)] = []
    private var places: [ActionKey: Int] = [:]
    private var groups = 0
    private var undoing: Set<Int> = []
    /// The profiles whose viewers may not have told what became of an action: one was killed in the moment between.
    private(set) var silentProfiles: Set<ObjectIdentifier> = []
    private var versions: [Int: [CardID: Int64]] = [:]
    private(set) var seen: [Int: Set<CardID>] = [:]
    private var settlements: [AskID: Ask.Settlement] = [:]

    init(_ trace: Trace) { self.trace = trace }

    /// Notes the first thing that must not be.
    func fail(_ text: String) {
        guard failure == nil else { return }
        failure = text
        trace.note("oracle", text)
    }

    // MARK: Actions

    func tries(_ key: ActionKey, _ response: CardResponse, on cards: [CardID], _ viewer: ViewerProcess) {
        for card in cards { add(key, response, card, viewer, group: nil) }
    }

    /// - Returns: The number by which all of them are known.
    func triesMany(_ response: CardResponse, on cards: [CardID], _ viewer: ViewerProcess) -> Attempt {
        groups += 1
        return Attempt(group: groups, response: response, viewer: viewer)
    }

    struct Attempt: Sendable {
        var group: Int
        var response: CardResponse
        var viewer: ViewerProcess
    }

    /// The store gives one of many actions its key, in a transaction that may still fail.
    func hasKey(_ key: ActionKey, of card: CardID, _ attempt: Attempt) {
        add(key, attempt.response, card, attempt.viewer, group: attempt.group)
    }

    private func add(
        _ key: ActionKey, _ response: CardResponse, _ card: CardID, _ viewer: ViewerProcess, group: Int?
    ) {
        trace.note(viewer.name, "tries \(response.kind) on \(card.short)\(group.map { " in group \($0)" } ?? "")")
        // With a key that is used twice, the later one is meant by what follows.
        places[key] = intents.count
        intents.append(
            (key, Intent(profile: viewer.profile, user: viewer.user, card: card, kind: response.kind, group: group)))
    }

    func promised(_ key: ActionKey, _ viewer: ViewerProcess) { set(key) { $0 == .trying ? .promised : $0 } }

    func promised(_ attempt: Attempt) {
        for place in intents.indices where intents[place].intent.group == attempt.group {
            if intents[place].intent.expectation == .trying { intents[place].intent.expectation = .promised }
        }
    }

    func refused(_ key: ActionKey, _ error: StoreError, _ viewer: ViewerProcess) {
        trace.note(viewer.name, "the store says: \(error)")
        set(key) { $0 == .trying ? error.leaves : $0 }
    }

    func refused(_ attempt: Attempt, _ error: StoreError) {
        trace.note(attempt.viewer.name, "the store says: \(error)")
        for place in intents.indices where intents[place].intent.group == attempt.group {
            if intents[place].intent.expectation == .trying { intents[place].intent.expectation = error.leaves }
        }
    }

    func settled(_ action: OutboxRecord, _ result: DeliveryResult, _ viewer: ViewerProcess) {
        trace.note(viewer.name, "settled \(action.response.kind) on \(action.cardID.short): \(result.short)")
        // An action whose key the server may have forgotten has a new one. Those of a card leave in their order.
        let open = unsettled(action.cardID, action.response.kind, viewer)
        let oldest = open.first { intents[$0].intent.expectation == .promised } ?? open.first
        guard let place = places[action.key] ?? oldest else { return }
        switch result {
        case .accepted:
            if intents[place].intent.expectation == .never {
                fail(
                    "\(viewer.name): \(action.response.kind) on \(action.cardID.short) was taken back, and is accepted")
            }
            // Without a receipt somebody has ended the card, which may have been another viewer.
            if case .accepted(nil) = result {
                intents[place].intent.expectation = .atMostOnce
            } else {
                intents[place].intent.expectation = .once
            }
        case .kept, .superseded, .refused: intents[place].intent.expectation = .never
        // An earlier attempt may still be under way, from when the snooze was not over.
        case .lapsed: intents[place].intent.expectation = .atMostOnce
        case .retry, .unsent: break
        }
    }

    func ended(_ ended: EndedAction, _ viewer: ViewerProcess) {
        let action = ended.action
        trace.note(viewer.name, "ended \(action.response.kind) on \(action.cardID.short): \(ended.status)")
        set(action.key) { _ in action.attempts == 0 ? .never : .atMostOnce }
    }

    private func set(_ key: ActionKey, _ change: (Expectation) -> Expectation) {
        guard let place = places[key] else { return }
        intents[place].intent.expectation = change(intents[place].intent.expectation)
    }

    /// What may still happen to a card, oldest first.
    private func unsettled(_ card: CardID, _ kind: CardResponse.Kind, _ viewer: ViewerProcess) -> [Int] {
        intents.indices.filter { place in
            let intent = intents[place].intent
            return intent.profile === viewer.profile && intent.card == card && intent.kind == kind
                && intent.expectation.isOpen
        }
    }

    // MARK: Undo

    func beginsUndo(_ viewer: ViewerProcess) { undoing.insert(viewer.number) }

    func endsUndo(_ result: UndoResult, _ viewer: ViewerProcess) {
        trace.note(viewer.name, "undo: \(result.short)")
        undoing.remove(viewer.number)
        switch result {
        case .undone(let card, let response, let count), .undoneOther(let card, let response, let count, _):
            guard let place = unsettled(card, response.kind, viewer).last else {
                return fail("\(viewer.name): undo took back what nobody did: \(response.kind) on \(card.short)")
            }
            guard let group = intents[place].intent.group else {
                intents[place].intent.expectation = .never
                return
            }
            let members = intents.indices.filter {
                intents[$0].intent.group == group && intents[$0].intent.expectation.isOpen
            }
            // Those that have left already stay, and which they are only the store knows.
            for member in members {
                intents[member].intent.expectation = members.count == count ? .never : .atMostOnce
            }
        case .underWay, .nothing: break
        }
    }

    func endsUndo(_ error: StoreError, _ viewer: ViewerProcess) {
        trace.note(viewer.name, "undo: \(error)")
        if undoing.remove(viewer.number) != nil, error.leaves == .atMostOnce { blur(viewer) }
    }

    func killed(_ viewer: ViewerProcess) {
        silentProfiles.insert(ObjectIdentifier(viewer.profile))
        if undoing.remove(viewer.number) != nil { blur(viewer) }
    }

    /// The store may be older than what was shown.
    func lostPower(_ profile: Profile, _ viewers: [ViewerProcess]) {
        for viewer in viewers where viewer.profile === profile { versions[viewer.number] = nil }
    }

    /// Whether an undo took effect is not known.
    private func blur(_ viewer: ViewerProcess) {
        for place in intents.indices
        where intents[place].intent.profile === viewer.profile && intents[place].intent.expectation.isOpen {
            intents[place].intent.expectation = .atMostOnce
        }
    }

    // MARK: What is seen

    func sees(_ window: CardWindow, _ viewer: ViewerProcess) {
        trace.note(
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

    /// Whether an asker knows how an ask was settled.
    func isSettled(_ ask: AskID) -> Bool { settlements[ask] != nil }

    /// What an asker was told.
    ///
    /// - Parameter wasSettled: Whether it was settled before the request left. What was read before may arrive afterwards.
    func told(_ ask: Ask, wasSettled: Bool) {
        let name = ask.id.rawValue.prefix(6)
        if let known = settlements[ask.id] {
            if let settlement = ask.settlement, settlement.short != known.short {
                fail("ask \(name) is settled twice: \(known.short), then \(settlement.short)")
            } else if ask.settlement == nil, wasSettled {
                fail("ask \(name) is open again after \(known.short)")
            }
        }
        guard let settlement = ask.settlement else { return }
        if settlements[ask.id] == nil { trace.note("asker", "\(name): \(settlement.short)") }
        settlements[ask.id] = settlement
        if let vote = settlement.vote, vote.receivedAt > ask.deadline {
            fail("ask \(name) is settled by an answer after its deadline")
        }
        if settlement.outcome == .timeout, settlement.at < ask.deadline {
            fail("ask \(name) times out before its deadline")
        }
    }
}

extension Oracle.Expectation {
    /// Whether something may still happen to it.
    var isOpen: Bool {
        switch self {
        case .trying, .promised, .atMostOnce: true
        case .once, .never: false
        }
    }
}

extension StoreError {
    /// What an action may have come to that the store has answered so.
    fileprivate var leaves: Oracle.Expectation {
        switch self {
        // The process was killed: the commit may have come first.
        case .closed, .cancelled: .atMostOnce
        default: .never
        }
    }
}

extension DeliveryResult {
    fileprivate var short: String {
        switch self {
        case .accepted(let receipt): receipt.map { "accepted@\($0.version)" } ?? "accepted before"
        case .kept: "kept"
        case .superseded: "superseded"
        case .lapsed: "lapsed"
        case .refused(let reason): "refused, \(reason)"
        case .retry: "again later"
        case .unsent: "unsent"
        }
    }
}

extension Ask.Settlement {
    /// All of it, but with times as the wire has them.
    fileprivate var short: String {
        let decider = vote.map { " by \($0.user) with \($0.button)" } ?? ""
        return "\(outcome)\(decider)\(reason.map { ", \($0)" } ?? "") at \(FeedTime.milliseconds(at))"
    }
}

extension UndoResult {
    fileprivate var short: String {
        switch self {
        case .undone(let card, let response, let count): "\(response.kind) on \(card.short), \(count)"
        case .undoneOther(let card, let response, let count, _): "other \(response.kind) on \(card.short), \(count)"
        case .underWay: "under way"
        case .nothing: "nothing"
        }
    }
}

extension CardWindow.Item {
    /// The version that the server gave; the rest counts what the store has done with it.
    var serverVersion: Int64 { version >> 16 }
}

extension CardID {
    /// For the trace.
    var short: String { String(rawValue.prefix(4)) }
}
