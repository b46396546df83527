import Cards
import FeedAPI
import FeedEngine

extension FeedService {
    /// Where a file's bytes come from, piece by piece; nil at its end.
    typealias Pieces = nonisolated(nonsending) () async throws -> [UInt8]?

    /// Takes a file that one part of a multipart body holds.
    ///
    /// - Throws: a ``Problem``, or what `next` throws.
    nonisolated(nonsending) func upload(
        _ target: UploadTarget, viewer: Viewer, contentType: String?, announced: Int, next: Pieces
    ) async throws -> UploadReceipt {
        try await withSlot(target, viewer) {
            try await receive(target, viewer: viewer, contentType: contentType, announced: announced, next: next)
        }
    }

    /// Takes a file as it is, from the same process.
    nonisolated(nonsending) func upload(
        _ target: UploadTarget, viewer: Viewer, part: UploadedPart, size: Int, next: Pieces
    ) async throws -> UploadReceipt {
        try await withSlot(target, viewer) {
            try await receive(target, viewer: viewer, part: part, size: size, next: next)
        }
    }

    /// Reserves one of the user's places while the body runs, then leaves it to the log.
    private nonisolated(nonsending) func withSlot(
        _ target: UploadTarget, _ viewer: Viewer,
        _ body: nonisolated(nonsending) () async throws -> UploadReceipt
    ) async throws -> UploadReceipt {
        let others = await slots.take(target.key, of: viewer)
        do {
            try await log.admitUpload(target, viewer: viewer, beside: others)
            let receipt = try await body()
            await slots.free(target.key, of: viewer)
            return receipt
        } catch {
            await slots.free(target.key, of: viewer)
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
                        receiving = try await UploadReceiver(part, limits: limits, store: uploads, announced: announced)
                    case .part:
                        throw Problem(
                            .malformedRequest, detail: "An upload has one part, a file.", expected: "a part named file")
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
        var receiving = try await UploadReceiver(part, limits: limits, store: uploads, announced: size)
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
        let upload = try await receiving.finish(target)
        let receipt = try await log.noteUpload(upload, viewer: viewer, now: clock.now())
        // A repeated upload keeps its first file.
        if receipt.id == upload.receipt.id {
            await uploads.settle(receipt.id.rawValue)
        } else {
            await receiving.discard()
        }
        await uploadsChanged()
        return receipt
    }

    /// A submitted file and a descriptor to read it by, which the caller closes.
    func uploaded(_ id: UploadID, environment: EnvironmentID) async throws(Problem) -> (UploadReceipt, Int32) {
        let receipt = try await log.upload(id, environment: environment)
        return (receipt, try await uploads.open(reading: receipt.id.rawValue))
    }

    /// Forgets files that nobody submitted for a day.
    func dropOrphans() async throws(Problem) {
        await uploads.remove(try await log.dropOrphans(now: clock.now()))
    }

    /// Removes files the log does not know: of cards that are forgotten, and of a server that was killed in between.
    func sweepUploads() async throws(Problem) {
        await uploads.remove(try await log.unknownUploads(among: await uploads.ids()))
    }
}

/// One file on its way to the disk: counted, sniffed and fingerprinted as it passes.
struct UploadReceiver {
    private let part: UploadedPart
    private let store: UploadStore
    private let limit: Int
    private let id: String
    private var size = 0
    private var head: [UInt8] = []
    private var isChecked = false
    /// Tells a client's own mistake, not an attack on itself.
    private var hash = FNV1a()

    init(_ part: UploadedPart, limits: ServerLimits, store: UploadStore, announced: Int) async throws(Problem) {
        self.part = part
        self.store = store
        limit = limits.uploadBytes
        id = try await store.begin(size: min(announced, limit))
    }

    mutating func append(_ bytes: [UInt8]) async throws(Problem) {
        size += bytes.count
        guard size <= limit else {
            throw Problem(.tooLarge, detail: "A file may have \(limit) bytes here.", expected: "at most \(limit) bytes")
        }
        hash.append(bytes)
        if !isChecked {
            head += bytes.prefix(FileFormat.sniffedBytes - head.count)
            if head.count == FileFormat.sniffedBytes { try checkHead() }
        }
        try await store.append(bytes, to: id)
    }

    private mutating func checkHead() throws(Problem) {
        try part.check(head)
        isChecked = true
    }

    func finish(_ target: UploadTarget) async throws(Problem) -> UploadRecord {
        if !isChecked { try part.check(head) }
        try await store.finish(id)
        return UploadRecord(
            target: target,
            receipt: UploadReceipt(
                id: UploadID(stored: id), bucketID: target.bucketID, filename: part.filename, format: part.format,
                size: size),
            fingerprint: "\(size)-\(hash.text)")
    }

    func discard() async { await store.discard(id) }
}
