internal import Cards

/// A hook in the settings file of an agent.
struct HookEntry: Equatable {
    /// The event that runs it.
    var event: String
    /// Which tools it is for, as the agent writes it; nil for all.
    var matcher: String?
    /// A command line for a shell.
    var command: String
    /// When the agent gives up, in seconds.
    var timeout: Int

    /// The element of the list of an event.
    var group: JSONValue {
        var group: JSONObject = [:]
        if let matcher { group["matcher"] = .string(matcher) }
        group["hooks"] = [hook]
        return .object(group)
    }

    var hook: JSONValue {
        ["type": "command", "command": .string(command), "timeout": .number(JSONNumber(timeout))]
    }

    /// Whether a hook in a file runs `cardstream hook HOST`, with any options and from any folder.
    static func isOurs(_ hook: JSONValue, _ host: HookHost) -> Bool {
        guard let command = hook["command"]?.string else { return false }
        var words = command.split(separator: " ").map(String.init)
        words += (hook["args"]?.array ?? []).compactMap(\.string)
        guard
            let program = words.firstIndex(where: { word in
                word.split(separator: "/").last.map { $0.filter { $0 != "'" && $0 != "\"" } } == "cardstream"
            })
        else { return false }
        return words.dropFirst(program + 1).starts(with: ["hook", host.rawValue])
    }
}
