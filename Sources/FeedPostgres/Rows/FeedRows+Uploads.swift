import Cards
import FeedAPI
import FeedEngine
import Postgres

/// Reads and writes the properties of uploaded files.
extension FeedRows {
    private static let columns = """
        upload.environment, upload.userID, key, card.id, upload.id, bucket, filename, type, size, fingerprint, \
        upload.createdAt, submittedAt
        """
    private static let select = "SELECT \(columns) FROM upload JOIN card ON card.number = upload.card"
    /// Locks uploads. Otherwise an upload could be deleted while a submit names it.
    private static let locked = "FOR UPDATE OF upload"

    mutating func uploads(_ needs: FeedNeeds) throws -> [StoredUpload] {
        var uploads: [StoredUpload] = []
        for id in needs.uploads {
            uploads += try fetch(
                "upload.environment = $1 AND upload.userID = $2 AND key = $3 \(Self.locked)",
                [id.viewer.environment.rawValue, id.viewer.user.rawValue, id.key.rawValue])
        }
        for wanted in needs.cardUploads {
            uploads += try fetch(
                """
                card.id = $1 AND upload.environment = $2 AND upload.userID = $3 ORDER BY upload.id \(Self.locked)
                """,
                [wanted.card.id.rawValue, wanted.viewer.environment.rawValue, wanted.viewer.user.rawValue])
        }
        for wanted in needs.waitingUploads {
            uploads += try fetch(
                """
                submittedAt IS NULL AND upload.environment = $1 AND upload.userID = $2
                ORDER BY upload.createdAt LIMIT $3
                """, [wanted.viewer.environment.rawValue, wanted.viewer.user.rawValue, wanted.limit])
        }
        return uploads
    }

    /// A submitted upload of an environment; nil if there is none.
    func upload(_ id: UploadID, in environment: EnvironmentID) throws -> StoredUpload? {
        try fetch(
            "upload.id = $1 AND upload.environment = $2 AND submittedAt IS NOT NULL",
            [id.rawValue, environment.rawValue]
        ).first
    }

    private func fetch(_ condition: String, _ values: [(any PostgresValue)?]) throws -> [StoredUpload] {
        try database.all("\(Self.select) WHERE \(condition)", values, Self.upload)
    }

    private static func upload(_ row: borrowing Row) throws -> StoredUpload {
        guard let format = FileFormat(mediaType: row[7]) else {
            throw Problem(
                .internalError,
                detail: "The feed has a file type that this version of cardstream does not support. Update cardstream.")
        }
        return StoredUpload(
            id: StoredUpload.ID(
                viewer: Viewer(environment: EnvironmentID(stored: row[0]), user: UserID(stored: row[1])),
                key: ActionKey(stored: row[2])),
            cardID: CardID(stored: row[3]),
            receipt: UploadReceipt(
                id: UploadID(stored: row[4]), bucketID: BucketID(stored: row[5]), filename: row[6], format: format,
                size: row[8]),
            fingerprint: row[9], createdAt: row[10], submittedAt: row[11])
    }

    /// Stores uploads, and marks their contents as kept.
    func write(_ uploads: [StoredUpload]) throws {
        for upload in uploads {
            let receipt = upload.receipt
            let count = try database.run(
                """
                INSERT INTO upload (id, card, environment, userID, key, bucket, filename, type, size, fingerprint,
                createdAt, submittedAt)
                SELECT $1, number, $2, $3, $4, $5, $6, $7, $8::bigint, $9, $10::bigint, $11::bigint FROM card WHERE card.id = $12
                ON CONFLICT (environment, userID, key) DO UPDATE SET createdAt = excluded.createdAt
                WHERE upload.id = excluded.id
                """,
                [
                    receipt.id.rawValue, upload.id.viewer.environment.rawValue, upload.id.viewer.user.rawValue,
                    upload.id.key.rawValue, receipt.bucketID.rawValue, receipt.filename.withoutNulls,
                    receipt.format.mediaType, receipt.size, upload.fingerprint, upload.createdAt, upload.submittedAt,
                    upload.cardID.rawValue,
                ])
            // Another transaction has just stored another file with the same key. The command is repeated and finds it.
            guard count == 1 else { throw PostgresError(.serializationFailure, "two uploads have the same key") }
            try keep(receipt)
        }
    }

    /// Marks the content of an upload as kept if it is complete. After a crash, or in an older copy of the database, it
    /// may be incomplete.
    private func keep(_ receipt: UploadReceipt) throws {
        let kept = try database.run(
            """
            UPDATE file SET isKept = true WHERE id = $1 AND (isKept
            OR (SELECT coalesce(sum(octet_length(bytes)), 0) FROM chunk WHERE file = $1) = $2::bigint)
            """, [receipt.id.rawValue, receipt.size])
        guard kept == 1 else {
            throw Problem(
                .internalError, detail: "The server's database has lost part of the file; send the file again.",
                retryAfter: 1)
        }
    }

    /// Marks files as submitted, so that they are kept as long as their card.
    ///
    /// - Parameter time: The time of the submit, in milliseconds since 1970.
    func submit(_ uploads: [UploadID], at time: Int64) throws {
        for id in uploads {
            try database.enqueue(
                "UPDATE upload SET submittedAt = coalesce(submittedAt, $1) WHERE id = $2", [time, id.rawValue])
        }
    }
}

extension String {
    /// The text without U+0000, which PostgreSQL does not allow in text. It is replaced with U+FFFD.
    var withoutNulls: String { utf8.contains(0) ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self }
}
