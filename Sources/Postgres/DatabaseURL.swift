/// The parts of a `postgres://` URL that libpq uses as the address, according to libpq's rules.
///
/// If a password is not percent-encoded, the parts are split in the wrong places. libpq then uses a piece of the
/// password as a host or a port, and shows it in its errors.
enum DatabaseURL {
    /// Whether libpq would find an invalid host or port in the URL. False for `name=value` pairs.
    static func isMisread(_ text: String) -> Bool {
        guard let scheme = text.firstRange(of: "://"), ["postgres", "postgresql"].contains(text[..<scheme.lowerBound])
        else { return false }
        var rest = text[scheme.upperBound...]
        // The user name and password end at the first "@", if it comes before the first "/".
        let end = rest.firstIndex { $0 == "@" || $0 == "/" }
        var user: Substring?
        if let end, rest[end] == "@" {
            user = rest[..<end]
            rest = rest[rest.index(after: end)...]
        }
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        if place.contains("@") || place.split(separator: ",").contains(where: hasWrongPort) { return true }
        // In "user:123/secret@host", libpq finds the port 123, and in "user:a@1/secret@host", the host 1.
        let database = rest.dropFirst(place.count).prefix { $0 != "?" }
        return database.contains("@") && (user ?? place).contains(":")
    }

    private static func hasWrongPort(_ place: Substring) -> Bool {
        // An IPv6 address contains colons and is in brackets.
        let end = place.first == "[" ? place.firstIndex(of: "]").map { place[$0...] } ?? place : place
        guard let colon = end.firstIndex(of: ":") else { return false }
        return !end[end.index(after: colon)...].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
