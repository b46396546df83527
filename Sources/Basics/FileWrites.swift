import CLinux
import Dispatch
import Glibc

/// Reports writes to a file by any process, for programs that share the file. Costs nothing between two writes, because
/// the kernel reports them (inotify).
///
/// Writes in quick succession are reported at least once after the last of them. If the file is replaced, writes to the
/// new file are not reported.
package enum FileWrites {
    /// A stream that reports writes from now on, until the task that reads it ends. Ends immediately if the file cannot
    /// be watched.
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

    // Invariant: after its creation, the source is only cancelled, which is safe on any thread.
    private final class Watched: @unchecked Sendable {
        let source: any DispatchSourceRead
        init(_ source: any DispatchSourceRead) { self.source = source }
    }
}
