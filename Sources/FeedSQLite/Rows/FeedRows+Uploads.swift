import Cards
import FeedAPI
import FeedEngine
import SQLite

/// Reads and writes the properties of uploaded files.
extension FeedRows {
    private static let columns = """
        upload.environment, upload.user, key, card.id, upload.id, bucket, filename, type, size, fingerprint, \
        upload.createdAt, submittedAt
        """
    private static let select = "SELECT \(columns) FROM upload JOIN card ON card.rowid = upload.card"

    mutating func uploads(_ needs: FeedNeeds) throws -> [StoredUpload] {
        var uploads: [StoredUpload] = []
        for id in needs.uploads {
            uploads += try fetch(
                "upload.environment = ? AND upload.user = ? AND key = ?",
                [id.viewer.environment.rawValue, id.viewer.user.rawValue, id.key.rawValue])
        }
        for wanted in needs.cardUploads {
            guard let card = try card(wanted.card) else { continue }
            uploads += try fetch(
                "upload.card = ? AND upload.environment = ? AND upload.user = ?",
                [try row(of: card.card.id), wanted.viewer.environment.rawValue, wanted.viewer.user.rawValue])
        }
        for wanted in needs.waitingUploads {
            uploads += try fetch(
                """
                submittedAt IS NULL AND upload.environment = ? AND upload.user = ?
                ORDER BY upload.createdAt LIMIT ?
                """,
                [wanted.viewer.environment.rawValue, wanted.viewer.user.rawValue, wanted.limit])
        }
        return uploads
    }

    /// A submitted upload of an environment; nil if there is none.
    func upload(_ id: UploadID, in environment: EnvironmentID) throws -> StoredUpload? {
        try fetch(
            "upload.id = ? AND upload.environment = ? AND submittedAt IS NOT NULL",
            [id.rawValue, environment.rawValue]
        ).first
    }

    private func fetch(_ condition: String, _ arguments: [(any SQLiteValue)?]) throws -> [StoredUpload] {
        let select = try database.statement("\(Self.select) WHERE \(condition)")
        return try select.all(arguments, Self.upload)
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

    func write(_ uploads: [StoredUpload]) throws {
        for upload in uploads {
            let receipt = upload.receipt
            try database.statement(
                """
                INSERT INTO upload (id, card, environment, user, key, bucket, filename, type, size, fingerprint,
                createdAt, submittedAt)
                SELECT ?, rowid, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM card WHERE id = ?
                ON CONFLICT (environment, user, key) DO UPDATE SET createdAt = excluded.createdAt
                """
            ).run([
                receipt.id.rawValue, upload.id.viewer.environment.rawValue, upload.id.viewer.user.rawValue,
                upload.id.key.rawValue, receipt.bucketID.rawValue, receipt.filename, receipt.format.mediaType,
                receipt.size, upload.fingerprint, upload.createdAt, upload.submittedAt, upload.cardID.rawValue,
            ])
        }
    }

    /// Marks files as submitted, so that they are kept as long as their card.
    ///
    /// - Parameter time: The time of the submit, in milliseconds since 1970.
    func submit(_ uploads: [UploadID], at time: Int64) throws {
        for id in uploads {
            try database.statement(
                "UPDATE upload SET submittedAt = ifnull(submittedAt, ?) WHERE id = ?"
            ).run([time, id.rawValue])
        }
    }
}
