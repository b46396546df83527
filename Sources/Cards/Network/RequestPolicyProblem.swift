/// What is wrong with a part of a policy.
public enum RequestPolicyProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was given for a pin is none.
    case badPin(String)
    /// What was given for a host is none.
    case badHost(String)

    /// What was found and what is expected. Without control characters.
    public var description: String {
        switch self {
        case .badPin(let text):
            Self.found(text, "is no pin; expected the SHA-256 of a public key in base 64, 44 characters")
        case .badHost(let text):
            Self.found(text, "is no host; expected \"cards.example.com\", \"*.example.com\" or \"*\"")
        }
    }

    private static func found(_ text: String, _ expected: String) -> String {
        "\"\(text.prefix(80))\"".escapingControls + " \(expected)"
    }
}
