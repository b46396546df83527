internal import CardSources
public import Cards
internal import FeedSync

public import protocol Foundation.LocalizedError
public import struct Foundation.UUID

/// A file for a card's file input.
public struct OutgoingFile: Hashable, Sendable {
    /// The card with the file input.
    public var cardID: CardID
    /// Its stream.
    public var streamID: StreamID
    /// The identifier of the file input.
    public var bucketID: String
    /// The path on this machine.
    public var path: String
    /// The file name that the publisher receives.
    public var filename: String
    /// PNG or JPEG.
    public var format: FileFormat
    /// In bytes. The file is refused if its size has changed when it is sent.
    public var size: Int
    /// Identifies the file among all files for this card, for example by input, path and modification time. Attempts
    /// with the same identity count as one file on the server, also after a restart, so that failed attempts do not
    /// accumulate. Nil makes every attempt a separate file.
    public var identity: String?

    /// Creates a file from its properties.
    public init(
        cardID: CardID, streamID: StreamID, bucketID: String, path: String, filename: String, format: FileFormat,
        size: Int, identity: String? = nil
    ) {
        self.cardID = cardID
        self.streamID = streamID
        self.bucketID = bucketID
        self.path = path
        self.filename = filename
        self.format = format
        self.size = size
        self.identity = identity
    }

    /// The idempotency key of the upload.
    var key: ActionKey {
        guard let identity else { return ActionKey(UUID()) }
        let parts = [streamID.rawValue, cardID.rawValue, bucketID, identity]
        return ActionKey("file-" + FNV1a.wideText(of: parts.joined(separator: "\0"))) ?? ActionKey(UUID())
    }
}

/// Why a file was not sent. The server discards incomplete files.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum FileSendingError: Error, Hashable, Sendable {
    /// The task was cancelled. ``CardSession/send(_:onProgress:)`` throws `CancellationError` instead.
    case cancelled
    /// The session is not connected.
    case notConnected
    /// The server could not be reached; the text says why.
    case network(String)
    /// The file is missing, unreadable or has changed.
    case file(String)
    /// The server refused the file; the text says why.
    case refused(String)

    /// A description for the user.
    public var explanation: String {
        switch self {
        case .cancelled: "Cancelled"
        case .notConnected: "not connected"
        case .network(let text), .file(let text), .refused(let text): text
        }
    }

    /// A code that programs can handle.
    public var code: RequestError.Code {
        switch self {
        case .cancelled: .cancelled
        case .notConnected, .network: .unreachable
        case .file: .unreadableFile
        case .refused: .refused
        }
    }

    /// Whether the same call may succeed later without any change.
    public var isRetryable: Bool { code.passes }
}

extension FileSendingError: CustomStringConvertible, LocalizedError {
    public var description: String { explanation }
    /// The ``explanation``, for `localizedDescription`.
    public var errorDescription: String? { explanation }
}

extension CardSession {
    /// Sends a file at once and returns the value to submit for the input. It needs the network: files are not queued.
    /// The server deletes files that are not submitted within a day.
    ///
    /// Raises `user-file-uploads-started` and, unless it is cancelled, `…-completed` or `…-failed`.
    ///
    /// - Parameter onProgress: Called with the number of sent bytes, from any thread.
    /// - Throws: ``FileSendingError``, or `CancellationError`; nothing is kept for later.
    public func send(
        _ file: OutgoingFile, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws -> JSONValue {
        let files = [SDKEvent.UploadedFile(filename: file.filename, bucketID: file.bucketID)]
        func emit(_ detail: SDKEvent.Detail) async {
            await record(EventReport(detail, of: file.cardID, in: file.streamID))
        }
        await emit(.userFileUploadsStarted(files))
        do throws(FileSendingError) {
            let value = try await upload(file, onProgress: onProgress)
            await emit(.userFileUploadsCompleted(files))
            return value
        } catch {
            if error == .cancelled { throw CancellationError() }
            await emit(.userFileUploadsFailed(files))
            throw error
        }
    }

    /// Like ``send(_:onProgress:)`` without events, for callers that send several files of one form.
    package func upload(
        _ file: OutgoingFile, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(FileSendingError) -> JSONValue {
        guard let sender = await link(of: file.streamID)?.fileSender else { throw .notConnected }
        guard capabilities(of: file.streamID)?.acceptsFiles != false else {
            throw .refused(SourceCapabilities.reasonAgainstFiles)
        }
        guard let bucketID = BucketID(file.bucketID) else {
            throw .refused("the card's file input has an invalid bucket id")
        }
        var target = UploadTarget(key: file.key, streamID: file.streamID, cardID: file.cardID, bucketID: bucketID)
        let upload = UploadFile(path: file.path, filename: file.filename, format: file.format, size: file.size)
        do throws(SourceError) {
            do throws(SourceError) {
                return try await sender.send(upload, to: target, onProgress: onProgress).value
            } catch {
                // The server knows this key with different content, for example a picture that another version of this
                // program converted. Send the file with a new key.
                guard file.identity != nil, case .refused(let refusal) = error, refusal.reason == .keyReused else {
                    throw error
                }
                target.key = ActionKey(UUID())
                return try await sender.send(upload, to: target, onProgress: onProgress).value
            }
        } catch { throw FileSendingError(error) }
    }
}

extension FileSendingError {
    init(_ error: SourceError) {
        switch error {
        case .cancelled: self = .cancelled
        case .file(let text): self = .file(text)
        case .noNetwork: self = .network("no internet connection")
        case .network, .unreachable, .silent, .restarting: self = .network("the server does not respond")
        case .tls(let reason), .denied(let reason): self = .network(reason)
        case .hostNotFound(let host): self = .network("the host \(host) cannot be found")
        case .malformed, .notFeed: self = .network("no usable response from the server")
        case .noToken(let text): self = .refused("not logged in: \(text)")
        case .local(.library(let text)), .local(.store(let text)), .local(.feed(let text)): self = .network(text)
        case .local(.diskFull): self = .network("the disk is full")
        case .refused(let refusal): self = .refused(refusal.explanation)
        case .unsupported(let what): self = .refused("this source of cards does not support \(what)")
        }
    }
}

/// Uploads files over a connection. Retries once: with a new token if there is one, or if the connection broke early.
struct FileSender: Sendable {
    typealias Upload =
        @Sendable (UploadTarget, UploadFile, _ onProgress: @escaping @Sendable (Int) -> Void) async throws(SourceError)
        -> UploadReceipt

    let upload: Upload
    let tokens: TokenCache?

    func send(
        _ file: UploadFile, to target: UploadTarget, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(SourceError) -> UploadReceipt {
        // Remembers the token, so that it can be replaced if the server refuses it. Ignore errors: the upload itself
        // requests a token and then reports the error.
        let token = try? await tokens?.token()
        let clock = ContinuousClock()
        let start = clock.now
        do throws(SourceError) {
            return try await upload(target, file, onProgress)
        } catch {
            switch error {
            case .refused(let refusal) where refusal.reason == .unauthorized:
                // With the same token the upload would be refused again.
                guard let tokens, await tokens.replace(token) else { throw error }
            // A reused connection may turn out to be dead, or break early. The server may have received the whole file
            // although its response was lost; the key makes a retry harmless.
            case .network where clock.now - start < Self.soon, .unreachable where clock.now - start < Self.soon: break
            default: throw error
            }
        }
        return try await upload(target, file, onProgress)
    }

    /// How long after its start a failed upload is retried automatically. Later failures are reported to the user, who
    /// can retry.
    private static let soon = Duration.seconds(2)
}
