import Basics
public import CardSources
import Cards
import Glibc
import VendorClient

/// Files for replies.
extension ComapiSource {
    /// Uploads a file for a reply.
    public func send(
        _ file: UploadFile, to target: UploadTarget, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(SourceError) -> UploadReceipt {
        try check(target.streamID)
        try await begin()
        let user = marks?.profileID
        if let known = marks?.uploads.last(where: { $0.key == target.key }) {
            return receipt(known.id, file, target)
        }
        let bytes = try Self.bytes(of: file)
        guard bytes.count == file.size else {
            throw .file("\(file.filename) changed while it was being sent; choose it again")
        }
        let content = ComapiContent(name: file.filename, type: file.format.mediaType, bytes: bytes)
        let stored: StoredContent
        do throws(ComapiError) {
            stored = try await client.conversations.upload(content, folder: ComapiConversations.attachmentFolder)
        } catch { throw SourceError(error) }
        onProgress(file.size)
        // The service's id can exceed the length limit of `UploadID`; then use its hash.
        let id = UploadID(rawValue: stored.id) ?? UploadID(rawValue: FNV1a.wideText(of: stored.id)) ?? "file"
        try await store(for: user) { $0.keep(ConversationMarks.Upload(key: target.key, id: id, url: stored.url)) }
        return receipt(id, file, target)
    }

    /// Returns the bytes of a file. If the file is larger than expected, returns one byte more than expected, so that
    /// the caller notices.
    private static func bytes(of file: UploadFile) throws(SourceError) -> [UInt8] {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(file, errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= file.size {
            do throws(FileReading.Failure) {
                bytes += try FileReading.read(descriptor, atMost: file.size + 1 - bytes.count)
            } catch {
                // The code is 0 at the end of the file.
                if error.code == 0 { break }
                throw unreadable(file, error.code)
            }
        }
        return bytes
    }

    private static func unreadable(_ file: UploadFile, _ code: Int32) -> SourceError {
        .file("\(file.filename) cannot be read: \(String(cString: strerror(code)))")
    }

    private func receipt(_ id: UploadID, _ file: UploadFile, _ target: UploadTarget) -> UploadReceipt {
        UploadReceipt(
            id: id, bucketID: target.bucketID, filename: file.filename, format: file.format, size: file.size)
    }

    /// Returns the message part for a file. Uploads the file first, unless that was done before.
    func part(of file: JSONObject, _ user: String?) async throws(ComapiError) -> MessagePart {
        if let kept = QueuedFile(file) { return try await part(of: kept, user) }
        let id = file.text("id") ?? ""
        guard let upload = marks?.uploads.last(where: { $0.id.rawValue == id }) else {
            throw ComapiError(.invalidRequest, "the file is unknown; choose it again")
        }
        return MessagePart(
            name: file.text("filename"), type: file.text("type"), url: upload.url, size: file.int("size"))
    }

    private func part(of file: QueuedFile, _ user: String?) async throws(ComapiError) -> MessagePart {
        let key = ActionKey("kept-" + FNV1a.wideText(of: file.name))
        let part = MessagePart(name: file.filename, type: file.type, size: file.size)
        guard let key else { throw ComapiError(.invalidRequest, "the file has no name") }
        if let known = marks?.uploads.last(where: { $0.key == key }) { return part.at(known.url) }
        let bytes: [UInt8]?
        do { bytes = try await storage.file(named: file.name) } catch {
            throw ComapiError(.unreadableFile, "\(file.filename) cannot be read: \(error)")
        }
        // The error is permanent, because a retry would not find the file either: the user decides what to do.
        guard let bytes else { throw ComapiError(.invalidRequest, "\(file.filename) is missing on this machine") }
        let content = ComapiContent(name: file.filename, type: file.type, bytes: bytes)
        let stored = try await client.conversations.upload(content, folder: ComapiConversations.attachmentFolder)
        let id = UploadID(rawValue: FNV1a.wideText(of: file.name)) ?? "file"
        do throws(SourceError) {
            try await store(for: user) { $0.keep(ConversationMarks.Upload(key: key, id: id, url: stored.url)) }
        } catch { throw ComapiError(.unexpectedStatus, "the upload could not be stored on this machine", status: 500) }
        return part.at(stored.url)
    }

    /// Removes the stored file of a reply that was sent or discarded.
    func removeQueuedFile(of action: ActionRequest) async {
        guard case .reply(_, let values) = action.response,
            let file = values.object(ConversationCard.Field.file).flatMap(QueuedFile.init)
        else { return }
        await storage.removeFile(named: file.name)
    }
}

extension ComapiSource: UnperformedActionSink {
    /// Removes the files of replies that will not be sent.
    public func actionsEnded(_ actions: [ActionRequest]) async {
        for action in actions where action.streamID == stream { await removeQueuedFile(of: action) }
    }
}

extension MessagePart {
    fileprivate func at(_ url: String) -> MessagePart {
        var part = self
        part.url = url
        return part
    }
}
