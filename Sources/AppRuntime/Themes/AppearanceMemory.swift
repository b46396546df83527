package import Theming

/// The background that the terminal had last, for the first frame of the next start: the terminal is asked only after it.
package struct AppearanceMemory: Sendable {
    private let path: String

    package init(path: String) { self.path = path }

    /// Nil when nothing is known.
    package func read() -> Appearance? {
        guard PrivateFile.exists(path), let bytes = try? PrivateFile.read(path, limit: 64) else { return nil }
        return Appearance(rawValue: String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// Only the colours of one frame depend on it, so that a disk that takes nothing is no news.
    func write(_ appearance: Appearance) { try? PrivateFile.write("\(appearance.rawValue)\n", to: path) }
}
