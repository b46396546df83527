import Basics
import Foundation
import PostgresSupport

/// Two servers of one PostgreSQL database, and one server of a file for comparison. All run on this machine, like this
/// program.
extension Scenarios {
    private static let viewerCount = 10_000
    /// The number of viewers and publishers for the measurements of time.
    private static let viewers = 50
    private static let publishers = 4
    private static let rate = 200
    /// The number of concurrent publications in the measurement of the maximum rate.
    private static let width = 8

    func servers(_ report: inout Report) throws {
        guard PostgresCluster.isAvailable else { throw BenchError(PostgresCluster.comment) }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_cur > Self.viewerCount + 500 else {
            throw BenchError("\(Self.viewerCount) viewers need as many open files; the limit is \(limit.rlim_cur)")
        }
        let cluster = try PostgresCluster.makeOwn(settings: PostgresCluster.durable)
        let database = try cluster.makeDatabase()
        let group = try ServerGroup(fixture.cardstream, count: 2, database: database.address)
        let file = try ServerGroup(fixture.cardstream, count: 1, database: nil)
        try rates(&report, group, file)
        try times(&report, group, database)
        try idleViewers(&report, group)
    }

    // MARK: Publications per second

    private func rates(_ report: inout Report, _ group: ServerGroup, _ file: ServerGroup) throws {
        var (rates, ofFile): ([Double], [Double]) = ([], [])
        // Alternately, so that a machine that slows down affects both.
        for _ in 0..<4 {
            rates.append(try rate(group))
            ofFile.append(try rate(file))
        }
        Main.log("publications a second: PostgreSQL \(rates.median), SQLite \(ofFile.median)")
        report.add(
            "publications a second, PostgreSQL : SQLite", rates.median / ofFile.median, "ratio", bar: 0.5,
            higherIsBetter: true, "servers")
    }

    /// Publications per second to all servers in turn. Each publisher publishes to its own user.
    private func rate(_ group: ServerGroup) throws -> Double {
        let seconds = 3.0
        let start = Terminal.now()
        let end = start + UInt64(seconds * 1e9)
        let counts = try runConcurrently(Self.width) { number in
            let publisher = try group.publisher(number % group.servers.count)
            var count = 0
            while Terminal.now() < end {
                _ = publisher.send(Fixture.card(count), to: "fast\(number)")
                try publisher.finish()
                count += 1
            }
            return count
        }
        return Double(counts.reduce(0, +)) / (Double(Terminal.now() - start) / 1e9)
    }

    /// Runs work on separate threads, and waits for all of them.
    private func runConcurrently(_ count: Int, _ work: @escaping (Int) throws -> Int) throws -> [Int] {
        nonisolated(unsafe) let work = work
        let results = Lock<[Result<Int, any Error>]>([])
        let done = DispatchSemaphore(value: 0)
        for number in 0..<count {
            Blocking.start {
                let result = Result { try work(number) }
                results.withLock { $0.append(result) }
                done.signal()
            }
        }
        for _ in 0..<count { done.wait() }
        return try results.withLock { $0 }.map { try $0.get() }
    }

    // MARK: From one server to a viewer of another server

    private func times(_ report: inout Report, _ group: ServerGroup, _ database: TestDatabase) throws {
        let viewers = try ViewerConnections(Self.viewerCount, users: "u", on: group.servers[1])
        let heard = try times(group, viewers, firstMark: 1, seconds: 15)
        report.add("published to a frame of the other server, median", heard.median, "ms", bar: 15, "servers")
        report.add("published to a frame of the other server, p99", heard.percentile(99), "ms", bar: 60, "servers")
        // Servers reconnect after a pause; here the connection is cut again each time.
        let isCut = Lock(true)
        let cutting = DispatchSemaphore(value: 0)
        Blocking.start {
            while isCut.withLock(\.self) {
                _ = try? database.endConnections(where: "query LIKE 'LISTEN %'")
                usleep(20_000)
            }
            cutting.signal()
        }
        usleep(500_000)
        let unheard = try times(group, viewers, firstMark: 1_000_000, seconds: 10)
        isCut.withLock { $0 = false }
        cutting.wait()
        report.add("the same while no notices arrive, p99", unheard.percentile(99), "ms", bar: 250, "servers")
        viewers.stop()
    }

    /// The times from each publication on one server to its frame on the other, in milliseconds.
    private func times(_ group: ServerGroup, _ viewers: ViewerConnections, firstMark: Int, seconds: Int) throws
        -> [Double]
    {
        let each = Self.rate * seconds / Self.publishers
        let pause = UInt64(1_000_000_000 * Self.publishers / Self.rate)
        let sent = Lock<[Int: UInt64]>([:])
        let begin = Terminal.now() + 100_000_000
        _ = try runConcurrently(Self.publishers) { number in
            let publisher = try group.publisher(0)
            for index in 0..<each {
                let due = begin + UInt64(index) * pause + UInt64(number) * pause / UInt64(Self.publishers)
                let now = Terminal.now()
                if due > now { usleep(UInt32((due - now) / 1000)) }
                let mark = firstMark + index * Self.publishers + number
                let card = Fixture.card(index, headline: ViewerConnections.headline(mark))
                _ = publisher.send(card, to: "u\(mark % Self.viewerCount)")
                // The due time instead of the actual one: a delay caused by the machine also delays the viewer.
                sent.withLock { $0[mark] = due }
                try publisher.finish()
            }
            return each
        }
        usleep(1_500_000)
        let times = sent.withLock { $0 }.map { mark, start in
            viewers.time(of: mark).map { Double($0 - start) / 1e6 } ?? .infinity
        }
        Main.log(
            "\(times.count { $0.isInfinite }) of \(times.count) frames are missing; slowest \(times.max() ?? 0) ms")
        return times
    }

    // MARK: Many viewers

    private func idleViewers(_ report: inout Report, _ group: ServerGroup) throws {
        let users = (0..<Self.viewerCount).map { "\"c\($0)\"" }.joined(separator: ",")
        let request = "{\"stream\":\"inbox\",\"users\":[\(users)],\"card\":\(Fixture.card(0))}"
        /// Publishes a card to all users, on a separate connection. Returns the time at which it was sent.
        func publish() throws -> UInt64 {
            let publisher = try group.publisher(0)
            let start = publisher.send("POST", "/v1/cards", request)
            try publisher.finish()
            return start
        }
        _ = try publish()
        let server = group.servers[1]
        let before = Terminal.memory(of: server.process)
        let viewers = try ViewerConnections(Self.viewerCount, users: "c", on: server)
        // Waits until the work that the connections have left is finished.
        usleep(20_000_000)
        let memory = (Terminal.memory(of: server.process) - before) * 1024 / Double(Self.viewerCount)
        report.add("10,000 idle viewers: memory of each", memory, "kB", bar: 30, "servers")
        let seconds = 50.0
        let used = Terminal.processorTime(of: server.process)
        usleep(UInt32(seconds * 1e6))
        let percent = (Terminal.processorTime(of: server.process) - used) / (seconds * 10)
        report.add("10,000 idle viewers: CPU", percent, "%", bar: 1, "servers")
        let known = viewers.deltas.count
        let start = try publish()
        Main.log("one card to 10,000 users was published in \(Double(Terminal.now() - start) / 1e6) ms")
        let end = start + 30_000_000_000
        while viewers.deltas.count < known + Self.viewerCount, Terminal.now() < end { usleep(1000) }
        let (count, last) = viewers.deltas
        Main.log("\(count - known) frames came; \(viewers.closedCount) connections have ended")
        report.add(
            "one card to 10,000 users to the last frame",
            count >= known + Self.viewerCount ? Double(last - start) / 1e9 : .infinity, "s", bar: 3, "servers")
        viewers.stop()
    }
}
