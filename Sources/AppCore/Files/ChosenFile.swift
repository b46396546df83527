package import Cards

/// A file that the user chose for an input, with its properties at that time.
package struct ChosenFile: Hashable, Sendable {
    /// The absolute path.
    package var path: String
    package var format: FileFormat
    /// In bytes.
    package var size: Int
    /// The modification time of the content, in nanoseconds since 1970. Shows whether the file has changed.
    package var modified: Int
    package var pixels: Pixels?

    package struct Pixels: Hashable, Sendable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    package init(path: String, format: FileFormat, size: Int, modified: Int, pixels: Pixels? = nil) {
        self.path = path
        self.format = format
        self.size = size
        self.modified = modified
        self.pixels = pixels
    }

    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The file's properties, for example `PNG · 1200 × 800 · 48 kB`, and whether it will be converted.
    package var facts: String {
        var parts = [format.name]
        if let pixels { parts.append("\(pixels.width) × \(pixels.height)") }
        parts.append(ByteCount.text(size))
        if !format.isUploadable { parts.append(Strings.Files.sentAsJPEG) }
        return parts.joined(separator: " · ")
    }

    /// The value that a form validates and, combined with the server's values, submits. Leaves out the size of a file
    /// that will be converted, which is not known yet.
    func value(bucketID: String) -> JSONValue {
        var value: JSONObject = ["filename": .string(name), "bucketId": .string(bucketID)]
        if format.isUploadable { value["size"] = .number(JSONNumber(size)) }
        return .object(value)
    }
}

// MARK: Drafts

extension ChosenFile {
    var draft: JSONObject {
        var draft: JSONObject = [
            "path": .string(path), "type": .string(format.mediaType), "size": .number(JSONNumber(size)),
            "modified": .number(JSONNumber(modified)),
        ]
        if let pixels {
            draft["width"] = .number(JSONNumber(pixels.width))
            draft["height"] = .number(JSONNumber(pixels.height))
        }
        return draft
    }

    init?(draft: JSONObject) {
        guard let path = draft["path"]?.string, let format = draft["type"]?.string.flatMap(FileFormat.init(mediaType:)),
            let size = draft["size"]?.int, let modified = draft["modified"]?.int
        else { return nil }
        self.init(path: path, format: format, size: size, modified: modified)
        if let width = draft["width"]?.int, let height = draft["height"]?.int {
            pixels = Pixels(width: width, height: height)
        }
    }
}
