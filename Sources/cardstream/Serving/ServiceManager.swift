internal import Basics
internal import Glibc

/// Communicates with the service manager that started this process: see sd_notify(3), and systemd.exec(5) for
/// `JOURNAL_STREAM`.
struct ServiceManager {
    private let socketPath: String?

    /// Reads `NOTIFY_SOCKET`, and removes it from the environment, so that child processes do not report.
    init(environment: [String: String]) {
        socketPath = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        unsetenv("NOTIFY_SOCKET")
    }

    /// Reports that the service accepts connections.
    func reportReady(_ status: String) { send("READY=1\nSTATUS=\(status)") }
    func reportStopping() { send("STOPPING=1") }

    /// Errors are ignored: without a report, the service manager uses its own time limit.
    private func send(_ text: String) {
        guard let socketPath else { return }
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        var path = Array(socketPath.utf8)
        guard path.count < MemoryLayout.size(ofValue: place.sun_path) else { return }
        let isAbstract = path[0] == UInt8(ascii: "@")
        if isAbstract { path[0] = 0 }
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path) }
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // The name of an abstract socket has no terminating null byte.
        let length = MemoryLayout<sa_family_t>.size + path.count + (isAbstract ? 0 : 1)
        _ = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                Array(text.utf8).withUnsafeBytes {
                    sendto(
                        descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL), address, socklen_t(length))
                }
            }
        }
    }

    /// Whether a descriptor writes to the systemd journal, which adds the time and the program's name.
    static func isJournal(_ descriptor: CInt, environment: [String: String]) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"], let file = FileStatus(descriptor: descriptor) else {
            return false
        }
        return stream == "\(file.device):\(file.inode)"
    }
}
