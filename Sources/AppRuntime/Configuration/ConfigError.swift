import Cards

/// A mistake in the configuration: where it is, what is allowed there.
package struct ConfigError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Origin: Equatable, Sendable {
        case file(path: String, line: Int?)
        case variable(String)
        case flag(String)

        /// "config.toml:3", a variable or a flag.
        package var place: String {
            switch self {
            case .file(let path, let line): path.shownAsFile + (line.map { ":\($0)" } ?? "")
            case .variable(let name): name
            case .flag(let name): "--\(name)"
            }
        }
    }

    package var origin: Origin
    package var message: String

    package init(_ origin: Origin, _ message: String) {
        self.origin = origin
        self.message = message
    }

    /// In its file.
    var line: Int? { if case .file(_, let line) = origin { line } else { nil } }

    package var description: String { "\(origin.place): \(message)" }
}
