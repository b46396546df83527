import CardSources

/// Received events that are not stored yet. Events that arrive during a transaction are collected here and share the
/// next one.
struct LiveInbox {
    /// The maximum number of events; further ones are not read and stay with the source.
    static let limit = 64

    var events: [LiveEvent] = []
    var processing: Task<Void, Never>?
}
