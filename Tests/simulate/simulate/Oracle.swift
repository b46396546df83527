import CardStore
import Cards
import FeedAPI
import FeedEngine

/// A model of what must hold in a world: what users were promised, what they have seen, and what askers received. It is
/// independent of the product's implementation.
// Invariant: used by the only thread of the process.
final class Oracle: @unchecked Sendable {
    /// How often the server may have applied an action in the end.
    enum Expectation {
        /// The store has not confirmed it yet.
        case trying
        /// The store has it: it is applied exactly once, unless the user or the server ends it.
        case promised
        case once
        case never
        /// The viewer was killed, or the card ended, at the decisive moment.
        case atMostOnce

        /// Whether its result is still open.
        var isOpen: Bool { self == .trying || self == .promised || self == .atMostOnce }
    }

    /// An action that a user wants on one card.
    struct Intent {
        var key: ActionKey
        var card: CardID
        var attempt: Attempt
        var expectation = Expectation.trying

        var kind: CardResponse.Kind { attempt.response.kind }
        var profile: Profile { attempt.viewer.profile }
    }

    /// An action of a user on one card, or on many at the same time.
    struct Attempt: Sendable {
        var number: Int
        var response: CardResponse
        var viewer: ViewerProcess
    }

    private(set) var failure: String?
    let trace: Trace
    private(set) var intents: [Intent] = []
    private var attempts = 0
    private var undoing: Set<Int> = []
    /// The profiles whose viewers may not have reported the result of an action, because one was killed just before the
    /// report.
    private(set) var silentProfiles: Set<ObjectIdentifier> = []
    var versions: [Int: [CardID: Int64]] = [:]
    var seen: [Int: Set<CardID>] = [:]
    var settlements: [AskID: Ask.Settlement] = [:]

    init(_ trace: Trace) { self.trace = trace }

    /// Records the first violation.
    func fail(_ text: String) {
        guard failure == nil else { return }
        failure = text
        trace.record("oracle", text)
    }

    // MARK: Actions

    func beginAttempt(_ response: CardResponse, _ viewer: ViewerProcess) -> Attempt {
        attempts += 1
        return Attempt(number: attempts, response: response, viewer: viewer)
    }

    /// An action on a card has received its key. Its transaction may still fail.
    func recordIntent(_ attempt: Attempt, on card: CardID, _ key: ActionKey) {
        trace.record(attempt.viewer.name, "tries \(attempt.response.kind) on \(card.short) in \(attempt.number)")
        intents.append(Intent(key: key, card: card, attempt: attempt))
    }

    func recordAcceptance(_ attempt: Attempt) {
        change { $0.attempt.number == attempt.number && $0.expectation == .trying ? .promised : nil }
    }

    func recordRefusal(_ attempt: Attempt, _ error: StoreError) {
        trace.record(attempt.viewer.name, "the store says: \(error)")
        change { $0.attempt.number == attempt.number && $0.expectation == .trying ? error.expectation : nil }
    }

    func recordSettlement(_ action: OutboxRecord, _ result: DeliveryResult, _ viewer: ViewerProcess) {
        trace.record(viewer.name, "settled \(action.response.kind) on \(action.cardID.short): \(result.short)")
        // If the server may have forgotten the key, the action has a new one. The actions of a card are sent in order,
        // so the oldest one is meant.
        let open = unsettled(action.cardID, action.response.kind, viewer)
        let oldest = open.first { intents[$0].expectation == .promised } ?? open.first
        guard let place = place(of: action.key) ?? oldest else { return }
        switch result {
        // Without a receipt, the card has ended, possibly by another viewer.
        case .accepted(let receipt):
            if intents[place].expectation == .never {
                fail(
                    "\(viewer.name): \(action.response.kind) on \(action.cardID.short) was taken back, and is accepted")
            }
            intents[place].expectation = receipt == nil ? .atMostOnce : .once
        case .kept, .superseded, .refused: intents[place].expectation = .never
        // An earlier attempt, from before the snooze had ended, may still be in progress.
        case .lapsed: intents[place].expectation = .atMostOnce
        case .retry, .unsent: break
        }
    }

    func recordEnd(_ ended: EndedAction, _ viewer: ViewerProcess) {
        let action = ended.action
        trace.record(viewer.name, "ended \(action.response.kind) on \(action.cardID.short): \(ended.status)")
        guard let place = place(of: action.key) else { return }
        intents[place].expectation = action.attempts == 0 ? .never : .atMostOnce
    }

    /// If a key is used twice, the later action is meant.
    private func place(of key: ActionKey) -> Int? { intents.lastIndex { $0.key == key } }

    /// Sets a new expectation for intents; nil leaves it unchanged.
    private func change(_ expectation: (Intent) -> Expectation?) {
        for place in intents.indices {
            if let new = expectation(intents[place]) { intents[place].expectation = new }
        }
    }

    /// The intents for a card whose result is still open, oldest first.
    private func unsettled(_ card: CardID, _ kind: CardResponse.Kind, _ viewer: ViewerProcess) -> [Int] {
        intents.indices.filter { place in
            let intent = intents[place]
            return intent.profile === viewer.profile && intent.card == card && intent.kind == kind
                && intent.expectation.isOpen
        }
    }

    // MARK: Undo

    func beginUndo(_ viewer: ViewerProcess) { undoing.insert(viewer.number) }

    func endUndo(_ result: UndoResult, _ viewer: ViewerProcess) {
        trace.record(viewer.name, "undo: \(result.short)")
        undoing.remove(viewer.number)
        switch result {
        case .undone(let card, let response, let count):
            let own = unsettled(card, response.kind, viewer).last { intents[$0].attempt.viewer === viewer }
            retract(own, response, card, count: count, viewer)
        case .undoneOther(let card, let response, let count, _):
            retract(unsettled(card, response.kind, viewer).last, response, card, count: count, viewer)
        case .underWay, .nothing: break
        }
    }

    private func retract(
        _ place: Int?, _ response: CardResponse, _ card: CardID, count: Int, _ viewer: ViewerProcess
    ) {
        guard let number = place.map({ intents[$0].attempt.number }) else {
            return fail("\(viewer.name): undo took back what nobody did: \(response.kind) on \(card.short)")
        }
        let open = intents.count { $0.attempt.number == number && $0.expectation.isOpen }
        // Actions that were already sent are not undone, and only the store knows which ones those are.
        let left: Expectation = open == count ? .never : .atMostOnce
        change { $0.attempt.number == number && $0.expectation.isOpen ? left : nil }
    }

    func endUndo(_ error: StoreError, _ viewer: ViewerProcess) {
        trace.record(viewer.name, "undo: \(error)")
        if undoing.remove(viewer.number) != nil, error.expectation == .atMostOnce { markUncertain(viewer) }
    }

    // MARK: Kills and power cuts

    func recordKill(_ viewer: ViewerProcess) {
        silentProfiles.insert(ObjectIdentifier(viewer.profile))
        if undoing.remove(viewer.number) != nil { markUncertain(viewer) }
    }

    /// After a power cut the store may be older than what was shown.
    func recordPowerCut(_ profile: Profile, _ viewers: [ViewerProcess]) {
        for viewer in viewers where viewer.profile === profile { versions[viewer.number] = nil }
    }

    /// It is unknown whether an undo took effect.
    private func markUncertain(_ viewer: ViewerProcess) {
        change { $0.profile === viewer.profile && $0.expectation.isOpen ? .atMostOnce : nil }
    }
}

extension StoreError {
    /// What to expect of an action for which the store has thrown this error.
    fileprivate var expectation: Oracle.Expectation {
        switch self {
        // The process was killed, possibly after the commit.
        case .closed, .cancelled: .atMostOnce
        default: .never
        }
    }
}
