import AppCore
import Basics
import CardImages
import CardSession
import Cards

/// Sends the files of one submission, one after the other. Files that are not PNG or JPEG are converted first.
struct FileUploader: Sendable {
    let session: CardSession
    let finder: FileFinder
    let converter: JPEGConverter

    /// The maximum size of a file to convert, in bytes.
    private static let maxBytes = 64 << 20

    /// Why the files were not sent.
    struct Failure: Error {
        /// The input that the file belongs to; nil if the failure is not about a file.
        var input: String?
        var reason: String
    }

    /// Returns the value of each input; nil if sending was cancelled.
    func send(
        _ upload: FileUpload, onProgress: @escaping @Sendable (_ sent: Int, _ total: Int, _ file: Int) -> Void
    ) async throws(Failure) -> [String: JSONValue]? {
        // Checks all files before the first one is sent.
        for item in upload.files {
            let problem = await Blocking.run { finder.problem(of: item.file) }
            if let problem { throw Failure(input: item.input, reason: problem) }
        }
        var values: [String: JSONValue] = [:]
        let sizes = upload.files.map(\.file.size)
        let total = sizes.reduce(0, +)
        for (index, item) in upload.files.enumerated() {
            if Task.isCancelled { return nil }
            let before = sizes[..<index].reduce(0, +)
            onProgress(before, total, index)
            var ready = Ready(item.file)
            if !item.file.format.isUploadable { ready = try await convert(item) }
            defer { ready.converted?.close() }
            let share = Double(item.file.size) / Double(max(1, ready.size))
            let file = OutgoingFile(
                cardID: upload.card, streamID: upload.stream, bucketID: item.bucketID, path: ready.path,
                filename: ready.name, format: ready.format, size: ready.size,
                identity: "\(item.input)\0\(item.file.path)\0\(item.file.size)\0\(item.file.modified)")
            do throws(FileSendingError) {
                values[item.input] = try await session.upload(file) { sent in
                    onProgress(before + Int(Double(sent) * share), total, index)
                }
            } catch {
                switch error {
                case .cancelled: return nil
                case .file(let reason): throw Failure(input: item.input, reason: "\(item.file.name): \(reason)")
                case .notConnected, .network, .refused: throw Failure(input: nil, reason: error.explanation)
                }
            }
        }
        return values
    }

    /// A file in a format that can be sent.
    private struct Ready {
        var path: String
        var name: String
        var format: FileFormat
        var size: Int
        /// The converted file, which must be closed after it is sent; nil if no conversion was needed.
        var converted: MemoryFile?

        init(_ file: ChosenFile) { (path, name, format, size) = (file.path, file.name, file.format, file.size) }
    }

    private func convert(_ item: FileUpload.Item) async throws(Failure) -> Ready {
        func failure(_ reason: String) -> Failure { Failure(input: item.input, reason: "\(item.file.name): \(reason)") }
        let jpeg: [UInt8]
        do throws(ImageProblem) {
            jpeg = try await converter.convert(
                try await LocalFile.contents(of: item.file.path, limit: Self.maxBytes))
        } catch { throw failure(error.explanation) }
        if let limit = item.maxSize, jpeg.count > limit {
            throw Failure(
                input: item.input,
                reason: Strings.Files.tooLarge(item.file.name, size: jpeg.count, limit: limit))
        }
        guard let file = MemoryFile(jpeg) else { throw failure(Strings.Files.noRoomToConvert) }
        var ready = Ready(item.file)
        ready.path = file.path
        ready.converted = file
        ready.format = .jpeg
        ready.size = jpeg.count
        let name = ready.name
        ready.name = (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name) + ".jpg"
        return ready
    }
}
