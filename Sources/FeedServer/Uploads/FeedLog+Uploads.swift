import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Date

extension FeedLog {
    /// Uploads that no submit has named are forgotten after so many milliseconds: a day.
    static let orphanLifetime: Int64 = 86_400_000

    static let uploadSchema = """
        CREATE TABLE upload (
            rowid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            card INTEGER NOT NULL REFERENCES card (rowid) ON DELETE CASCADE,
            environment TEXT NOT NULL,
            user TEXT NOT NULL,
            key TEXT NOT NULL,
            bucket TEXT NOT NULL,
            filename TEXT NOT NULL,
            type TEXT NOT NULL,
            size INTEGER NOT NULL,
            fingerprint TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            -- When a submit named it; until then it is an orphan.
            submittedAt INTEGER,
            UNIQUE (environment, user, key)
        );
        CREATE INDEX uploadByCard ON upload (card);
        CREATE INDEX uploadOrphan ON upload (createdAt) WHERE submittedAt IS NULL;
        """

    // MARK: Receiving

    /// Whether a file may be sent: the card is open, a file input of it names the bucket, and the user has not too many
    /// files lying about. Looked at before any of the file is read.
    ///
    /// - Parameter others: the keys of the user's uploads that began before and are under way.
    func admitUpload(
        _ target: UploadTarget, viewer: Viewer, beside others: Set<ActionKey> = []
    ) async throws(Problem) {
        let most = limits.uploadsPerUser
        try await read { database in
            _ = try Self.card(of: target, viewer, database)
            let waiting = try String.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT key FROM upload WHERE submittedAt IS NULL AND environment = ? AND user = ?
                        AND key <> ? LIMIT ?
                        """), arguments: [viewer.environment.rawValue, viewer.user.rawValue, target.key.rawValue, most])
            // One that has just been noted may still be under way: counted once.
            guard others.union(waiting.map(ActionKey.init(stored:))).count < most else {
                throw Problem(
                    .tooManyRequests,
                    detail: "\(most) files wait for a submit already; those older than a day are forgotten.")
            }
        }
    }

    /// Notes a file that is on the disk. A repeated key gets the first answer; the caller then drops the second file,
    /// which it knows by the id.
    ///
    /// - Throws: a ``Problem`` of type `key-reused`, or one of ``admitUpload(_:beside:)``.
    func noteUpload(_ upload: UploadRecord, viewer: Viewer, now: Date) async throws(Problem) -> UploadReceipt {
        try await write { database in
            let target = upload.target
            let select = try database.cachedStatement(
                sql: """
                    SELECT id, bucket, filename, type, size, fingerprint FROM upload
                    WHERE environment = ? AND user = ? AND key = ?
                    """)
            if let row = try Row.fetchOne(
                select, arguments: [viewer.environment.rawValue, viewer.user.rawValue, target.key.rawValue])
            {
                guard row[5] as String == upload.fingerprint, BucketID(stored: row[1]) == target.bucketID else {
                    throw Problem(.keyReused, detail: "Make a new key for every file.", expected: "key")
                }
                // Who sends it again is about to submit it: its day begins anew.
                try database.cachedStatement(
                    sql: "UPDATE upload SET createdAt = ? WHERE id = ? AND submittedAt IS NULL"
                ).execute(arguments: [FeedTime.milliseconds(now), row[0] as String])
                return try Self.receipt(row)
            }
            let card = try Self.card(of: target, viewer, database)
            let receipt = upload.receipt
            try database.cachedStatement(
                sql: """
                    INSERT INTO upload (id, card, environment, user, key, bucket, filename, type, size, fingerprint,
                    createdAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                receipt.id.rawValue, card, viewer.environment.rawValue, viewer.user.rawValue, target.key.rawValue,
                target.bucketID.rawValue,
                receipt.filename, receipt.format.mediaType, receipt.size, upload.fingerprint,
                FeedTime.milliseconds(now),
            ])
            return receipt
        }
    }

    /// The open card an upload is for, by its row.
    private static func card(of target: UploadTarget, _ viewer: Viewer, _ database: Database) throws -> Int64 {
        var rows = FeedRows(database)
        let card = try rows.card(target.cardID, of: FeedKey(viewer: viewer, streamID: target.streamID))
        try FeedEngine.checkUpload(into: target.bucketID, for: card)
        return try rows.row(of: target.cardID)
    }

    private static func receipt(_ row: Row) throws -> UploadReceipt {
        guard let format = FileFormat(mediaType: row[3]) else {
            throw Problem(.internalError, detail: "The log holds a file type that this version does not know.")
        }
        return UploadReceipt(
            id: UploadID(stored: row[0]), bucketID: BucketID(stored: row[1]), filename: row[2], format: format,
            size: row[4])
    }

    // MARK: Submitting

    /// What a user has uploaded for a card, with the bucket of each file.
    static func files(for card: Int64, of viewer: Viewer, _ database: Database) throws -> [UploadID: BucketID] {
        let select = try database.cachedStatement(
            sql: "SELECT id, bucket FROM upload WHERE card = ? AND environment = ? AND user = ?")
        var files: [UploadID: BucketID] = [:]
        for row in try Row.fetchAll(
            select, arguments: [card, viewer.environment.rawValue, viewer.user.rawValue])
        {
            files[UploadID(stored: row[0])] = BucketID(stored: row[1])
        }
        return files
    }

    /// Keeps files that a submit names as long as their card. Part of the action's transaction.
    static func keep(_ submitted: [UploadID], at now: Int64, _ database: Database) throws {
        for id in submitted {
            try database.cachedStatement(
                sql: "UPDATE upload SET submittedAt = ifnull(submittedAt, ?) WHERE id = ?"
            ).execute(arguments: [now, id.rawValue])
        }
    }

    // MARK: Afterwards

    /// A submitted file of an environment.
    func upload(_ id: UploadID, environment: EnvironmentID) async throws(Problem) -> UploadReceipt {
        try await read { database in
            let select = try database.cachedStatement(
                sql: """
                    SELECT id, bucket, filename, type, size FROM upload
                    WHERE id = ? AND environment = ? AND submittedAt IS NOT NULL
                    """)
            guard let row = try Row.fetchOne(select, arguments: [id.rawValue, environment.rawValue]) else {
                throw Problem(.notFound, detail: "No outcome of this environment names this file.")
            }
            return try Self.receipt(row)
        }
    }

    /// When the next orphan has had its day; nil when there is none.
    func nextOrphan() async throws(Problem) -> Date? {
        try await read { database in
            try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT min(createdAt) FROM upload WHERE submittedAt IS NULL")
            )
            .map { FeedTime.date(milliseconds: $0 + Self.orphanLifetime) }
        }
    }

    /// Forgets orphans that have had their day. Returns the ids of their files.
    func dropOrphans(now: Date) async throws(Problem) -> [String] {
        try await write { database in
            try String.fetchAll(
                database.cachedStatement(
                    sql: "DELETE FROM upload WHERE submittedAt IS NULL AND createdAt <= ? RETURNING id"),
                arguments: [FeedTime.milliseconds(now) - Self.orphanLifetime])
        }
    }

    /// Of some ids those that no upload has.
    func unknownUploads(among ids: [String]) async throws(Problem) -> [String] {
        try await read { database in
            let select = try database.cachedStatement(sql: "SELECT 1 FROM upload WHERE id = ?")
            return try ids.filter { try Int.fetchOne(select, arguments: [$0]) == nil }
        }
    }
}
