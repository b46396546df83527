internal import AppRuntime
internal import FeedServer
internal import Glibc

/// The server of a profile, or one with a data directory of its own. `cardstream serve` runs it, or else the first open
/// viewer of the profile. It owns the data directory and
/// writes its address to a private file for the user's publishers and other viewers; their keys are in the directory.
struct ProfileServer {
    let directory: String
    private let addressFile: String
    /// Where an installed service listens; nil without one, or if another server uses it. Read when it is needed.
    private let installedAddress: @Sendable () -> ListenAddress?

    init(_ setup: Setup) {
        directory = setup.paths.embeddedServer(profile: setup.config.profile)
        addressFile = setup.paths.endpointFile(profile: setup.config.profile)
        installedAddress = { setup.hasOwnServer ? ServiceUnits.address(setup) : nil }
    }

    /// A server with a data directory of its own: it writes its address there.
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

    /// Writes the address. A server that listens on all addresses is reached at the loopback address.
    func announce(_ address: ListenAddress) throws(FileProblem) {
        try PrivateFile.write("http://\(address.asClient)\n", to: addressFile)
    }

    /// Where another server that has only its keys in the directory says that it listens; nil without one that does.
    var otherAddress: ListenAddress? {
        get throws(FileProblem) {
            guard let address = try announced(), Self.isListening(address) else { return nil }
            return address
        }
    }

    /// Called before the directory is released: afterwards the file may belong to another server.
    func withdraw() { unlink(addressFile) }

    /// The same, unless another server has written its own address meanwhile, which two that have only their keys in the
    /// directory can do.
    func withdraw(_ address: ListenAddress) {
        // One that cannot be read stays: clients try whether a server listens there.
        guard let announced = try? announced(), announced == address.asClient else { return }
        withdraw()
    }

    // MARK: For its clients

    /// Whether there ever was a feed in the directory.
    var hasFeed: Bool { DevelopmentKeys.exist(in: directory) }

    /// Finds the running server; nil if none can be reached within this many seconds. A server that was just started,
    /// as by `cardstream serve & cardstream publish card.json`, needs this time.
    func find(within seconds: Double) async throws -> Access? {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            if let address = try runningAddress() {
                return Access(address: address, keys: try DevelopmentKeys.load(from: directory))
            }
            guard ContinuousClock.now < deadline else { return nil }
            // Polls, because there is no notification for the required conditions, in particular for a port that starts
            // to listen. It only takes moments after the start of a server.
            try await Task.sleep(for: .milliseconds(30))
        }
    }

    /// Where the running server listens, `http://HOST:PORT`; nil if none runs.
    func runningAddress() throws -> String? {
        // Another program that listens at the address of a killed server must not get its keys.
        guard let address = try announced(), Self.isListening(address), ServerStorage.isInUse(directory: directory)
        else { return nil }
        return "http://\(address)"
    }

    /// Finds the running server, or starts the one of an installed service by connecting to its socket. Nil without a
    /// service, or if it does not start in time. Nothing is sent: its address and keys count once it has announced itself.
    func activate() async throws -> Access? {
        if let found = try await find(within: 0) { return found }
        guard let serviceAddress, Self.isListening(serviceAddress) else { return nil }
        return try await find(within: Self.activationSeconds)
    }

    /// How long a service may take to start.
    private static let activationSeconds = 7.0

    /// Where an installed service listens; nil without one.
    var serviceAddress: ListenAddress? { installedAddress() }

    private func announced() throws(FileProblem) -> ListenAddress? {
        let bytes: [UInt8]
        do throws(FileProblem) { bytes = try PrivateFile.read(addressFile, limit: 4096) } catch {
            // The server may end at any moment.
            guard error.code == ENOENT else { throw error }
            return nil
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let line = text.split(whereSeparator: \.isNewline).first, line.hasPrefix("http://") else { return nil }
        // An incomplete or foreign file counts as missing.
        return try? ListenAddress(String(line.dropFirst("http://".count)))
    }

    /// A killed server leaves its file behind, so the connection is tried.
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

extension ListenAddress {
    /// The address at which programs of this machine reach a server that listens here.
    var asClient: ListenAddress {
        switch host {
        case "0.0.0.0": ListenAddress(host: "127.0.0.1", port: port)
        case "::": ListenAddress(host: "::1", port: port)
        default: self
        }
    }
}
