import Cards
import VendorClient

/// A file in the ``ConversationStorage`` that a queued reply names: it is uploaded when the reply is sent.
package struct KeptFile: Hashable, Sendable {
    /// The name in the storage.
    package var name: String
    /// The name for the other participants.
    package var filename: String
    /// The media type.
    package var type: String
    /// In bytes.
    package var size: Int

    package init(name: String, filename: String, type: String, size: Int) {
        self.name = name
        self.filename = filename
        self.type = type
        self.size = size
    }

    /// Reads the value of a reply's field; nil for a file that was uploaded before.
    init?(_ value: JSONObject) {
        guard let name = value.text(Self.nameField), let filename = value.text("filename"),
            let type = value.text("type"), let size = value.int("size")
        else { return nil }
        self.init(name: name, filename: filename, type: type, size: size)
    }

    /// The value of the reply's field.
    var value: JSONObject {
        var value: JSONObject = [
            Self.nameField: .string(name), "filename": .string(filename), "type": .string(type),
        ]
        value.set("size", size)
        return value
    }

    private static let nameField = "kept"
}
