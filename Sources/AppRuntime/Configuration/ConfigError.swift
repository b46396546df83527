import Cards

/// A mistake in the configuration: where it is, what is allowed there.
package struct ConfigError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Origin: Equatable, Sendable {
        /// Line and column are counted from 1.
        case file(path: String, line: Int?, column: Int? = nil)
        case variable(String)
        case flag(String)

        /// "config.toml:3" or "config.toml:3:7", a variable or a flag.
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

    package init(_ origin: Origin, _ message: String) {
        self.origin = origin
        self.message = message.maskingPasswords
    }

    /// In its file.
    package var line: Int? { if case .file(_, let line, _) = origin { line } else { nil } }

    package var description: String { "\(origin.place): \(message)" }
}
