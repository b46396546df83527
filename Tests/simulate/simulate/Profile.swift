import Basics
import CSimulator
import CardStore
import Cards
import Glibc
import SQLite

/// What the viewers of a profile share: a machine with its clock, and the store, in memory or in files.
// Invariant: used by the only thread of the process.
final class Profile: @unchecked Sendable {
    let clock = WallClock()
    private unowned let world: World
    /// The path of the store; nil for one in memory.
    private let path: String?
    /// The running viewers, in the order in which they started.
    private var members: [ViewerProcess] = []
    /// The in-memory store that the last viewer has left.
    private var kept: CardDatabase?
    private var lock: Connection?
    /// Created once, because copying it is faster than creating it.
    private static let empty = opened { () throws(StoreError) in try CardDatabase.inMemory() }

    init(_ world: World, _ number: Int, isInFiles: Bool) {
        self.world = world
        path = isInFiles ? "\(Self.folder)/profile\(number)/cards.sqlite" : nil
    }

    /// The viewer that holds the connection to the server.
    var leader: ViewerProcess? { members.first { $0.isLeader } }

    /// All other running viewers of the same store.
    func others(than viewer: ViewerProcess) -> [ViewerProcess] { members.filter { $0 !== viewer } }

    // MARK: The store

    func open(by viewer: ViewerProcess) throws(StoreError) -> CardDatabase {
        let database: CardDatabase
        if let path {
            database = try CardDatabase.openShared(path: path, at: clock.now)
            database.setCommitHandler { [self] commit in
                if world.mutation == .missedCommit, world.random.chance(0.1) { return }
                for other in others(than: viewer) { other.database?.handle(commit) }
            }
        } else {
            if let kept { database = kept } else { database = try CardDatabase.inMemory(copying: Self.empty) }
        }
        members.append(viewer)
        return database
    }

    /// The process of a viewer ends in the middle of its work. The files stay as they are.
    func kill(_ viewer: ViewerProcess, _ database: CardDatabase, keeping older: CardDatabase?) {
        members.removeAll { $0 === viewer }
        guard let path else {
            kept = Self.opened { () throws(StoreError) in try CardDatabase.inMemory(copying: older ?? database) }
            return database.close()
        }
        database.setCommitHandler(nil)
        guard members.isEmpty else {
            database.close()
            if leader == nil { members[0].awaitLead() }
            return
        }
        unlock()
        // Closing the last connection checkpoints the write-ahead log, which is undone here.
        let file = Self.bytes(of: path)
        link(path + "-wal", path + "-kept")
        database.close()
        Self.write(file, path)
        rename(path + "-kept", path + "-wal")
    }

    /// Data that was not synced is lost, completely or in part.
    func cutPower() {
        for viewer in members { viewer.kill() }
        guard let path, case let size = csimulator_synced_size(path + "-wal"), size >= 0 else { return }
        let rest = Self.size(of: path + "-wal") - size
        let torn = rest > 0 && world.random.chance(0.5) ? Int64(world.random.pick(Int(rest))) : 0
        world.trace.record("disk", "loses \(rest - torn) bytes")
        truncate(path + "-wal", Int(size + torn))
    }

    /// Another program holds a write lock on the store for some seconds.
    func lockStore(for seconds: Double) async {
        guard let path, lock == nil, !members.isEmpty else { return }
        do {
            let connection = try Connection(path)
            try connection.accessNow { try $0.execute("BEGIN IMMEDIATE") }
            lock = connection
        } catch { return world.trace.record("lock", "not taken: \(error)") }
        world.trace.record("lock", "is taken")
        await pause(seconds)
        unlock()
    }

    func unlock() {
        guard let lock else { return }
        self.lock = nil
        do {
            try lock.accessNow { try $0.execute("ROLLBACK") }
            try lock.close()
        } catch { world.oracle.fail("the lock of a store cannot be given up: \(error)") }
        world.trace.record("lock", "is free")
    }

    // MARK: Files

    /// The folder of this process, which runs one world at a time.
    private static var folder: String { folder(of: getpid()) }
    private static func folder(of process: pid_t) -> String { "simulate.\(process)" }

    static func removeFiles(of process: pid_t = getpid()) { clear(folder(of: process)) }

    private static func clear(_ folder: String) {
        guard let directory = opendir(folder) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            if unlink("\(folder)/\(name)") != 0 { clear("\(folder)/\(name)") }
        }
        closedir(directory)
        rmdir(folder)
    }

    private static func bytes(of path: String) -> [UInt8] {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var status = stat()
        guard file >= 0, fstat(file, &status) == 0 else { fatalError("\(path) cannot be read") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard pread(file, &bytes, bytes.count, 0) == bytes.count else { fatalError("\(path) cannot be read") }
        return bytes
    }

    private static func write(_ bytes: [UInt8], _ path: String) {
        let file = Glibc.open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        defer { close(file) }
        guard file >= 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else {
            fatalError("\(path) cannot be written")
        }
    }

    private static func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    private static func opened(_ open: () throws(StoreError) -> CardDatabase) -> CardDatabase {
        do { return try open() } catch { fatalError("a store in memory cannot be opened: \(error)") }
    }
}
