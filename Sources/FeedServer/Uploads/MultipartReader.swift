import FeedAPI
import Glibc

/// Parses a `multipart/form-data` body as it arrives (RFC 7578; RFC 2046, 5.1). Buffers only the headers of a part, and
/// content up to the length of a delimiter.
struct MultipartReader {
    enum Event: Hashable {
        /// The start of a part. Names are as sent. The type is in lower case and without parameters.
        case part(name: String, filename: String?, type: String)
        case data([UInt8])
        case partEnd
    }

    private enum State { case preamble, afterDelimiter, headers, content, done }

    /// The maximum size of a part's headers in bytes.
    static let headerLimit = 16 * 1024

    private let delimiter: [UInt8]
    private var buffer: [UInt8]
    private var state = State.preamble

    /// - Parameter contentType: The value of the request's header.
    /// - Throws: ``Problem`` of type `malformed-request` if the type is not `multipart/form-data` or there is no
    ///   boundary.
    init(contentType: String?) throws(Problem) {
        let fields = Self.fields(of: contentType ?? "")
        guard fields.first?.value == FeedHeader.formData,
            let boundary = fields.first(where: { $0.name == "boundary" })?.value, (1...70).contains(boundary.utf8.count)
        else {
            throw Problem(
                .malformedRequest, detail: "An upload must be multipart/form-data with a boundary.",
                expected: "Content-Type: multipart/form-data; boundary=…")
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter may be at the very beginning, without a preceding line break.
        buffer = Array("\r\n".utf8)
    }

    /// Whether the last delimiter has been parsed.
    var isComplete: Bool { if case .done = state { true } else { false } }

    /// - Throws: ``Problem`` of type `malformed-request`.
    mutating func feed(_ bytes: [UInt8]) throws(Problem) -> [Event] {
        buffer += bytes
        var events: [Event] = []
        while try step(&events) {}
        return events
    }

    /// Performs one step of the parser. Returns whether the buffered bytes may allow another step.
    private mutating func step(_ events: inout [Event]) throws(Problem) -> Bool {
        switch state {
        case .preamble:
            guard let start = find(delimiter) else {
                buffer.removeFirst(max(0, buffer.count - delimiter.count))
                return false
            }
            buffer.removeFirst(start + delimiter.count)
            state = .afterDelimiter
        case .afterDelimiter:
            guard buffer.count >= 2 else { return false }
            let isLast = buffer.starts(with: Array("--".utf8))
            guard isLast || buffer.starts(with: Array("\r\n".utf8)) else {
                throw Self.malformed("a delimiter is cut short")
            }
            // Keep the line break, so that the headers of a part end in the same way if there are none.
            state = isLast ? .done : .headers
        case .headers:
            guard let end = find(Array("\r\n\r\n".utf8)) else {
                guard buffer.count <= Self.headerLimit else { throw Self.malformed("a part's headers are too long") }
                return false
            }
            events.append(try Self.part(buffer[..<end]))
            buffer.removeFirst(end + 4)
            state = .content
        case .content:
            guard let end = find(delimiter) else {
                let sure = buffer.count - delimiter.count
                if sure > 0 {
                    events.append(.data(Array(buffer[..<sure])))
                    buffer.removeFirst(sure)
                }
                return false
            }
            if end > 0 { events.append(.data(Array(buffer[..<end]))) }
            events.append(.partEnd)
            buffer.removeFirst(end + delimiter.count)
            state = .afterDelimiter
        case .done:
            buffer = []
            return false
        }
        return true
    }

    private func find(_ needle: [UInt8]) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var offset = 0
            while offset + needle.count <= bytes.count,
                let first = memchr(start + offset, Int32(needle[0]), bytes.count - offset - needle.count + 1)
            {
                offset = UnsafeRawPointer(first) - start
                if memcmp(first, needle, needle.count) == 0 { return offset }
                offset += 1
            }
            return nil
        }
    }

    // MARK: Headers

    private static func part(_ bytes: ArraySlice<UInt8>) throws(Problem) -> Event {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw malformed("a part's headers are not UTF-8")
        }
        var disposition: [(name: String, value: String)] = []
        var type = "text/plain"
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw malformed("a part has a line that is not a header")
            }
            let fields = fields(of: String(line[line.index(after: colon)...]))
            switch line[..<colon].lowercased() {
            case "content-disposition": disposition = fields
            case "content-type": type = fields.first?.value.lowercased() ?? type
            default: break
            }
        }
        guard disposition.first?.value.lowercased() == "form-data",
            let name = disposition.first(where: { $0.name == "name" })?.value
        else { throw malformed("a part has no name") }
        // Browsers and curl escape quotes (WHATWG HTML, multipart/form-data encoding).
        let filename = disposition.first { $0.name == "filename" }?.value
            .replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
        return .part(name: name, filename: filename, type: type)
    }

    /// Parses a header such as `form-data; name="file"; filename="a.png"` into its value, which has an empty name, and
    /// its parameters.
    private static func fields(of header: String) -> [(name: String, value: String)] {
        var pieces = [""]
        var isQuoted = false
        var isEscaped = false
        for character in header {
            if isEscaped || (character != ";" && character != "\"" && character != "\\")
                || (isQuoted && character == ";")
            {
                pieces[pieces.count - 1].append(character)
                isEscaped = false
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == "\\" {
                isEscaped = true
            } else {
                pieces.append("")
            }
        }
        return pieces.enumerated().map { index, piece in
            let text = piece.trimmingSpaces
            guard index > 0, let equals = text.firstIndex(of: "=") else { return ("", text) }
            return (text[..<equals].lowercased(), String(text[text.index(after: equals)...]))
        }
    }

    private static func malformed(_ what: String) -> Problem {
        Problem(.malformedRequest, detail: "The multipart body is not valid: \(what).")
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { String(start[...$0]) } ?? ""
    }
}
