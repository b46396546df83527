import Basics

/// Content to be uploaded.
public struct ComapiContent: Sendable, Hashable {
    /// The file name.
    public var name: String
    /// The media type.
    public var type: String
    /// The content in base64, as it is sent.
    var base64: String

    /// Creates content from bytes.
    public init(name: String, type: String, bytes: [UInt8]) {
        self.name = name
        self.type = type
        base64 = Base64.text(bytes)
    }

    /// The name as a header can carry it: one underscore for each other character, and never empty. The body has the
    /// name itself.
    var headerName: String {
        let plain = String(name.map { $0.isASCII && ("!"..."~").contains($0) || $0 == " " ? $0 : "_" })
        return plain.contains { $0 != " " } ? plain : "file"
    }

    /// The content of a message part: its data is text, or base64 of a file of another type.
    init(_ part: MessagePart, number: Int) {
        name = part.name ?? "part-\(number)"
        type = part.type ?? "text/plain"
        let data = part.data ?? ""
        base64 = part.text == nil ? data : Base64.text(Array(data.utf8))
    }
}

/// Uploaded content.
public struct StoredContent: Sendable, Hashable {
    /// The service's id.
    public var id: String
    /// The address that a message part refers to.
    public var url: String
    /// The media type.
    public var type: String?
    /// The size in bytes.
    public var size: Int?
}
