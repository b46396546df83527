internal import Basics
import Glibc

/// Gives ncurses a description from memory in place of the one it would find by TERM.
struct DescriptionOverride {
    private static let variable = "TERMINFO"
    private let value: String?

    /// - Parameter description: Nil changes nothing.
    init(_ description: TerminalDescription?) {
        value = description.map { "b64:" + Base64.text($0.compiled) }
    }

    /// Runs work that reads the description. Afterwards the environment is as before, for the programs we start.
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
