import Foundation

/// A blocking connection on a plain socket.
final class RawConnection {
    private let handle: FileHandle

    init?(port: UInt16) {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // If a server does not start, the test fails instead of hanging.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard code == 0 else { return nil }
    }

    func send(_ text: String) { handle.write(Data(text.utf8)) }
    func readToEnd() -> String { String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self) }
}
