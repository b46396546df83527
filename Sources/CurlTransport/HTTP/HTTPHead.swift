/// Parses the status line and headers of an HTTP/1 response, strictly (RFC 9112, 4 and 5): anything that two parsers
/// could interpret differently is rejected.
enum HTTPHead {
    /// Parses the response in `bytes`, which end before the empty line; nil if they are not a valid response.
    static func parse(_ bytes: ArraySlice<UInt8>) -> HTTPResponse? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        // Compares scalars, because CR LF is a single character of a Swift string.
        guard
            text.unicodeScalars.allSatisfy({
                $0 == "\r" || $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F
            })
        else { return nil }
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let status = lines.first.flatMap(parseStatus) else { return nil }
        lines.removeFirst()
        var headers: [HTTPHeader] = []
        for line in lines {
            guard let header = parseHeader(line) else { return nil }
            headers.append(header)
        }
        return HTTPResponse(status: status, headers: headers)
    }

    /// Parses a line such as `HTTP/1.1 101 Switching Protocols`, with any one-digit minor version. The reason may be
    /// missing.
    static func parseStatus(_ line: Substring) -> Int? {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[0].utf8.count == 8,
            let minor = words[0].utf8.last, isDigit(minor), words[1].utf8.count == 3, words[1].utf8.allSatisfy(isDigit),
            let status = Int(words[1]), (100...599).contains(status)
        else { return nil }
        return status
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func parseHeader(_ line: Substring) -> HTTPHeader? {
        guard !line.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" }), let colon = line.firstIndex(of: ":")
        else { return nil }
        let name = line[..<colon]
        guard !name.isEmpty, name.utf8.allSatisfy(HTTPHeader.isTokenByte) else { return nil }
        return HTTPHeader(String(name), trimmed(line[line.index(after: colon)...]))
    }

    /// Removes spaces and tabs at both ends.
    static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
