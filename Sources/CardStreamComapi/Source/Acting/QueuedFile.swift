import Cards
import VendorClient

/// A file in the ``ConversationStorage`` for a queued reply. It is uploaded when the reply is sent.
package struct QueuedFile: Hashable, Sendable {
    /// The name of the file in the storage.
    package var name: String
    /// The file name that the other participants see.
    package var filename: String
    /// The media type.
    package var type: String
    /// The size in bytes.
    package var size: Int

    package init(name: String, filename: String, type: String, size: Int) {
        self.name = name
        self.filename = filename
        self.type = type
        self.size = size
    }

    /// Reads the value of a reply's field; nil if the file was already uploaded when the user chose it.
    init?(_ value: JSONObject) {
        guard let name = value.text(Self.nameField), let filename = value.text("filename"),
            let type = value.text("type"), let size = value.int("size")
        else { return nil }
        self.init(name: name, filename: filename, type: type, size: size)
    }

    /// The value for the reply's field.
    var value: JSONObject {
        var value: JSONObject = [
            Self.nameField: .string(name), "filename": .string(filename), "type": .string(type),
        ]
        value.set("size", size)
        return value
    }

    private static let nameField = "kept"
}
