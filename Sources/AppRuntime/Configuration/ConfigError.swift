import Cards

/// A mistake in the configuration: where it is, what is allowed there.
package struct ConfigError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Origin: Equatable, Sendable {
        case file(path: String, line: Int?)
        case variable(String)
        case flag(String)
    }

    package var origin: Origin
    package var message: String

    package init(_ origin: Origin, _ message: String) {
        self.origin = origin
        self.message = message
    }

    package var description: String {
        switch origin {
        case .file(let path, let line?): "\(path.shownAsFile):\(line): \(message)"
        case .file(let path, nil): "\(path.shownAsFile): \(message)"
        case .variable(let name): "\(name): \(message)"
        case .flag(let name): "--\(name): \(message)"
        }
    }
}
