import Basics
import Cards
import VendorClient

/// A part of a message: a text, or a file as data or address.
public struct MessagePart: Sendable, Hashable {
    /// The name, such as a file name.
    public var name: String?
    /// The media type, as `text/plain`.
    public var type: String?
    /// Where the content is, for parts that are too large to be sent in the message.
    public var url: String?
    /// The content: text, or base64 of a file.
    public var data: String?
    /// The size of the content in bytes.
    public var size: Int?

    /// Creates a part from its properties.
    public init(name: String? = nil, type: String? = nil, url: String? = nil, data: String? = nil, size: Int? = nil) {
        self.name = name
        self.type = type
        self.url = url
        self.data = data
        self.size = size
    }

    /// A plain text.
    public static func text(_ text: String) -> MessagePart {
        MessagePart(type: "text/plain", data: text, size: text.utf8.count)
    }

    /// A file. Text is sent as it is, other content in base64.
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

    /// The text of a part that is text; nil for files.
    public var text: String? {
        guard url == nil, let data else { return nil }
        guard let type else { return data }
        return type.lowercased().hasPrefix("text/") ? data : nil
    }
}
