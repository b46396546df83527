package import Theming

/// Stores the terminal's last background for the first frame of the next start, because the terminal is queried only
/// after this frame.
package struct AppearanceMemory: Sendable {
    private let path: String

    package init(path: String) { self.path = path }

    /// Nil if no appearance is stored or the file cannot be read. Callers handle both in the same way.
    package func read() -> Appearance? {
        guard PrivateFile.exists(path), let bytes = try? PrivateFile.read(path, limit: 64) else { return nil }
        return Appearance(rawValue: String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// Ignores a failure: only the colours of the first frame depend on the stored value.
    func write(_ appearance: Appearance) { try? PrivateFile.write("\(appearance.rawValue)\n", to: path) }
}
