import Foundation

/// A server that accepts connections and never responds.
final class SilentServer {
    private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    private(set) var address = ""
    private var connections: [Int32] = []

    init() throws {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isListening else { throw EndToEndError.timedOut("a port") }
        address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
    }

    deinit { for open in connections + [descriptor] { close(open) } }

    func waitForConnection() { connections.append(accept(descriptor, nil, nil)) }
}
