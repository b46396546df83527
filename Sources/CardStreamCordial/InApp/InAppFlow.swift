import Cards
import VendorClient

import struct Foundation.Date

/// Which in-app message is shown when, as a value: what happens goes in, what to do comes out. It knows no clock, no network
/// and no disk.
struct InAppFlow: Sendable, Hashable {
    /// Why it may be time to show a message.
    enum Reason: Sendable, Hashable {
        /// The program has opened, or messages are not held back any more: those that wait for that are shown as well.
        case opened, resumed, leftScreen
        /// The content of this message was loaded.
        case loaded(String)
        /// A message has ended.
        case ended
        /// The person asks for a message although messages are held back.
        case asked
    }

    /// Received ones, oldest first.
    private(set) var entries: [InAppEntry]
    /// Ids of those that have ended, oldest first: the service may list them again.
    private(set) var ended: [String]
    private(set) var mode = InAppMode.show
    /// Held back until the program opens.
    private(set) var waitsForOpening = false
    /// The screen of the program that is in front; nil if it has not said.
    private(set) var screen: String?
    /// The one that is on the screen.
    private(set) var shown: String?

    /// How many ids of ended messages are kept.
    static let keptEnded = 200

    init(entries: [InAppEntry] = [], ended: [String] = []) {
        self.entries = entries
        self.ended = ended
    }

    /// The entry with this id.
    func entry(_ id: String) -> InAppEntry? { entries.first { $0.id == id } }

    // MARK: Coming in

    /// Messages were listed. Those that are incomplete, known or ended are left out.
    mutating func listed(_ items: [JSONObject]) {
        for item in items {
            guard let id = item.text("_id"), !id.isEmpty, item.date("sentAt") != nil, item.text("url") != nil,
                item.date("urlExpireAt") != nil, entry(id) == nil, !ended.contains(id)
            else { continue }
            entries.append(InAppEntry(id: id, json: item))
        }
    }

    /// A push has announced a message, and how it is shown.
    mutating func announced(_ id: String, _ parameters: InAppParameters) {
        guard entry(id) == nil, !ended.contains(id) else { return }
        entries.append(InAppEntry(id: id, json: parameters.json))
    }

    /// Up to when messages are known, after a list. An empty list, and the first one, count from a minute ago.
    static func latest(_ old: Date?, listed items: [JSONObject], at now: Date) -> Date {
        let times = items.filter { $0.text("_id") != nil }.compactMap { $0.date("sentAt") }
        let minuteAgo = now.addingTimeInterval(-60)
        guard let newest = times.max() else { return minuteAgo }
        return max(old ?? minuteAgo, newest)
    }

    /// The message to load next: the newest one that has no content.
    var next: InAppEntry? { entries.last { $0.content == nil } }

    mutating func loaded(_ id: String, content: String) { change(id) { $0.content = content } }

    /// The content cannot be loaded.
    mutating func failed(_ id: String) { remove(id) }

    /// A push was tapped that announces a message, or did so.
    ///
    /// - Parameter hides: Whether the message is not for people who tapped the push.
    mutating func tapped(_ id: String, hides: Bool) {
        if let entry = entry(id), entry.wasShown || hides {
            remove(id)
        } else if hides, !ended.contains(id) {
            ended.append(id)
        }
    }

    // MARK: Showing

    /// The message to show now; nil for none. Newest first, and those that are shown at once before those that wait for the
    /// opening of the program. Expired ones are removed.
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

    /// How many could be shown if they were not held back.
    var heldCount: Int { isHeld ? entries.count { $0.content != nil && $0.id != shown } : 0 }

    /// - Returns: Whether it is shown for the first time.
    mutating func show(_ id: String) -> Bool {
        guard let entry = entry(id) else { return false }
        shown = id
        change(id) { $0.wasShown = true }
        return !entry.wasShown
    }

    /// The message is on the screen no more, and will not come again.
    ///
    /// - Returns: Whether it was there.
    mutating func end(_ id: String) -> Bool {
        guard shown == id else { return false }
        shown = nil
        remove(id)
        return true
    }

    // MARK: Holding back

    /// - Returns: Why a message may be shown now; nil if nothing has changed for the better.
    mutating func set(_ mode: InAppMode, resume: InAppResume = .now) -> Reason? {
        let wasHeld = isHeld
        self.mode = mode
        waitsForOpening = mode == .show && wasHeld && resume == .nextOpen
        return wasHeld && !isHeld ? .resumed : nil
    }

    /// The program has opened: what was held back until then is not any more.
    mutating func open() { waitsForOpening = false }

    /// The program shows another screen.
    ///
    /// - Returns: Why a message may be shown now; nil if nothing has changed for the better.
    mutating func enter(_ screen: String?) -> Reason? {
        let wasHeld = isHeld
        self.screen = screen
        return wasHeld && !isHeld ? .leftScreen : nil
    }

    // MARK: Storage

    /// With other messages, as they are stored. One that is not among them is on the screen no more.
    func replacing(_ stored: InAppFlow) -> InAppFlow {
        var result = self
        result.entries = stored.entries
        result.ended = stored.ended
        if let shown, stored.entry(shown) == nil { result.shown = nil }
        return result
    }

    /// With what happened to another one meanwhile.
    ///
    /// - Parameter begin: What both began from.
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
