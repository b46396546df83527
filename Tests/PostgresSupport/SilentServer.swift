import Foundation
import Glibc

/// Accepts connections and never responds, like a server whose machine hangs.
package final class SilentServer: Sendable {
    package let folder: String
    private let listener: Int32

    package init() throws {
        folder = "/tmp/cs-silent-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        // The kernel accepts connections into the listener's queue.
        guard PostgresFaultProxy.withAddress("\(folder)/.s.PGSQL.5432", { bind(listener, $0, $1) }) == 0,
            listen(listener, 16) == 0
        else { throw PostgresCluster.Failure(description: "the silent server cannot listen") }
    }

    deinit {
        close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }
}
