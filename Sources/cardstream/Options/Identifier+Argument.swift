internal import AppRuntime
internal import Cards

extension Identifier {
    /// Creates an identifier from a command line argument.
    ///
    /// - Parameter name: The name of the option or argument, for the error message.
    init(argument text: String, _ name: String) throws(CommandFailure) {
        guard let identifier = Self(rawValue: text) else {
            throw CommandFailure(.usage, "\(name) is \"\(text.escapingControls)\"; expected \(Self.rule.expected)")
        }
        self = identifier
    }
}
