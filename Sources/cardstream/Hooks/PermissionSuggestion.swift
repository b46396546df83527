internal import Cards

/// A change of the agent's rules that its own prompt would offer, as a button. It goes back unchanged.
struct PermissionSuggestion: Equatable {
    let label: String
    let json: JSONValue

    /// More would make the card longer than its question.
    static let most = 6
    /// In characters. A rule that does not fit its button is not offered, since its reader could not see what a press allows.
    private static let longest = 160

    /// Nil for a suggestion that a button cannot describe completely, or that does not allow anything.
    init?(_ json: JSONValue) {
        let what: String
        switch json["type"]?.string {
        case "addRules":
            guard json["behavior"]?.string == "allow", let rules = json["rules"]?.array, !rules.isEmpty else {
                return nil
            }
            var names: [String] = []
            for rule in rules {
                guard let tool = rule["toolName"]?.string else { return nil }
                names.append(rule["ruleContent"]?.string.map { "\(tool)(\($0))" } ?? tool)
            }
            what = "Always allow \(names.joined(separator: ", "))"
        case "addDirectories":
            guard let folders = json["directories"]?.array?.map(\.string), !folders.isEmpty,
                folders.allSatisfy({ $0 != nil })
            else { return nil }
            what = "Always allow the folder \(folders.compactMap(\.self).joined(separator: ", "))"
        case "setMode":
            guard let mode = json["mode"]?.string else { return nil }
            what = "Allow, then switch to mode \(mode)"
        default: return nil
        }
        let visible = LiteralText.visible(what)
        guard visible.unicodeScalars.count <= Self.longest, !visible.contains("\n") else { return nil }
        label = visible + Self.scope(json["destination"]?.string)
        self.json = json
    }

    private static func scope(_ destination: String?) -> String {
        switch destination {
        case "session": " (until the agent ends)"
        case "localSettings": " (in this project, for you)"
        case "projectSettings": " (in this project)"
        case "userSettings": " (everywhere)"
        default: ""
        }
    }
}
