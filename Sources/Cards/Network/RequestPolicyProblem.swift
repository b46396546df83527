public import protocol Foundation.LocalizedError

/// Why a part of a policy is invalid.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum RequestPolicyProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not a valid pin.
    case badPin(String)
    /// The text is not a valid host.
    case badHost(String)

    /// What was found and what was expected. Without control characters.
    public var description: String {
        switch self {
        case .badPin(let text):
            Self.found(text, "is not a pin; expected the SHA-256 of a public key: 44 characters of Base64")
        case .badHost(let text):
            Self.found(text, "is not a host; expected \"cards.example.com\", \"*.example.com\" or \"*\"")
        }
    }

    private static func found(_ text: String, _ expected: String) -> String {
        "\"\(text.prefix(80))\"".escapingControls + " \(expected)"
    }
}

extension RequestPolicyProblem: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
