internal import CardSources
public import Cards
internal import FeedSync

internal import struct Foundation.UUID

/// A file for a card's file input.
public struct OutgoingFile: Hashable, Sendable {
    /// The card with the field.
    public var card: CardID
    /// Its stream.
    public var stream: StreamID
    /// As the input names it.
    public var bucketID: String
    /// Where it lies on this machine.
    public var path: String
    /// What the publisher is told it is called.
    public var filename: String
    /// PNG or JPEG.
    public var format: FileFormat
    /// In bytes. A file of another size by the time it is sent is refused.
    public var size: Int
    /// What tells the file from every other one for this card, for example its input, path and time of change. Attempts
    /// of the same identity are one file to the server, also after a restart: failed ones do not add up. Nil makes
    /// every attempt a file of its own.
    public var identity: String?

    /// See the properties.
    public init(
        card: CardID, stream: StreamID, bucketID: String, path: String, filename: String, format: FileFormat,
        size: Int, identity: String? = nil
    ) {
        self.card = card
        self.stream = stream
        self.bucketID = bucketID
        self.path = path
        self.filename = filename
        self.format = format
        self.size = size
        self.identity = identity
    }

    /// What the server knows an attempt by.
    var key: ActionKey {
        guard let identity else { return ActionKey(UUID()) }
        let parts = [stream.rawValue, card.rawValue, bucketID, identity]
        return ActionKey("file-" + FNV1a.wideText(of: parts.joined(separator: "\0"))) ?? ActionKey(UUID())
    }
}

/// Why a file was not sent. Nothing is left half done: what the server has of it, it forgets.
public enum FileSendingError: Error, Hashable, Sendable {
    /// It was given up.
    case cancelled
    /// There is no connection to send it by.
    case notConnected
    /// The server was not reached; the text says why.
    case network(String)
    /// The file itself: gone, unreadable, changed.
    case file(String)
    /// What the server has against it.
    case refused(String)

    /// What happened, for the user.
    public var explanation: String {
        switch self {
        case .cancelled: "Cancelled"
        case .notConnected: "not connected"
        case .network(let text), .file(let text), .refused(let text): text
        }
    }
}

extension CardSession {
    /// Sends a file at once, which needs the network: it is not queued. Returns the value that a submit gives for the
    /// input. A file that is not submitted within a day is forgotten by the server.
    ///
    /// Raises `user-file-uploads-started` and, unless it is cancelled, `…-completed` or `…-failed`.
    ///
    /// - Parameter onProgress: Told how many bytes are on their way, from any thread.
    /// - Throws: ``FileSendingError``; nothing is kept for later.
    public func send(
        _ file: OutgoingFile, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(FileSendingError) -> JSONValue {
        let files = [SDKEvent.UploadedFile(filename: file.filename, bucketID: file.bucketID)]
        func emit(_ detail: SDKEvent.Detail) async { await record(EventReport(detail, of: file.card, in: file.stream)) }
        await emit(.userFileUploadsStarted(files))
        do throws(FileSendingError) {
            let value = try await upload(file, onProgress: onProgress)
            await emit(.userFileUploadsCompleted(files))
            return value
        } catch {
            if error != .cancelled { await emit(.userFileUploadsFailed(files)) }
            throw error
        }
    }

    /// The same without events: for whoever sends several files of one form.
    package func upload(
        _ file: OutgoingFile, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(FileSendingError) -> JSONValue {
        guard let sender = await link.fileSender else { throw .notConnected }
        guard sourceCapabilities?.acceptsFiles != false else { throw .refused(SourceCapabilities.reasonAgainstFiles) }
        guard let bucketID = BucketID(file.bucketID) else {
            throw .refused("the card's file input names no bucket that a server takes")
        }
        var target = UploadTarget(key: file.key, streamID: file.stream, cardID: file.card, bucketID: bucketID)
        let upload = UploadFile(path: file.path, filename: file.filename, format: file.format, size: file.size)
        do throws(SourceError) {
            do throws(SourceError) {
                return try await sender.send(upload, to: target, onProgress: onProgress).value
            } catch {
                // Another content under the same identity, such as a picture that another version converted.
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
        case .network, .unreachable, .silent, .restarting: self = .network("the server does not answer")
        case .tls(let reason), .denied(let reason): self = .network(reason)
        case .hostNotFound(let host): self = .network("there is no host \(host)")
        case .malformed, .notFeed: self = .network("no usable answer from the server")
        case .noToken(let text): self = .refused("not logged in: \(text)")
        case .local(.library(let text)), .local(.store(let text)): self = .network(text)
        case .local(.diskFull): self = .network("the disk is full")
        case .refused(let refusal): self = .refused(refusal.explanation)
        case .unsupported(let what): self = .refused("this source of cards has no \(what)")
        }
    }
}

/// Sends files over a connection. Begins again once: with another token where there is one by then, and where the
/// connection broke at once.
struct FileSender: Sendable {
    typealias Upload =
        @Sendable (UploadTarget, UploadFile, _ onProgress: @escaping @Sendable (Int) -> Void) async throws(SourceError)
        -> UploadReceipt

    let upload: Upload
    let tokens: TokenCache?

    func send(
        _ file: UploadFile, to target: UploadTarget, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(SourceError) -> UploadReceipt {
        // To know later which one was refused; the upload asks for its own, and fails by it.
        let token = try? await tokens?.token()
        let clock = ContinuousClock()
        let start = clock.now
        do throws(SourceError) {
            return try await upload(target, file, onProgress)
        } catch {
            switch error {
            case .refused(let refusal) where refusal.reason == .unauthorized:
                // With the same token the whole file would be refused once more.
                guard let tokens, await tokens.replace(token) else { throw error }
            // A kept connection that turns out to be dead, or one that breaks soon. The server may even have it all
            // and its answer got lost: the key makes that harmless.
            case .network where clock.now - start < Self.soon, .unreachable where clock.now - start < Self.soon: break
            default: throw error
            }
        }
        return try await upload(target, file, onProgress)
    }

    /// Who has waited longer is told and decides.
    private static let soon = Duration.seconds(2)
}
