internal import AppRuntime
internal import FeedServer
internal import Glibc

/// The one server of a profile. `cardstream serve` runs it, else the first viewer that is open does. Whoever runs it
/// owns the data directory and leaves its address in a private file, where the user's publishers and other viewers
/// find it; the keys they need are in the directory.
struct ProfileServer {
    let directory: String
    private let addressFile: String

    init(_ setup: Setup) {
        directory = setup.paths.embeddedServer(profile: setup.config.profile)
        addressFile = setup.paths.endpointFile(profile: setup.config.profile)
    }

    /// What a client needs to use the server.
    struct Access {
        /// `http://HOST:PORT`
        var address: String
        var keys: DevelopmentKeys
    }

    // MARK: For whoever runs it

    /// Tells where it listens. A server on all addresses is reached on this machine's own.
    func announce(_ address: ListenAddress) throws(FileProblem) {
        var address = address
        if address.host == "0.0.0.0" { address.host = "127.0.0.1" }
        if address.host == "::" { address.host = "::1" }
        try PrivateFile.write("http://\(address)\n", to: addressFile)
    }

    /// Before the directory is given up: afterwards the file may be another server's.
    func withdraw() { unlink(addressFile) }

    // MARK: For its clients

    /// The running server; nil when none can be reached within so many seconds. One that was started a moment ago,
    /// as by `cardstream serve & cardstream publish card.json`, needs this time.
    func find(within seconds: Double) async throws -> Access? {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            // Whoever listens where a killed server did must not be given its keys.
            if let address = try announced(), Self.isListening(address), ServerStorage.isInUse(directory: directory) {
                return Access(address: "http://\(address)", keys: try DevelopmentKeys.load(from: directory))
            }
            guard ContinuousClock.now < deadline else { return nil }
            // Looked at again and again: of the three things that have to be there no one is told, least of all a port that
            // begins to listen. It takes a moment after the start of a server, and no longer.
            try await Task.sleep(for: .milliseconds(30))
        }
    }

    private func announced() throws(FileProblem) -> ListenAddress? {
        guard PrivateFile.exists(addressFile) else { return nil }
        let text = String(decoding: try PrivateFile.read(addressFile, limit: 4096), as: UTF8.self)
        guard let line = text.split(whereSeparator: \.isNewline).first, line.hasPrefix("http://") else { return nil }
        // Half a file, or one of somebody's own making: as good as none.
        return try? ListenAddress(String(line.dropFirst("http://".count)))
    }

    /// A server that was killed leaves its file behind: only who accepts a connection is there.
    private static func isListening(_ address: ListenAddress) -> Bool {
        let isSix = address.host.contains(":")
        let descriptor = socket(isSix ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        if isSix {
            var place = sockaddr_in6()
            place.sin6_family = sa_family_t(AF_INET6)
            place.sin6_port = address.port.bigEndian
            inet_pton(AF_INET6, address.host, &place.sin6_addr)
            return connects(descriptor, &place)
        }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = address.port.bigEndian
        inet_pton(AF_INET, address.host, &place.sin_addr)
        return connects(descriptor, &place)
    }

    private static func connects<Address>(_ descriptor: CInt, _ place: inout Address) -> Bool {
        let length = socklen_t(MemoryLayout<Address>.size)
        return withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) == 0 }
        }
    }
}
