import Glibc

/// The connection of a thread. It is opened again if it has ended.
final class Worker {
    private let target: ConnectionTarget
    private let settings: Settings
    private let commits: CommitMarkerTable?
    private let prepare: (Database) throws -> Void
    private let check: (Database) throws -> Void
    private var database: Database?
    private var lastRemoval = ContinuousClock.now
    let interruption = Interruption()

    /// How often an access is repeated because of conflicts. The pauses grow to at most a quarter of a second.
    private static let mostConflicts = 20
    /// How often an access is repeated because its connection has ended, and within which time. A server that does not
    /// respond at all takes longer than this.
    private static let mostReconnects = 4
    private static let reconnectLimit = Duration.seconds(5)

    /// For how long to check the outcome of a commit. It is longer than a server needs to restart.
    private static let outcomeLimit = Duration.seconds(20)

    init(
        _ target: ConnectionTarget, settings: @escaping Settings, commits: CommitMarkerTable?,
        _ prepare: @escaping (Database) throws -> Void, _ check: @escaping (Database) throws -> Void
    ) {
        self.target = target
        self.settings = settings
        self.commits = commits
        self.prepare = prepare
        self.check = check
    }

    func run<Value>(_ body: (Database) throws -> Value) throws -> Value {
        var conflicts = 0
        var reconnects = 0
        let start = ContinuousClock.now
        while true {
            do {
                let database = try connected()
                try check(database)
                let value = try body(database)
                removeOldMarkers()
                return value
            } catch let error as PostgresError where !error.isOutcomeUnknown {
                if error.state.isConflict, conflicts < Self.mostConflicts {
                    conflicts += 1
                    Self.pause(1 << min(conflicts, 8))
                } else if error.state.isConnectionFailure, reconnects < Self.mostReconnects,
                    ContinuousClock.now - start < Self.reconnectLimit
                {
                    reconnects += 1
                    close()
                    Self.pause(20 << reconnects)
                } else {
                    throw error
                }
                try interruption.check()
            }
        }
    }

    /// Deletes old rows of the commit table. If this fails, it is tried again a minute later.
    private func removeOldMarkers() {
        guard let commits, let database, ContinuousClock.now - lastRemoval > CommitMarkerTable.interval else { return }
        lastRemoval = .now
        try? commits.removeOld(database)
    }

    func close() {
        database?.close()
        database = nil
    }

    private func connected() throws -> Database {
        if let database, database.isUsable { return database }
        close()
        let new = try Database(target, settings: settings, interruption)
        new.commits = commits
        new.findOutcome = { [target, prepare] in Self.outcome(of: $0, target, prepare) }
        try prepare(new)
        database = new
        return new
    }

    /// Finds out whether a transaction was committed whose connection ended during the commit. Blocks for at most
    /// ``outcomeLimit`` and the last attempt.
    private static func outcome(
        of commit: CommitCheck, _ target: ConnectionTarget, _ prepare: (Database) throws -> Void
    ) -> CommitCheck.Outcome {
        let start = ContinuousClock.now
        var attempts = 0
        repeat {
            do {
                let database = try Database(target)
                defer { database.close() }
                // Throws for another database, which cannot know the outcome.
                try prepare(database)
                if let outcome = try commit.outcome(database) { return outcome }
            } catch let error as PostgresError where error.state.isConnectionFailure {
                // The server is starting, or is a replica that is being promoted.
            } catch { return .unknown }
            attempts += 1
            pause(8 << min(attempts, 5))
        } while ContinuousClock.now - start < outcomeLimit
        return .unknown
    }

    /// Sleeps for a random time from half to all of the given milliseconds, so that two conflicting transactions do not
    /// conflict again.
    private static func pause(_ milliseconds: Int) {
        usleep(UInt32(Int.random(in: milliseconds / 2...milliseconds) * 1000))
    }
}
