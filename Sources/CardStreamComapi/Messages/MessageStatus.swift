import Cards
import VendorClient

public import struct Foundation.Date

/// How far a message has come to one of its readers.
public enum MessageStatus: String, Sendable, CaseIterable, Comparable {
    /// It has arrived at a program of the reader.
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

    /// Nil for an unknown status. The service calls the time `on`, some of its clients `timestamp`.
    init?(_ json: JSONObject) {
        guard let status = json.text("status").flatMap({ MessageStatus(rawValue: $0) }) else { return nil }
        self.status = status
        on = json.date("on") ?? json.date("timestamp")
    }

    /// This status after another update of the same reader, in any order of arrival: what was read stays read.
    func folded(with other: StatusUpdate) -> StatusUpdate { other.status > status ? other : self }
}
