import Cards
import FeedAPI

/// The properties that a form declares for a file.
struct UploadedPart: Hashable, Sendable {
    var filename: String
    var format: FileFormat

    /// - Throws: ``Problem`` of type `unsupported-type`.
    init(filename: String?, type: String) throws(Problem) {
        guard let format = FileFormat(mediaType: type), format.isUploadable else {
            throw Self.unsupported("\(type.prefix(64)) is not accepted.")
        }
        self.format = format
        self.filename = Self.clean(filename ?? "")
    }

    /// - Parameter head: The first bytes of the file.
    /// - Throws: ``Problem`` of type `unsupported-type` if the bytes are not of the declared type.
    func check(_ head: [UInt8]) throws(Problem) {
        guard let found = FileFormat(sniffing: head) else { throw Self.unsupported("The file is not an image.") }
        guard found == format else {
            throw Self.unsupported("The file is declared as \(format.mediaType) but holds \(found.mediaType).")
        }
    }

    private static func unsupported(_ detail: String) -> Problem {
        let taken = FileFormat.allCases.filter(\.isUploadable).map(\.mediaType).joined(separator: ", ")
        return Problem(.unsupportedType, detail: detail, expected: taken)
    }

    /// A display name of 1 to 255 bytes, without directories and control characters.
    private static func clean(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        var scalars = last.unicodeScalars.filter { $0.properties.generalCategory != .control }
        while scalars.count > 0, String(String.UnicodeScalarView(scalars)).utf8.count > 255 { scalars.removeLast() }
        let text = String(String.UnicodeScalarView(scalars))
        return text.isEmpty || text.allSatisfy({ $0 == "." }) ? "file" : text
    }
}
