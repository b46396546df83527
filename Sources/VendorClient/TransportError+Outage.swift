package import CurlTransport

extension TransportError {
    /// A description of why a service cannot be reached; nil for other failures.
    ///
    /// - Parameter address: The address of the request. The description contains only its scheme, host and port.
    package func outage(of address: String) -> String? {
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let origin = parts.prefix(3).joined(separator: "/")
        return switch self {
        case .noNetwork: "cannot reach \(origin): this machine has no network"
        case .hostNotFound: "cannot reach \(origin): the host does not exist"
        case .unreachable: "cannot reach \(origin)"
        case .connection: "the connection to \(origin) broke"
        case .timedOut: "no response from \(origin) in time"
        case .libraryUnavailable(let text): text
        default: nil
        }
    }
}
