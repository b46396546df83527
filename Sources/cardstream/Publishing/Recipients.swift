import Basics
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedTransport

/// To whom cards go, where a publisher may not know: no user was named, or the server does not know the name.
struct Recipients {
    /// Whom the requests name, each once, in their order.
    let users: [String]

    /// Users that are looked up before cards are sent.
    static let mostAsked = 20
    /// Users of the server that are named in a message.
    private static let mostNamed = 5
    /// For one question; a server that does not answer it in time may still take cards.
    private static let limits = HTTPLimits(
        maxResponseBytes: 4 << 20, connectTimeout: .seconds(5), totalTimeout: .seconds(5))

    init(_ requests: [PublishRequest]) {
        var seen: Set<String> = []
        users = requests.lazy.flatMap(\.users).map(\.rawValue).filter { seen.insert($0).inserted }
    }

    /// A sentence on users that the server has not had a card for; nil where it knows all, or does not tell.
    func unknown(to caller: FeedHTTPClient) -> String? {
        let asked = Array(users.prefix(Self.mostAsked))
        return try? runBlocking {
            var new: [String] = []
            for user in asked where try await !Self.isKnown(user, to: caller) { new.append(user) }
            guard !new.isEmpty else { return nil }
            return Self.words(new: new, known: try await Self.names(AdminQuery(limit: 100), of: caller))
        }
    }

    /// Asks for the one user that comes right after a text just below the name: the list may be long.
    private static func isKnown(_ user: String, to caller: FeedHTTPClient) async throws -> Bool {
        var before = String.UnicodeScalarView(user.unicodeScalars.dropLast())
        if let last = user.unicodeScalars.last, last.value > 0, let lower = Unicode.Scalar(last.value - 1) {
            before += [lower, "\u{10FFFF}"]
        }
        let after = String(before)
        let query = AdminQuery(after: after.isEmpty ? nil : after, limit: 1)
        return try await names(query, of: caller).first == user
    }

    private static func names(_ query: AdminQuery, of caller: FeedHTTPClient) async throws -> [String] {
        try await caller.lines(.users(query), limits: limits).compactMap { try? JSONParser.parse($0)["user"]?.string }
    }

    /// Invisible characters are escaped: with them a name looks like another one.
    private static func shown(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isUnprintable {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// - Parameters:
    ///   - new: users that the server does not know; at least one.
    ///   - known: some that it knows.
    static func words(new: [String], known: [String]) -> String {
        func list(_ names: [String]) -> String {
            let named = names.prefix(mostNamed).map { shown(String($0.prefix(100))) }.joined(separator: ", ")
            return names.count > mostNamed ? named + ", …" : named
        }
        let subject = new.count == 1 ? "user \(list(new)) is" : "users \(list(new)) are"
        guard !known.isEmpty else { return "\(subject) new to this server, which knows no user yet" }
        let guess = new.count == 1 ? Spelling.nearest(to: new[0], among: known) : nil
        let others = guess.map { "did you mean \"\(shown($0))\"?" } ?? "known: \(list(known))"
        return "\(subject) new to this server; \(others)"
    }
}
