package import Cards

/// A file the user chose for an input, as it was then.
package struct ChosenFile: Hashable, Sendable {
    /// Absolute.
    package var path: String
    package var format: FileFormat
    /// In bytes.
    package var size: Int
    /// When its content last changed, in nanoseconds since 1970: shows whether it is still the same file.
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

    /// `PNG · 1200 × 800 · 48 kB`, and what happens to it on the way.
    package var facts: String {
        var parts = [format.name]
        if let pixels { parts.append("\(pixels.width) × \(pixels.height)") }
        parts.append(ByteCount.text(size))
        if !format.isUploadable { parts.append(Strings.Files.sentAsJPEG) }
        return parts.joined(separator: " · ")
    }

    /// What a form checks and, with what the server says of it, sends. The size of a file that is going to be
    /// converted is not known yet.
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
