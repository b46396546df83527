/// The purpose of a setting. A command stops at mistakes only in the areas that it reads, because other settings do not
/// affect it.
package enum ConfigArea: Sendable, CaseIterable {
    /// The file as a whole, and the profile; every command needs them.
    case file
    /// The server, the account, and the feed of the profile.
    case connection
    /// The cards to show and their texts: containers, screens, filters and runtime variables.
    case cards
    /// The appearance and behaviour of the viewer.
    case display
    case notifications
    /// The behaviour of `cardstream serve`, and logging.
    case server
    /// Unknown settings, except misspellings of known ones.
    case unknown
}

extension ConfigKey {
    /// The area of the setting. A new setting belongs to the connection, where a mistake stops every command, unless it
    /// is listed here.
    var area: ConfigArea {
        switch name {
        case "profile": .file
        // These settings decide whether the profile has its own server.
        case "serve.data", "serve.keys": .connection
        case "runtime_variables_command": .cards
        case "notify", "notify_by", "notify_buttons", "quiet_hours": .notifications
        case "log_level": .server
        case _ where Self.ofDisplay.contains(name): .display
        case _ where name.hasPrefix("serve."): .server
        default: .connection
        }
    }

    private static let ofDisplay: Set = [
        "screen", "layout", "undo_window", "theme", "appearance", "publisher_themes", "text_size", "reduced_motion",
        "mouse",
        "keyboard", "terminal_modes", "size_reports", "progress", "ask_true_color", "linear", "hyperlinks", "nerd_font",
        "images",
    ]
}
