import Cards
import FeedAPI
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

    private static let unknownCard = Problem(.unknownCard, detail: "The user's stream holds no such card.")

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
        let select = try database.cachedStatement(
            sql: """
                SELECT rowid, status, body FROM card WHERE id = ?
                AND feed = (SELECT id FROM feed WHERE environment = ? AND user = ? AND stream = ?)
                """)
        guard
            let row = try Row.fetchOne(
                select,
                arguments: [
                    target.cardID.rawValue, viewer.environment.rawValue, viewer.user.rawValue, target.streamID.rawValue,
                ]),
            let status = CardStatus(rawValue: row[1]), status != .embargoed
        else { throw unknownCard }
        guard status.isOpen else { throw Problem(.cardClosed, detail: "The card is \(status.rawValue) already.") }
        let body = try CardBody.reading(row.bytes(at: 2), isStrict: false)
        let buckets = body.fileInputs.map(\.bucketID)
        guard buckets.contains(target.bucketID) else {
            throw Problem(
                .unknownBucket, detail: "No file input of the card names this bucket.",
                expected: buckets.isEmpty ? nil : buckets.map(\.rawValue).joined(separator: ", "))
        }
        return row[0]
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

    /// Ties the files a submit names to it. Part of the action's transaction.
    ///
    /// - Throws: a ``Problem`` of type `bad-action` when a value of a file input names no upload of this user into the
    ///   bucket of this card's input.
    static func claimUploads(
        _ values: JSONObject, of body: CardBody, card: Int64, viewer: Viewer, now: Int64, _ database: Database
    ) throws {
        for input in body.fileInputs {
            guard let value = values[input.name], value != .null else { continue }
            // A text that is no identifier names no upload.
            let id = value["id"]?.string.flatMap { UploadID($0) }
            let claim = try database.cachedStatement(
                sql: """
                    UPDATE upload SET submittedAt = ifnull(submittedAt, ?) WHERE id = ? AND card = ? AND bucket = ?
                    AND environment = ? AND user = ?
                    """)
            try claim.execute(arguments: [
                now, id?.rawValue, card, input.bucketID.rawValue, viewer.environment.rawValue, viewer.user.rawValue,
            ])
            guard database.changesCount == 1 else {
                throw Problem(
                    .badAction, detail: "The value names no file that was uploaded for this input within a day.",
                    pointer: "/values/\(input.name)", expected: "an object with the id of an upload")
            }
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

extension CardBody {
    /// The file inputs of all layouts, with their buckets.
    var fileInputs: [(name: String, bucketID: BucketID)] {
        ([components] + subviews.values.map(\.components)).joined().compactMap { component in
            guard case .input(let input) = component, case .fileUpload(let bucket, let types) = input.kind,
                types != .none, let bucketID = BucketID(bucket)
            else { return nil }
            return (input.name, bucketID)
        }
    }
}
