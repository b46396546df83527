import Cards
import FeedAPI
import FeedEngine
import FeedStorage

/// A message between the servers of a database: the keys of the feeds and asks that a server has changed, as the
/// payload of a NOTIFY.
struct Notice: Hashable, Sendable {
    static let channel = "cardstream"

    /// The random id of the sending storage. A storage ignores its own notices.
    var sender: String
    /// The changes; nil if anything may have changed.
    var changed: FeedEffects?

    /// The maximum size of a payload. NOTIFY accepts less than 8,000 bytes.
    private static let mostBytes = 7900

    /// A line with the sender, and a line for each key. If they do not fit, no keys are sent, and the other servers
    /// check everything.
    var text: String {
        var lines = [sender]
        var bytes = sender.utf8.count
        func add(_ parts: [String]) {
            let line = parts.joined(separator: "\t")
            bytes += line.utf8.count + 1
            lines.append(line)
        }
        if let changed {
            for feed in changed.feeds where bytes <= Self.mostBytes {
                add(["f", feed.viewer.environment.rawValue, feed.viewer.user.rawValue, feed.streamID.rawValue])
            }
            for ask in changed.asks where bytes <= Self.mostBytes { add(["a", ask.rawValue]) }
        }
        return changed == nil || bytes > Self.mostBytes ? "\(sender)\n*" : lines.joined(separator: "\n")
    }

    init(sender: String, changed: FeedEffects?) {
        self.sender = sender
        self.changed = changed
    }

    /// Parses a notice. If a line cannot be parsed, for example in a notice of a later version, anything may have
    /// changed.
    init(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        sender = lines.first.map(String.init) ?? ""
        var effects = FeedEffects()
        for line in lines.dropFirst() {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            switch (parts.first, parts.count) {
            case ("f", 4):
                effects.feeds.insert(
                    FeedKey(
                        environment: EnvironmentID(stored: parts[1]), user: UserID(stored: parts[2]),
                        streamID: StreamID(stored: parts[3])))
            case ("a", 2): effects.asks.insert(AskID(stored: parts[1]))
            default: return
            }
        }
        changed = effects
    }
}
