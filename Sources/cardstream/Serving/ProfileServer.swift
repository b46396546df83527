internal import AppRuntime
internal import FeedServer
internal import Glibc

/// The server of a profile, or a server with a separate data directory. `cardstream serve` runs it, or else the first
/// open viewer of the profile. It owns the data directory, and writes its address to a private file for the user's
/// publishers and other viewers; their keys are in the directory.
struct ProfileServer {
    let directory: String
    private let addressFile: String
    /// The address at which an installed service listens; nil if none is installed, or if the profile uses a different
    /// server. Evaluated when it is needed.
    private let installedAddress: @Sendable () -> ListenAddress?

    init(_ setup: Setup) {
        directory = setup.paths.embeddedServer(profile: setup.config.profile)
        addressFile = setup.paths.endpointFile(profile: setup.config.profile)
        installedAddress = { setup.hasOwnServer ? ServiceUnits.address(setup) : nil }
    }

    /// A server with a separate data directory, which also contains its address file.
    init(data directory: String) {
        self.directory = directory
        addressFile = "\(directory)/server-address"
        installedAddress = { nil }
    }

    /// The address and keys for clients of the server.
    struct Access {
        /// `http://HOST:PORT`
        var address: String
        var keys: DevelopmentKeys

        var listenAddress: ListenAddress? { try? ListenAddress(String(address.dropFirst("http://".count))) }
    }

    // MARK: For the program that runs it

    /// Writes the address for clients. If the server listens on all addresses, this is the loopback address.
    func announce(_ address: ListenAddress) throws(FileProblem) {
        try PrivateFile.write("http://\(address.asClient)\n", to: addressFile)
    }

    /// The address that another server has announced, if something listens there; nil otherwise. Several servers can
    /// use one directory if it contains only their keys.
    var otherAddress: ListenAddress? {
        get throws(FileProblem) {
            guard let address = try announced(), Self.isListening(address) else { return nil }
            return address
        }
    }

    /// Removes the address file. Call this before the directory is released, because afterwards the file may belong to
    /// another server.
    func withdraw() { unlink(addressFile) }

    /// Removes the address file, unless another server has replaced the address. That can happen if two servers have
    /// only their keys in the directory.
    func withdraw(_ address: ListenAddress) {
        // A file that cannot be read stays, because clients check whether a server listens at the address.
        guard let announced = try? announced(), announced == address.asClient else { return }
        withdraw()
    }

    // MARK: For its clients

    /// Whether the directory has, or had, a feed.
    var hasFeed: Bool { DevelopmentKeys.exist(in: directory) }

    /// Finds the running server; nil if none can be reached within the given number of seconds. A server that was just
    /// started, as by `cardstream serve & cardstream publish card.json`, needs this time.
    func find(within seconds: Double) async throws -> Access? {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            if let address = try runningAddress() {
                return Access(address: address, keys: try DevelopmentKeys.load(from: directory))
            }
            guard ContinuousClock.now < deadline else { return nil }
            // Polls, because there is no notification for the required conditions, in particular for a port that starts
            // to listen. Polling is short, because a server starts quickly.
            try await Task.sleep(for: .milliseconds(30))
        }
    }

    /// The address of the running server, `http://HOST:PORT`; nil if none runs.
    func runningAddress() throws -> String? {
        // The directory must be in use, because another program that listens at the address of a killed server must not
        // receive its keys.
        guard let address = try announced(), Self.isListening(address), ServerStorage.isInUse(directory: directory)
        else { return nil }
        return "http://\(address)"
    }

    /// Finds the running server, or starts the one of an installed service by connecting to its socket. Nil if no
    /// service is installed, or if it does not start in time. No request is sent before the server has announced its
    /// address.
    func activate() async throws -> Access? {
        if let found = try await find(within: 0) { return found }
        guard let serviceAddress, Self.isListening(serviceAddress) else { return nil }
        return try await find(within: Self.activationSeconds)
    }

    /// The maximum time for a service to start, in seconds.
    private static let activationSeconds = 7.0

    /// The address at which an installed service listens; nil if none is installed.
    var serviceAddress: ListenAddress? { installedAddress() }

    private func announced() throws(FileProblem) -> ListenAddress? {
        let bytes: [UInt8]
        do throws(FileProblem) { bytes = try PrivateFile.read(addressFile, limit: 4096) } catch {
            // The file can be missing, because the server may stop at any moment.
            guard error.code == ENOENT else { throw error }
            return nil
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let line = text.split(whereSeparator: \.isNewline).first, line.hasPrefix("http://") else { return nil }
        // An incomplete or foreign file counts as missing.
        return try? ListenAddress(String(line.dropFirst("http://".count)))
    }

    /// Whether a connection succeeds. This is needed because a killed server leaves its address file behind.
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
