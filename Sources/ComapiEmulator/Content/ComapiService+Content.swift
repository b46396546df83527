import Cards
import EmulatorHTTP

/// Uploaded files.
extension ComapiService {
    mutating func upload(_ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        guard let folder = call.target["folder"], !folder.isEmpty else { throw .invalid("folder", "is required") }
        let content = try UploadedContent(call.request)
        let file = EmulatedFile(
            id: identifiers(), name: content.name, type: content.type, folder: folder, bytes: content.bytes,
            createdOn: now)
        files[file.id] = file
        return .json(
            file.json(url: "\(configuration.baseURL)/apispaces/\(configuration.apiSpaceID)/content/\(file.id)"))
    }

    /// Returns a file. No token is needed, because messages contain the file's URL for any program that shows images.
    func download(_ id: String) throws(EmulatorRefusal) -> EmulatorResponse {
        guard let file = files[id] else { throw .notFound("There is no file with this identifier.") }
        return EmulatorResponse(status: 200, headers: [EmulatorHeader("Content-Type", file.type)], body: file.bytes)
    }
}
