import Cards

/// A mistake in the configuration: its place, and what is allowed there.
package struct ConfigError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Origin: Equatable, Sendable {
        /// Line and column start at 1.
        case file(path: String, line: Int?, column: Int? = nil)
        case variable(String)
        case flag(String)

        /// The place for messages: "config.toml:3" or "config.toml:3:7", a variable, or a flag.
        package var place: String {
            switch self {
            case .file(let path, let line, let column):
                path.shownAsFile + [line, column].compactMap(\.self).map { ":\($0)" }.joined()
            case .variable(let name): name
            case .flag(let name): "--\(name)"
            }
        }
    }

    package var origin: Origin
    package var message: String
    /// The purpose of the setting with the mistake.
    package var area: ConfigArea

    package init(_ origin: Origin, _ message: String, area: ConfigArea = .file) {
        self.origin = origin
        self.area = area
        self.message = message.maskingPasswords
    }

    /// The line in the file; nil if the origin is not a file.
    package var line: Int? { if case .file(_, let line, _) = origin { line } else { nil } }

    package var description: String { "\(origin.place): \(message)" }

    /// Combines several mistakes into one, with a line for each, so that they can be fixed together. Nil if there are
    /// none.
    package static func joined(_ mistakes: [ConfigError]) -> ConfigError? {
        guard var first = mistakes.first else { return nil }
        first.message = ([first.message] + mistakes.dropFirst().map(\.description)).joined(separator: "\n")
        return first
    }

    /// Sorts mistakes by line.
    package static func sorted(_ mistakes: [ConfigError]) -> [ConfigError] {
        mistakes.enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
    }
}
