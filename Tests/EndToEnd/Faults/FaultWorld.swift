import Foundation
import PostgresSupport
import Support

/// Several servers of one database, each with its own network between it and the database.
final class FaultWorld {
    private let directory: TemporaryDirectory
    let cluster: PostgresCluster
    let database: TestDatabase
    let servers: [Server]
    private let networks: [PostgresFaultProxy]

    /// The size of the database's disk in MB, on machines where a test can limit it.
    private static let diskMegabytes = 1024

    init(servers count: Int) throws {
        directory = try TemporaryDirectory()
        cluster = try PostgresCluster.makeOwn(
            diskMegabytes: PostgresCluster.canLimitDisk ? Self.diskMegabytes : nil, settings: ["max_wal_size = 64MB"])
        database = try cluster.makeDatabase()
        var servers: [Server] = []
        var networks: [PostgresFaultProxy] = []
        for number in 0..<count {
            let network = try database.makeFaultProxy()
            servers.append(
                try Server(
                    directory: directory.url.appending(path: "s\(number)"),
                    database: database.address(through: network), keysOf: servers.first))
            networks.append(network)
        }
        (self.servers, self.networks) = (servers, networks)
    }

    /// How to end a fault.
    struct Repair {
        /// The earliest time at which viewers can be live again.
        var since = ContinuousClock.now
        /// Ends the fault; nil if the fault has already ended.
        var run: (() throws -> Void)?
    }

    /// - Parameters:
    ///   - number: The server that fails, for a fault of one server.
    ///   - isHard: Whether the connections of a network that was cut are lost.
    func begin(_ fault: Fault, server number: Int, isHard: Bool) throws -> Repair {
        let (server, network) = (servers[number], networks[number])
        switch fault {
        case .kill:
            server.crash()
            return Repair { try server.start() }
        case .hang:
            server.pause()
            return Repair { server.resume() }
        case .cut:
            network.hold(true)
            return Repair { network.hold(false, losingConnections: isHard) }
        case .disk:
            try cluster.fillDisk()
            return Repair { [cluster] in try cluster.freeDisk() }
        case .deafen: try database.endConnections(where: "query LIKE 'LISTEN %'")
        case .disconnect: for _ in 0..<3 { try database.endConnections() }
        case .crash: try cluster.restart("immediate")
        case .restart: try cluster.restart("fast")
        }
        return Repair()
    }

}

extension FaultWorld.Repair {
    init(_ run: @escaping () throws -> Void) { self.init(since: .now, run: run) }
}

extension Server {
    /// A server whose feed is in a database.
    ///
    /// - Parameter other: The server whose keys it uses; nil creates new keys.
    convenience init(
        directory: URL, database address: String, keysOf other: Server?, flags: [String] = []
    ) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appending(path: "database")
        try Data(address.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        if let other {
            let data = directory.appending(path: "data")
            try FileManager.default.copyItem(at: other.directory.appending(path: "data"), to: data)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data.path)
        }
        try self.init(directory: directory, flags: ["--database", file.path] + flags)
    }
}
