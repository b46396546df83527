import Cards
import VendorClient

import struct Foundation.Date

/// Decides which in-app message to show, as a value type: it gets events and returns decisions. It uses no clock,
/// network or disk.
struct InAppFlow: Sendable, Hashable {
    /// The reason why a message may be shown now.
    enum Reason: Sendable, Hashable {
        /// The program has opened, or messages are no longer held back. Messages that wait for this are shown as well.
        case opened, resumed, leftScreen
        /// The content of this message was loaded.
        case loaded(String)
        /// A message has ended.
        case ended
        /// The user asks for a message although messages are held back.
        case asked
    }

    /// The received messages, oldest first.
    private(set) var entries: [InAppEntry]
    /// The ids of messages that have ended, oldest first, because the service may list them again.
    private(set) var ended: [String]
    private(set) var mode = InAppMode.show
    /// Whether messages are held back until the program opens.
    private(set) var waitsForOpening = false
    /// The current screen of the program; nil if it has not been set.
    private(set) var screen: String?
    /// The id of the shown message; nil for none.
    private(set) var shown: String?

    /// The number of ids of ended messages that are kept.
    static let keptEnded = 200

    init(entries: [InAppEntry] = [], ended: [String] = []) {
        self.entries = entries
        self.ended = ended
    }

    /// The entry with this id.
    func entry(_ id: String) -> InAppEntry? { entries.first { $0.id == id } }

    // MARK: Receiving

    /// Adds listed messages. Skips those that are incomplete, known, or have ended.
    mutating func listed(_ items: [JSONObject]) {
        for item in items {
            guard let id = item.text("_id"), !id.isEmpty, item.date("sentAt") != nil, item.text("url") != nil,
                item.date("urlExpireAt") != nil, entry(id) == nil, !ended.contains(id)
            else { continue }
            entries.append(InAppEntry(id: id, json: item))
        }
    }

    /// Adds a message that a push has announced.
    mutating func announced(_ id: String, _ parameters: InAppParameters) {
        guard entry(id) == nil, !ended.contains(id) else { return }
        entries.append(InAppEntry(id: id, json: parameters.json))
    }

    /// The time up to which messages are known after a list was loaded. For an empty list, a minute before now; after
    /// the first list, at least that.
    static func latest(_ old: Date?, listed items: [JSONObject], at now: Date) -> Date {
        let times = items.filter { $0.text("_id") != nil }.compactMap { $0.date("sentAt") }
        let minuteAgo = now.addingTimeInterval(-60)
        guard let newest = times.max() else { return minuteAgo }
        return max(old ?? minuteAgo, newest)
    }

    /// The message to load next: the newest one without content.
    var next: InAppEntry? { entries.last { $0.content == nil } }

    mutating func loaded(_ id: String, content: String) { change(id) { $0.content = content } }

    /// Removes a message whose content cannot be loaded.
    mutating func failed(_ id: String) { remove(id) }

    /// Handles a tap on a push that announces a message.
    ///
    /// - Parameter hides: Whether the message must not be shown after a tap on the push.
    mutating func tapped(_ id: String, hides: Bool) {
        if let entry = entry(id), entry.wasShown || hides {
            remove(id)
        } else if hides, !ended.contains(id) {
            ended.append(id)
        }
    }

    // MARK: Showing

    /// The message to show now; nil for none. The newest comes first, but immediate messages come before those that
    /// wait for the program to open. Removes expired messages.
    mutating func choose(_ reason: Reason, at now: Date) -> InAppEntry? {
        for entry in entries where entry.parameters.isExpired(at: now) && entry.id != shown { remove(entry.id) }
        guard shown == nil, !isHeld || reason == .asked else { return nil }
        let loaded = entries.reversed().filter { $0.content != nil }
        let immediate = loaded.first { $0.parameters.isImmediate }
        switch reason {
        case .opened, .resumed, .leftScreen, .asked: return immediate ?? loaded.first
        case .ended: return immediate
        case .loaded(let id): return immediate.flatMap { $0.id == id ? $0 : nil }
        }
    }

    /// Whether messages are held back now.
    var isHeld: Bool {
        if waitsForOpening { return true }
        switch mode {
        case .show: return false
        case .hold: return true
        case .notOn(let screens): return screen.map(screens.contains) ?? false
        }
    }

    /// The number of messages that could be shown if they were not held back.
    var heldCount: Int { isHeld ? entries.count { $0.content != nil && $0.id != shown } : 0 }

    /// Marks a message as shown.
    ///
    /// - Returns: Whether it is shown for the first time.
    mutating func show(_ id: String) -> Bool {
        guard let entry = entry(id) else { return false }
        shown = id
        change(id) { $0.wasShown = true }
        return !entry.wasShown
    }

    /// Ends the shown message, which is not shown again.
    ///
    /// - Returns: Whether this message was shown.
    mutating func end(_ id: String) -> Bool {
        guard shown == id else { return false }
        shown = nil
        remove(id)
        return true
    }

    // MARK: Holding back

    /// Sets the mode.
    ///
    /// - Returns: The reason why a message may be shown now; nil if it may not.
    mutating func set(_ mode: InAppMode, resume: InAppResume = .now) -> Reason? {
        let wasHeld = isHeld
        self.mode = mode
        waitsForOpening = mode == .show && wasHeld && resume == .nextOpen
        return wasHeld && !isHeld ? .resumed : nil
    }

    /// Handles the opening of the program: messages that waited for it are no longer held back.
    mutating func open() { waitsForOpening = false }

    /// Sets the current screen of the program.
    ///
    /// - Returns: The reason why a message may be shown now; nil if it may not.
    mutating func enter(_ screen: String?) -> Reason? {
        let wasHeld = isHeld
        self.screen = screen
        return wasHeld && !isHeld ? .leftScreen : nil
    }

    // MARK: Storage

    /// This flow with the stored messages. If the shown message is not among them, it is no longer shown.
    func replacing(_ stored: InAppFlow) -> InAppFlow {
        var result = self
        result.entries = stored.entries
        result.ended = stored.ended
        if let shown, stored.entry(shown) == nil { result.shown = nil }
        return result
    }

    /// This flow with changes that were made to another copy in the meantime.
    ///
    /// - Parameter begin: The value from which both copies began.
    func merging(_ other: InAppFlow, since begin: InAppFlow) -> InAppFlow {
        var result = self
        if shown == begin.shown { result.shown = other.shown }
        result.mode = other.mode
        result.screen = other.screen
        result.waitsForOpening = other.waitsForOpening
        return result
    }

    // MARK: Implementation

    private mutating func change(_ id: String, _ change: (inout InAppEntry) -> Void) {
        if let index = entries.firstIndex(where: { $0.id == id }) { change(&entries[index]) }
    }

    private mutating func remove(_ id: String) {
        if shown == id { shown = nil }
        entries.removeAll { $0.id == id }
        ended = (ended.filter { $0 != id } + [id]).suffix(Self.keptEnded)
    }
}
