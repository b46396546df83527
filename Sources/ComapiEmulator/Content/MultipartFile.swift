import EmulatorHTTP

/// A file in a `multipart/form-data` body (RFC 7578).
struct MultipartFile: Hashable, Sendable {
    var filename: String?
    var type: String?
    var bytes: [UInt8]

    /// The boundary in a content type; nil if the type is not `multipart/form-data` or has no boundary.
    static func boundary(of contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/form-data") else { return nil }
        return parameter("boundary", in: contentType)
    }

    /// Finds the field with a name; nil if the form does not have it or is malformed.
    static func find(_ name: String, in body: [UInt8], boundary: String) -> MultipartFile? {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        let blankLine = Array("\r\n\r\n".utf8)
        // The first delimiter has no line break before it, so add one.
        let body = Array("\r\n".utf8) + body
        var position = body.startIndex
        while let start = index(of: delimiter, in: body, from: position),
            let end = index(of: delimiter, in: body, from: start + delimiter.count)
        {
            let part = body[(start + delimiter.count)..<end]
            position = end
            guard let head = index(of: blankLine, in: body, from: part.startIndex), head + blankLine.count <= end else {
                continue
            }
            let headers = headers(body[part.startIndex..<head])
            guard let disposition = headers["Content-Disposition"], parameter("name", in: disposition) == name else {
                continue
            }
            return MultipartFile(
                filename: parameter("filename", in: disposition), type: headers["Content-Type"],
                bytes: Array(body[(head + blankLine.count)..<end]))
        }
        return nil
    }

    private static func headers(_ bytes: ArraySlice<UInt8>) -> [EmulatorHeader] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return EmulatorHeader(
                String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
    }

    /// Returns the value of a `name=value` or `name="value"` after the first semicolon; nil if there is none.
    private static func parameter(_ name: String, in header: String) -> String? {
        for part in header.split(separator: ";").dropFirst() {
            let sides = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0].lowercased() == name else { continue }
            let value = sides[1]
            guard value.count > 1, value.first == "\"", value.last == "\"" else { return String(value) }
            return String(value.dropFirst().dropLast())
        }
        return nil
    }

    private static func index(of pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard start + pattern.count <= bytes.count else { return nil }
        return (start...bytes.count - pattern.count).first {
            bytes[$0] == pattern[0] && bytes[$0..<$0 + pattern.count].elementsEqual(pattern)
        }
    }
}
