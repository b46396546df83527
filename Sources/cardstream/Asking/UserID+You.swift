internal import AppRuntime
internal import Cards

extension UserID {
    /// The user's name in messages: "you" for the user who runs the command.
    ///
    /// - Parameter you: The user who runs the command; nil if that is not known.
    func name(for you: UserID?) -> String { self == you ? "you" : rawValue }
}

extension Setup {
    /// The user of the profile's own feed, which is the person who runs the command. Nil if a server is configured.
    var you: UserID? { config.server == nil ? config.user : nil }
}
