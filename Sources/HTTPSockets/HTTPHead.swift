/// The head of a request, parsed strictly according to RFC 9112. Requests that two parsers could interpret differently
/// are refused, because a proxy in front of the server may use another parser. Header names are in lower case.
package struct HTTPHead: Hashable, Sendable {
    package var method: String
    package var target: String
    package var isHTTP11: Bool
    package var headers: [Field]

    /// A header.
    package struct Field: Hashable, Sendable {
        /// The name in lower case.
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The reason why a head is refused.
    package struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        /// The end of a sentence that begins with "The request head".
        let what: String

        package var description: String { "The request head \(what)." }
    }

    /// The first header with a name, ignoring case.
    package subscript(name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }

    /// The options of all `Connection` headers, in lower case (RFC 9110, 7.6.1).
    package var connectionOptions: Set<Substring> {
        let values = headers.filter { $0.name == "connection" }.map { $0.value.lowercased() }
        return Set(values.joined(separator: ",").split { $0 == "," || $0 == " " || $0 == "\t" })
    }

    package var keepsAlive: Bool {
        isHTTP11 ? !connectionOptions.contains("close") : connectionOptions.contains("keep-alive")
    }

    /// Creates the head of a request inside the process.
    package init(method: String, target: String, headers: [Field]) {
        self.method = method
        self.target = target
        isHTTP11 = true
        self.headers = headers
    }

    /// Parses a head without the empty line at its end and the line break before it.
    ///
    /// - Parameter single: The names in lower case of headers that must not be repeated, in addition to those of HTTP.
    package init(_ bytes: some Collection<UInt8>, single: [String] = []) throws(Malformed) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        for index in lines.indices.dropLast() {
            guard lines[index].popLast() == UInt8(ascii: "\r") else { throw Self.malformed("has a line without CR LF") }
        }
        let request = lines.removeFirst().split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard request.count == 3, !request[0].isEmpty, request[0].allSatisfy({ (0x41...0x5A).contains($0) }),
            request[1].first == UInt8(ascii: "/"), request[1].allSatisfy({ (0x21...0x7E).contains($0) }),
            request[2].elementsEqual("HTTP/1.1".utf8) || request[2].elementsEqual("HTTP/1.0".utf8)
        else { throw Self.malformed("does not begin with an HTTP/1.1 request line") }
        method = String(decoding: request[0], as: UTF8.self)
        target = String(decoding: request[1], as: UTF8.self)
        isHTTP11 = request[2].last == UInt8(ascii: "1")
        headers = []
        for line in lines {
            guard let field = Field(line) else { throw Self.malformed("has a line that is not a header") }
            headers.append(field)
        }
        for name in Self.singleHeaders + single where headers.count(where: { $0.name == name }) > 1 {
            throw Self.malformed("repeats a header that is allowed only once")
        }
        guard let host = self["host"] else {
            if isHTTP11 { throw Self.malformed("has no Host, which HTTP/1.1 requires") }
            return
        }
        guard host.utf8.allSatisfy(Self.isHostByte) else { throw Self.malformed("has an invalid Host") }
    }

    /// Headers that must not be repeated, because a proxy might use the other one.
    private static let singleHeaders = ["content-length", "transfer-encoding", "host", "authorization"]

    private static func malformed(_ what: String) -> Malformed { Malformed(what: what) }

    /// Whether a byte can occur in a host name, an address or a port (RFC 3986, 3.2.2).
    private static func isHostByte(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#/<>?@\\^`{|}".utf8.contains(byte)
    }

    /// How the end of the body is determined.
    package enum Framing: Hashable, Sendable {
        case length(Int)
        case chunked
    }

    package func framing() throws(Malformed) -> Framing {
        if let coding = self["transfer-encoding"] {
            guard isHTTP11, coding.lowercased() == "chunked", self["content-length"] == nil else {
                throw Self.malformed("has a Transfer-Encoding that is unsupported or comes with a Content-Length")
            }
            return .chunked
        }
        guard let text = self["content-length"] else { return .length(0) }
        guard let length = Int(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw Self.malformed("has a Content-Length that is not a number")
        }
        return .length(length)
    }
}

extension HTTPHead.Field {
    /// Parses a header or trailer line without its line break. Nil if it is invalid: a folded line, a space before the
    /// colon, a control character, or not UTF-8.
    init?(_ line: [UInt8]) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            line[..<colon].allSatisfy(Self.isTokenByte),
            line[colon...].allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }),
            let text = String(validating: line[(colon + 1)...], as: UTF8.self)
        else { return nil }
        let start = text.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        value = end.map { String(start[...$0]) } ?? ""
    }

    /// Whether a byte can occur in a token (RFC 9110, 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
