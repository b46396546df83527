import CLinux
import Glibc

/// Reports which files of some folders were written, also by editors that write another file and give it the name.
/// Costs nothing until then: the kernel's inotify, through a descriptor to poll.
final class FileWatch {
    let descriptor: CInt
    /// By the kernel's number for it.
    private var folders: [CInt: String] = [:]

    /// Whole files only: an open one that is still being written, or was just made, does not count.
    private static let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR)

    /// Nil when the user's processes watch too much already.
    init?() {
        descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// A folder that is not there is left out; it may be added again.
    func add(_ folder: String) {
        guard !folders.values.contains(folder) else { return }
        let number = inotify_add_watch(descriptor, folder, Self.events)
        if number >= 0 { folders[number] = folder }
    }

    /// The names of the files written since the last call; nil when there were too many for the kernel to keep.
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
                        // The folder is gone.
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
