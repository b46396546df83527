internal import Cards

/// A cardstream hook in the settings file of an agent.
struct HookEntry: Equatable {
    /// The name of the event that runs the hook.
    var event: String
    /// The pattern for the tools that the hook handles, in the agent's syntax; nil for all tools.
    var matcher: String?
    /// A command line for a shell.
    var command: String
    /// The agent's time limit for the hook in seconds.
    var timeout: Int

    /// The element for the event's list in the settings file.
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
