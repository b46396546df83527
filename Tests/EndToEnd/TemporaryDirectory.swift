import Foundation

/// A new directory that is removed with its last reference.
final class TemporaryDirectory: Sendable {
    let url: URL

    init() throws {
        // Short: a Unix socket's path must fit in 108 bytes.
        url = URL(filePath: "/tmp/cs-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
