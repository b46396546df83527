package import Foundation

import class Basics.Lock

/// A new directory, which is removed with its last reference.
package final class TemporaryDirectory: Sendable {
    package let url: URL

    package var path: String { url.path }

    package init() throws { url = try Self.make() }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the directory.
    package func file(_ name: String) -> String { path + "/" + name }

    /// A new directory that is removed when this process ends, for data that is expensive to create and that several
    /// tests use.
    package static func ofProcess() throws -> URL {
        let url = try make()
        let isFirst = shared.withLock { shared in
            shared.append(url)
            return shared.count == 1
        }
        if isFirst {
            atexit {
                for url in TemporaryDirectory.shared.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
            }
        }
        return url
    }

    private static let shared = Lock<[URL]>([])

    private static func make() throws -> URL {
        // The path is short, because the path of a Unix socket must fit into 108 bytes.
        let url = URL(filePath: "/tmp/cs-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }
}
