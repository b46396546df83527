import FlyingSocks
import Glibc

/// The source of a connection, for limits per address: an IPv4 address, or the first 64 bits of an IPv6 address,
/// because one network customer usually has all addresses with that prefix.
struct ConnectionOrigin: Hashable, Sendable {
    private let prefix: [UInt8]

    /// - Parameter address: An IP address without a port. All other texts count as one common origin.
    init(address: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, address, &four) == 1 {
            prefix = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &six) == 1 {
            let bytes = withUnsafeBytes(of: six) { Array($0) }
            // ::ffff:a.b.c.d is an IPv4 address.
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            prefix = isMapped ? Array(bytes[12...]) : Array(bytes[..<8])
        } else {
            prefix = []
        }
    }

    init(_ socket: Socket) {
        // A peer that has already disconnected has no address. Its connection ends by itself.
        switch try? socket.remotePeer() {
        case .ip4(let address, _), .ip6(let address, _): self.init(address: address)
        case .unix, nil: self.init(address: "")
        }
    }
}
