import Basics
import Cards
import EmulatorHTTP

/// The content that a client uploads: JSON with base64, or a form with the field `file`.
struct UploadedContent: Sendable {
    var name: String?
    var type: String
    var bytes: [UInt8]

    /// - Throws: 400 if the body is neither.
    init(_ request: EmulatorRequest) throws(EmulatorRefusal) {
        let contentType = request.headers["Content-Type"] ?? ""
        if let boundary = MultipartFile.boundary(of: contentType) {
            guard let file = MultipartFile.find("file", in: request.body, boundary: boundary) else {
                throw .invalid("file", "is required")
            }
            (name, type, bytes) = (file.filename, file.type ?? "application/octet-stream", file.bytes)
        } else {
            var checks = FieldChecks(try FieldChecks.object(request.body))
            name = checks.string("name", isRequired: false)
            let type = checks.identifier("type")
            let bytes = checks.string("data").flatMap { Base64.decode($0.utf8) }
            if bytes == nil, checks.failures.allSatisfy({ $0.parameter != "data" }) {
                checks.fail("data", "must be base64")
            }
            try checks.finish()
            self.type = type ?? ""
            self.bytes = bytes ?? []
        }
        guard !type.isEmpty, type.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw .invalid("type", "must be a media type")
        }
        // A header cannot contain every name, so the body takes precedence.
        name = name ?? request.headers["Content-Filename"]
    }
}
