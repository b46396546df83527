package import Theming

/// The background that the terminal had last, for the first frame of the next start: the terminal is asked only after it.
package struct AppearanceMemory: Sendable {
    private let path: String

    package init(path: String) { self.path = path }

    /// Nil when no appearance is stored or the file cannot be read, which callers handle alike.
    package func read() -> Appearance? {
        guard PrivateFile.exists(path), let bytes = try? PrivateFile.read(path, limit: 64) else { return nil }
        return Appearance(rawValue: String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// Ignores a failure: only the colours of the first frame depend on the stored value.
    func write(_ appearance: Appearance) { try? PrivateFile.write("\(appearance.rawValue)\n", to: path) }
}
