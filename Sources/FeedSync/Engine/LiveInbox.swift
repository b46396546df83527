import CardSources

/// Events that have arrived and are not stored yet. While one transaction runs the next events gather here and then
/// share one.
struct LiveInbox {
    /// Events held at most; further ones are not asked for, and stay with the source.
    static let limit = 64

    var events: [LiveEvent] = []
    var processing: Task<Void, Never>?
}
