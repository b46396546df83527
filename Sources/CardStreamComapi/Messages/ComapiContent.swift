import Basics

/// Content to upload.
public struct ComapiContent: Sendable, Hashable {
    /// The file name.
    public var name: String
    /// The media type.
    public var type: String
    /// The content in base64, the encoding of the request.
    var base64: String

    /// Creates content from bytes.
    public init(name: String, type: String, bytes: [UInt8]) {
        self.name = name
        self.type = type
        base64 = Base64.text(bytes)
    }

    /// The name for an HTTP header: each character that is not printable ASCII is replaced by an underscore, and the
    /// name is never empty. The request's body has the original name.
    var headerName: String {
        let plain = String(name.map { $0.isASCII && ("!"..."~").contains($0) || $0 == " " ? $0 : "_" })
        return plain.contains { $0 != " " } ? plain : "file"
    }

    /// Creates the content of a message part. The part's data is text, or base64 for a file of another type.
    init(_ part: MessagePart, number: Int) {
        name = part.name ?? "part-\(number)"
        type = part.type ?? "text/plain"
        let data = part.data ?? ""
        base64 = part.text == nil ? data : Base64.text(Array(data.utf8))
    }
}

/// Uploaded content.
public struct StoredContent: Sendable, Hashable {
    /// The service's id of the content.
    public var id: String
    /// The URL for ``MessagePart/url``.
    public var url: String
    /// The media type.
    public var type: String?
    /// The size in bytes; nil if the service does not say.
    public var size: Int?
}
