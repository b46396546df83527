/// The parts of a `postgres://` URL that libpq takes for the address, by its rules.
///
/// A password that is not percent-encoded moves their borders: libpq then looks for a host or a port that is a piece of the
/// password, and names it in its errors.
enum DatabaseURL {
    /// Whether the URL, as libpq reads it, has a host or a port that cannot be one. False for `name=value` pairs.
    static func isMisread(_ text: String) -> Bool {
        guard let scheme = text.firstRange(of: "://"), ["postgres", "postgresql"].contains(text[..<scheme.lowerBound])
        else { return false }
        var rest = text[scheme.upperBound...]
        // A user and a password end at the first "@", if that comes before the first "/".
        let end = rest.firstIndex { $0 == "@" || $0 == "/" }
        var user: Substring?
        if let end, rest[end] == "@" {
            user = rest[..<end]
            rest = rest[rest.index(after: end)...]
        }
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        if place.contains("@") || place.split(separator: ",").contains(where: hasWrongPort) { return true }
        // "user:123/secret@host" has the port 123, and "user:a@1/secret@host" the host 1.
        let database = rest.dropFirst(place.count).prefix { $0 != "?" }
        return database.contains("@") && (user ?? place).contains(":")
    }

    private static func hasWrongPort(_ place: Substring) -> Bool {
        // An address of IPv6 has colons, in brackets.
        let end = place.first == "[" ? place.firstIndex(of: "]").map { place[$0...] } ?? place : place
        guard let colon = end.firstIndex(of: ":") else { return false }
        return !end[end.index(after: colon)...].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
