internal import Cards

/// A change of the agent's rules that the agent's own prompt would offer, shown as a button. Its JSON is returned to
/// the agent unchanged.
struct PermissionSuggestion: Equatable {
    let label: String
    let json: JSONValue

    /// The maximum number of suggestions on a card, so that they do not take more room than the question.
    static let most = 6
    /// The maximum length of a label in characters. A rule that does not fit its button is not offered, because the
    /// user could not see what the button allows.
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
