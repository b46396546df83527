/// What settings are for. A command stops at mistakes in the areas that it reads; others cannot change what it does.
package enum ConfigArea: Sendable, CaseIterable {
    /// The file as a whole and the profile, which every command needs.
    case file
    /// The server, the account, and the feed of the profile.
    case connection
    /// Which cards are shown, and their texts: containers, screens, filters and runtime variables.
    case cards
    /// How the viewer looks and works.
    case display
    case notifications
    /// How `cardstream serve` works, and what is logged.
    case server
    /// Settings that do not exist, and are not a misspelling of one that does.
    case unknown
}

extension ConfigKey {
    /// A new setting belongs to the connection, where a mistake stops every command, unless it is named here.
    var area: ConfigArea {
        switch name {
        case "profile": .file
        // They decide whether the profile has a server of its own.
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
