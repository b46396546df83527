import Cards
import VendorClient

public import struct Foundation.Date

/// How far a message has reached one of its readers. `delivered` is less than `read`.
public enum MessageStatus: String, Sendable, CaseIterable, Comparable {
    /// A program of the reader has received it.
    case delivered
    /// The reader has seen it.
    case read

    public static func < (left: MessageStatus, right: MessageStatus) -> Bool { left == .delivered && right == .read }
}

/// The status of a message for one reader.
public struct StatusUpdate: Sendable, Hashable {
    /// The status.
    public var status: MessageStatus
    /// When it was reached; nil if the service does not say.
    public var on: Date?

    /// Creates an update.
    public init(_ status: MessageStatus, on: Date?) {
        self.status = status
        self.on = on
    }

    /// Reads a status; nil for an unknown one. The service calls the time `on`, and some of its clients call it
    /// `timestamp`.
    init?(_ json: JSONObject) {
        guard let status = json.text("status").flatMap({ MessageStatus(rawValue: $0) }) else { return nil }
        self.status = status
        on = json.date("on") ?? json.date("timestamp")
    }

    /// Merges this status with another one of the same reader. The result does not depend on the order: the higher
    /// status wins, so a read message stays read.
    func folded(with other: StatusUpdate) -> StatusUpdate { other.status > status ? other : self }
}
