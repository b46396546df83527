internal import CursesTerminal

/// The colour preference of the environment, in the variables that command line programs share (no-color.org,
/// force-color.org, bixense.com/clicolors).
///
/// The first variable that is set applies: NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR. The settings of cardstream
/// have no influence on it; the theme `mono` has no colours.
enum ColorPreference: Equatable {
    /// No preference: colours if there is a terminal that supports them.
    case automatic
    /// No colours, because of this variable.
    case none(variable: String)
    /// Colours even without a terminal, limited to the given number if the variable sets one.
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

    /// The maximum number of colours; nil for no limit.
    var limit: ColorSupport? {
        switch self {
        case .automatic: nil
        case .none: ColorSupport.none
        case .forced(_, let limit): limit
        }
    }

    /// The colours of output if no terminal can be queried: the user's preference, or else what most terminals support.
    func support(_ variables: [String: String]) -> ColorSupport {
        limit ?? (Self.hasTrueColor(variables) ? .direct : .palette)
    }

    /// Whether the terminal has 24-bit colours, according to the variable that terminals set for this
    /// (github.com/termstandard/colors), or to the user's preference.
    func hasTrueColor(_ variables: [String: String]) -> Bool {
        switch self {
        case .forced(_, .direct?): true
        case .automatic, .forced(_, nil): Self.hasTrueColor(variables)
        case .none, .forced: false
        }
    }

    /// Whether the terminal may be queried for 24-bit colours, because the environment has no preference.
    var mayAskTerminal: Bool { self == .automatic }

    /// False in GNU screen, which passes on the variable of its outer terminal but does not understand 24-bit colours.
    private static func hasTrueColor(_ variables: [String: String]) -> Bool {
        guard ["truecolor", "24bit"].contains(variables["COLORTERM"] ?? "") else { return false }
        return variables["STY"] == nil || variables["TMUX"] != nil
    }

    /// Whether output is coloured by default.
    func colors(terminal isTerminal: Bool, _ variables: [String: String]) -> Bool {
        if case .forced = self { true } else { isTerminal && variables["TERM"] != "dumb" }
    }
}
