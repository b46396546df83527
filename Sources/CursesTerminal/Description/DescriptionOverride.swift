internal import Basics
import Glibc

/// Makes ncurses use a description from memory instead of the one it finds for TERM.
struct DescriptionOverride {
    private static let variable = "TERMINFO"
    private let value: String?

    /// - Parameter description: The description; nil to change nothing.
    init(_ description: TerminalDescription?) {
        value = description.map { "b64:" + Base64.text($0.compiled) }
    }

    /// Runs a closure that reads the description. The environment is restored afterwards, for programs that we start.
    func during<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let value else { return try work() }
        let before = getenv(Self.variable).map { String(cString: $0) }
        setenv(Self.variable, value, 1)
        defer {
            if let before { setenv(Self.variable, before, 1) } else { unsetenv(Self.variable) }
        }
        return try work()
    }
}
