import struct Foundation.Date

/// A report to the service that messages were delivered to the user, or read.
struct ReadReceipt: Sendable, Equatable {
    var conversation: String
    var messages: [String]
    var status: MessageStatus
    var time: Date
}
