import CLinux
import Dispatch
import Glibc

/// Tells when a file is written, by any process: for programs that share it. Costs nothing between two writes, because the
/// kernel tells it (inotify).
///
/// Writes in quick succession are told at least once after the last of them. A file that is replaced is not followed.
package enum FileWrites {
    /// An element for writes from now on, until the task that reads it ends. Ends at once where the file cannot be watched.
    package static func values(of path: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0, inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) >= 0 else {
            if descriptor >= 0 { close(descriptor) }
            continuation.finish()
            return stream
        }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "cardstream.writes"))
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while read(descriptor, &buffer, buffer.count) > 0 {}
            continuation.yield()
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        let watched = Watched(source)
        continuation.onTermination = { _ in watched.source.cancel() }
        return stream
    }

    // Invariant: it is only cancelled from now on, which any thread can do.
    private final class Watched: @unchecked Sendable {
        let source: any DispatchSourceRead
        init(_ source: any DispatchSourceRead) { self.source = source }
    }
}
