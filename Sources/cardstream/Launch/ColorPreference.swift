internal import CursesTerminal

/// What the environment says about colours, in the variables that programs of the command line agree on (no-color.org,
/// force-color.org, bixense.com/clicolors).
///
/// The first of them that says something counts: NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR. Our own settings have no
/// say here: a theme of attributes alone is `mono`.
enum ColorPreference: Equatable {
    /// Nothing: colours where there is a terminal that has them.
    case automatic
    /// None, as that variable says.
    case none(variable: String)
    /// Also where the output is no terminal, and not more than these where the variable says how many.
    case forced(variable: String, ColorSupport?)

    init(_ variables: [String: String]) {
        func set(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
        if set("NO_COLOR") != nil {
            self = .none(variable: "NO_COLOR")
        } else if let text = set("FORCE_COLOR") {
            switch text {
            case "0", "false": self = .none(variable: "FORCE_COLOR")
            case "1": self = .forced(variable: "FORCE_COLOR", .sixteen)
            case "2": self = .forced(variable: "FORCE_COLOR", .palette)
            case "3": self = .forced(variable: "FORCE_COLOR", .direct)
            default: self = .forced(variable: "FORCE_COLOR", nil)
            }
        } else if let text = set("CLICOLOR_FORCE"), text != "0" {
            self = .forced(variable: "CLICOLOR_FORCE", nil)
        } else if variables["CLICOLOR"] == "0" {
            self = .none(variable: "CLICOLOR")
        } else {
            self = .automatic
        }
    }

    /// At most so many; nil for all that there are.
    var limit: ColorSupport? {
        switch self {
        case .automatic: nil
        case .none: ColorSupport.none
        case .forced(_, let limit): limit
        }
    }

    /// What is written where nothing asks a terminal: as many as the user says, else as most terminals say of themselves.
    func support(_ variables: [String: String]) -> ColorSupport {
        limit ?? (["truecolor", "24bit"].contains(variables["COLORTERM"] ?? "") ? .direct : .palette)
    }

    /// Whether output is coloured by itself.
    func colors(terminal isTerminal: Bool, _ variables: [String: String]) -> Bool {
        if case .forced = self { true } else { isTerminal && variables["TERM"] != "dumb" }
    }
}
