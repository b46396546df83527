internal import AppRuntime
internal import Cards

extension UserID {
    /// How messages call the user.
    ///
    /// - Parameter you: The user who runs the command; nil if that is not known.
    func name(for you: UserID?) -> String { self == you ? "you" : rawValue }
}

extension Setup {
    /// The user of the profile's own feed, whose cards are those of the person who runs the command; nil for a server's.
    var you: UserID? { config.server == nil ? config.user : nil }
}
