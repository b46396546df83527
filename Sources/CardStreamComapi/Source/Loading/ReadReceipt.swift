import struct Foundation.Date

/// That messages have reached the user.
struct ReadReceipt: Sendable, Equatable {
    var conversation: String
    var messages: [String]
    var status: MessageStatus
    var time: Date
}
