import Basics
import Cards
import VendorClient

/// A part of a message: text, or a file as data or as a URL.
public struct MessagePart: Sendable, Hashable {
    /// The name, such as a file name; nil for none.
    public var name: String?
    /// The media type, such as `text/plain`; nil if the sender did not set one.
    public var type: String?
    /// The URL of content that is too large to be in the message; nil if ``data`` has the content.
    public var url: String?
    /// The content: text, or base64 for a file; nil if ``url`` refers to it.
    public var data: String?
    /// The size of the content in bytes; nil if it is unknown.
    public var size: Int?

    /// Creates a part from its properties.
    public init(name: String? = nil, type: String? = nil, url: String? = nil, data: String? = nil, size: Int? = nil) {
        self.name = name
        self.type = type
        self.url = url
        self.data = data
        self.size = size
    }

    /// Creates a part with plain text.
    public static func text(_ text: String) -> MessagePart {
        MessagePart(type: "text/plain", data: text, size: text.utf8.count)
    }

    /// Creates a part with a file. Files of text types are sent as text, other files in base64. A file of a text type
    /// that is not valid UTF-8 becomes `application/octet-stream`.
    public static func file(name: String, type: String, bytes: [UInt8]) -> MessagePart {
        let isText = type.lowercased().hasPrefix("text/")
        let data = isText ? String(validating: bytes, as: UTF8.self) : nil
        return MessagePart(
            name: name, type: data == nil && isText ? "application/octet-stream" : type,
            data: data ?? Base64.text(bytes), size: bytes.count)
    }

    init(_ json: JSONObject) {
        name = json.text("name")
        type = json.text("type")
        url = json.text("url")
        data = json.text("data")
        size = json.int("size")
    }

    var json: JSONObject {
        var json = JSONObject()
        json.set("name", name)
        json.set("type", type)
        json.set("url", url)
        json.set("data", data)
        json.set("size", size)
        return json
    }

    /// The text; nil for files.
    public var text: String? {
        guard url == nil, let data else { return nil }
        guard let type else { return data }
        return type.lowercased().hasPrefix("text/") ? data : nil
    }
}
