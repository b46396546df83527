import Basics
import Foundation
import Support
import Testing

@testable import SQLite

@Suite struct ConnectionTests {
    private let folder: TemporaryDirectory

    private var path: String { folder.file("test.sqlite") }

    init() throws { folder = try TemporaryDirectory() }

    private func open(_ options: ConnectionOptions = ConnectionOptions()) throws -> Connection {
        try Connection(path, options) { database in
            guard !options.isReadOnly else { return }
            try database.execute(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY)"
            )
        }
    }

    private static var readOnly: ConnectionOptions {
        var options = ConnectionOptions()
        options.isReadOnly = true
        return options
    }

    private func count(_ database: Database) throws -> Int? {
        try database.statement("SELECT count(*) FROM t").value()
    }

    @Test func `a connection is set up before it is used`() throws {
        let connection = try open()
        try connection.accessNow { database throws in
            #expect(try database.statement("PRAGMA journal_mode").value() == "wal")
            #expect(try database.statement("PRAGMA synchronous").value() == 2)
            #expect(try database.statement("PRAGMA foreign_keys").value() == true)
        }
        #expect(throws: DatabaseError(.cannotOpen, "no")) {
            try Connection(path) { _ in throw DatabaseError(.cannotOpen, "no") }
        }
    }

    @Test func `a file that is missing or not a database is an error`() throws {
        let missing = #expect(throws: DatabaseError.self) { try Connection(path, Self.readOnly) }
        #expect(missing?.code.primary == .cannotOpen)
        try Data(repeating: 0x41, count: 4096).write(to: URL(filePath: path))
        let strange = #expect(throws: DatabaseError.self) {
            try Connection(path) { _ = try $0.statement("SELECT 1 FROM sqlite_master").value() as Int? }
        }
        #expect(strange?.code == .notADatabase)
    }

    @Test func `a read-only connection does not write`() throws {
        let writer = try open()
        let reader = try Connection(path, Self.readOnly)
        let error = #expect(throws: DatabaseError.self) {
            try reader.accessNow { try $0.run("INSERT INTO t DEFAULT VALUES") }
        }
        #expect(error?.code.primary == .readOnly)
        try writer.close()
    }

    @Test func `a path with parameters is a URI only with that option`() throws {
        try open().close()
        var options = Self.readOnly
        options.isURI = true
        let connection = try Connection("file:\(path)?immutable=1", options)
        #expect(try connection.accessNow(count) == 0)
        #expect(!FileManager.default.fileExists(atPath: path + "-shm"))
        #expect(throws: DatabaseError.self) {
            try Connection("file:\(path)?immutable=1", Self.readOnly)
        }
    }

    @Test func `a reader sees one snapshot while a writer continues`() throws {
        let (writer, reader) = (try open(), try Connection(path, Self.readOnly))
        try writer.accessNow { _ = try $0.run("INSERT INTO t DEFAULT VALUES") }
        try reader.accessNow { database throws in
            try database.transaction(.deferred) {
                #expect(try count(database) == 1)
                try writer.accessNow { _ = try $0.run("INSERT INTO t DEFAULT VALUES") }
                #expect(try count(database) == 1)
            }
            #expect(try count(database) == 2)
        }
    }

    @Test func `a second writer is refused immediately, or waits up to its limit`() throws {
        let (one, two) = (try open(), try open())
        try one.accessNow { database throws in
            try database.transaction(.immediate) {
                let error = #expect(throws: DatabaseError.self) {
                    try two.accessNow { database in try database.transaction(.immediate) {} }
                }
                #expect(error?.code.primary == .busy)
            }
        }
        var options = ConnectionOptions()
        options.busyTimeout = 60_000
        let patient = try open(options)
        let holds = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            try? one.accessNow { database throws in
                try database.transaction(.immediate) {
                    holds.signal()
                    _ = try database.run("INSERT INTO t DEFAULT VALUES")
                }
            }
            done.signal()
        }
        holds.wait()
        try patient.accessNow { database in
            try database.transaction(.immediate) { _ = try database.run("INSERT INTO t DEFAULT VALUES") }
        }
        done.wait()
        #expect(try patient.accessNow(count) == 2)
    }

    @Test func `closing waits for readers, and is final`() async throws {
        let connection = try open()
        let isReading = AsyncStream.makeStream(of: Void.self)
        let goOn = DispatchSemaphore(value: 0)
        async let read = connection.access { database in
            isReading.continuation.yield()
            goOn.wait()
            return try database.statement("SELECT count(*) FROM t").value() as Int?
        }
        for await _ in isReading.stream { break }
        let closed = Lock(false)
        async let close: Void = Blocking.run {
            try? connection.close()
            closed.withLock { $0 = true }
        }
        #expect(closed.withLock { $0 } == false)
        goOn.signal()
        let found = try await read
        #expect(found == 0)
        await close
        try connection.close()
        let error = #expect(throws: DatabaseError.self) { _ = try connection.accessNow(count) }
        #expect(error == DatabaseError(.misuse, "the connection is closed"))
        // Closing the last connection checkpoints the write-ahead log.
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }

    @Test func `a statement cannot run after the connection is closed`() throws {
        let connection = try open()
        let statement = try connection.accessNow { database throws in
            nonisolated(unsafe) let statement = try database.statement("SELECT 1")
            return statement
        }
        try connection.close()
        #expect(throws: DatabaseError.self) { _ = try statement.run() }
    }

    @Test func `the write-ahead log can be checkpointed`() throws {
        let connection = try open()
        try connection.accessNow { _ = try $0.run("INSERT INTO t DEFAULT VALUES") }
        #expect(try Data(contentsOf: URL(filePath: path + "-wal")).count > 0)
        try connection.accessNow { try $0.checkpoint() }
        #expect(try Data(contentsOf: URL(filePath: path + "-wal")).count == 0)
    }

    @Test func `a copy has all data, and is independent`() throws {
        let source = try open()
        try source.accessNow { _ = try $0.run("INSERT INTO t DEFAULT VALUES") }
        let copy = try Connection()
        try source.copy(to: copy)
        try source.accessNow { _ = try $0.run("INSERT INTO t DEFAULT VALUES") }
        #expect(try copy.accessNow(count) == 1)
        try copy.accessNow { _ = try $0.run("DELETE FROM t") }
        #expect(try source.accessNow(count) == 2)
    }
}
