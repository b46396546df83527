import CLinux
import Glibc

/// Reports the files of some directories that were written, including by editors that write a new file and rename it.
/// Uses the kernel's inotify through a descriptor to poll, so that waiting costs nothing.
final class FileWatch {
    let descriptor: CInt
    /// The directories by their watch descriptor.
    private var folders: [CInt: String] = [:]

    /// Only complete files: a file that was created or is still being written does not count.
    private static let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR)

    /// Nil if the user's processes have reached the limit of inotify instances.
    init?() {
        descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Watches a directory. A missing directory is ignored, and can be added again later.
    func add(_ folder: String) {
        guard !folders.values.contains(folder) else { return }
        let number = inotify_add_watch(descriptor, folder, Self.events)
        if number >= 0 { folders[number] = folder }
    }

    /// The names of the files written since the last call; nil if the kernel's queue overflowed.
    func drain() -> Set<String>? {
        var names: Set<String>? = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return names }
            buffer.withUnsafeBytes { bytes in
                var start = 0
                while start < count {
                    let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
                    let name = start + MemoryLayout<inotify_event>.size
                    start = name + Int(event.len)
                    if event.mask & UInt32(IN_IGNORED) != 0 {
                        // The directory was removed.
                        folders[event.wd] = nil
                    } else if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                        names = nil
                    } else {
                        let text = bytes[name..<start].prefix { $0 != 0 }
                        names?.insert(String(decoding: text, as: UTF8.self))
                    }
                }
            }
        }
    }
}
