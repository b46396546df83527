import Cards
import FeedAPI
import FeedEngine
import FeedStorage

extension FeedService {
    /// Returns the next piece of a file; nil at its end.
    typealias Pieces = nonisolated(nonsending) () async throws -> [UInt8]?

    /// Receives a file from one part of a multipart body.
    ///
    /// - Throws: ``Problem``, or an error of `next`.
    nonisolated(nonsending) func upload(
        _ target: UploadTarget, viewer: Viewer, contentType: String?, announced: Int, next: Pieces
    ) async throws -> UploadReceipt {
        try await withSlot(target, viewer) {
            try await receive(target, viewer: viewer, contentType: contentType, announced: announced, next: next)
        }
    }

    /// Receives a file from a client in the same process.
    nonisolated(nonsending) func upload(
        _ target: UploadTarget, viewer: Viewer, part: UploadedPart, size: Int, next: Pieces
    ) async throws -> UploadReceipt {
        try await withSlot(target, viewer) {
            try await receive(target, viewer: viewer, part: part, size: size, next: next)
        }
    }

    /// Counts an upload against the user's limit while the body runs. After that, the stored upload counts.
    private nonisolated(nonsending) func withSlot(
        _ target: UploadTarget, _ viewer: Viewer,
        _ body: nonisolated(nonsending) () async throws -> UploadReceipt
    ) async throws -> UploadReceipt {
        let others = await uploadsInProgress.begin(target.key, of: viewer)
        do {
            try await admitUpload(target, viewer: viewer, beside: others)
            let receipt = try await body()
            await uploadsInProgress.end(target.key, of: viewer)
            return receipt
        } catch {
            await uploadsInProgress.end(target.key, of: viewer)
            throw error
        }
    }

    private nonisolated(nonsending) func receive(
        _ target: UploadTarget, viewer: Viewer, contentType: String?, announced: Int, next: Pieces
    ) async throws -> UploadReceipt {
        var reader = try MultipartReader(contentType: contentType)
        var receiving: UploadReceiver?
        var isWhole = false
        do {
            while let bytes = try await next() {
                for event in try reader.feed(bytes) {
                    switch event {
                    case .part("file", let filename, let type) where receiving == nil:
                        let part = try UploadedPart(filename: filename, type: type)
                        receiving = try await UploadReceiver(
                            part, limits: limits, files: storage.files, announced: announced)
                    case .part:
                        throw Problem(
                            .malformedRequest, detail: "An upload must have exactly one part, a file.",
                            expected: "a part with the name \"file\"")
                    case .data(let bytes): try await receiving?.append(bytes)
                    case .partEnd: isWhole = true
                    }
                }
            }
            guard isWhole, reader.isComplete, let receiving else {
                throw Problem(.malformedRequest, detail: "The multipart body ends before its last delimiter.")
            }
            return try await finish(receiving, target, viewer)
        } catch {
            await receiving?.discard()
            throw error
        }
    }

    private nonisolated(nonsending) func receive(
        _ target: UploadTarget, viewer: Viewer, part: UploadedPart, size: Int, next: Pieces
    ) async throws -> UploadReceipt {
        var receiving = try await UploadReceiver(part, limits: limits, files: storage.files, announced: size)
        do {
            while let bytes = try await next() { try await receiving.append(bytes) }
            return try await finish(receiving, target, viewer)
        } catch {
            await receiving.discard()
            throw error
        }
    }

    private func finish(
        _ receiving: UploadReceiver, _ target: UploadTarget, _ viewer: Viewer
    ) async throws -> UploadReceipt {
        let received = try await receiving.finish()
        let receipt = UploadReceipt(
            id: received.id, bucketID: target.bucketID, filename: received.part.filename, format: received.part.format,
            size: received.size)
        let kept = try await run(
            KeepUpload(receipt, for: target, fingerprint: received.fingerprint, by: viewer, now: clock.now())
        ).reply
        // If the same file was uploaded before, the earlier copy is kept.
        if kept.id != receipt.id { await receiving.discard() }
        await uploadsChanged()
        return kept
    }

    /// Checks whether a file may be uploaded, before its content is read.
    ///
    /// - Parameter others: The keys of the user's uploads that are in progress, without this one.
    func admitUpload(
        _ target: UploadTarget, viewer: Viewer, beside others: Set<ActionKey> = []
    ) async throws(Problem) {
        _ = try await run(
            AdmitUpload(target, by: viewer, beside: others, limit: limits.uploadsPerUser))
    }

    /// A submitted file and its content, which the caller must close.
    func uploaded(
        _ id: UploadID, environment: EnvironmentID
    ) async throws(Problem) -> (UploadReceipt, any FileContent) {
        guard let upload = try await storage.upload(id, in: environment) else {
            throw Problem(.notFound, detail: "No answer in this environment has this file.")
        }
        return (upload.receipt, try await storage.files.open(upload.receipt.id))
    }
}

/// Writes a file to disk while measuring its size, checking its format, and hashing it.
struct UploadReceiver {
    /// A received file.
    struct Received {
        var id: UploadID
        var part: UploadedPart
        /// The size in bytes.
        var size: Int
        /// Distinguishes a repeated upload from an upload of another file with the same key.
        var fingerprint: String
    }

    private let part: UploadedPart
    private let files: any FileStorage
    private let limit: Int
    private let id: UploadID
    private var size = 0
    private var head: [UInt8] = []
    private var isChecked = false
    /// Good enough to detect a client's mistake; not a protection against attacks.
    private var hash = FNV1a()

    init(_ part: UploadedPart, limits: ServerLimits, files: any FileStorage, announced: Int) async throws(Problem) {
        self.part = part
        self.files = files
        limit = limits.uploadBytes
        id = try await files.begin(size: min(announced, limit))
    }

    mutating func append(_ bytes: [UInt8]) async throws(Problem) {
        size += bytes.count
        guard size <= limit else {
            throw Problem(
                .tooLarge, detail: "A file can have at most \(limit) bytes.", expected: "at most \(limit) bytes")
        }
        hash.append(bytes)
        if !isChecked {
            head += bytes.prefix(FileFormat.sniffedBytes - head.count)
            if head.count == FileFormat.sniffedBytes { try checkHead() }
        }
        try await files.append(bytes, to: id)
    }

    private mutating func checkHead() throws(Problem) {
        try part.check(head)
        isChecked = true
    }

    /// Finishes the file. Returns when it is on stable storage.
    func finish() async throws(Problem) -> Received {
        if !isChecked { try part.check(head) }
        try await files.finish(id)
        return Received(id: id, part: part, size: size, fingerprint: "\(size)-\(hash.text)")
    }

    func discard() async { await files.discard(id) }
}
