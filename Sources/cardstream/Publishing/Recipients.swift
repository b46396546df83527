internal import AppRuntime
import Basics
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedTransport

/// The users that receive cards, and messages about users that are new to the server.
struct Recipients {
    /// The named users without duplicates, in order.
    let users: [String]

    /// The maximum number of users checked before publishing.
    static let maxChecked = 20
    /// The maximum number of the server's users that one request lists.
    private static let maxListed = 100
    /// The maximum number of the server's users in a message.
    static let maxNamed = 5
    /// The limits of one request; a server that does not answer it in time may still accept cards.
    private static let limits = HTTPLimits(
        maxResponseBytes: 4 << 20, connectTimeout: .seconds(5), totalTimeout: .seconds(5))

    init(_ requests: [PublishRequest]) { self.init(users: requests.lazy.flatMap(\.users)) }

    init(users: some Sequence<UserID>) {
        self.users = Self.once(users.map(\.rawValue))
    }

    /// The names without duplicates, in order. Several cards may be for the same user.
    private static func once(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// A message about users that the server reported as new in its response to the publish request; nil if there are
    /// none. Requests the server's users, to suggest a similar name.
    func message(new: [UserID], at caller: FeedHTTPClient, own setup: Setup) -> String? {
        let names = new.map(\.rawValue)
        guard setup.config.server != nil else { return Self.message(newToOwnFeed: names, of: setup.config.user) }
        guard !new.isEmpty else { return nil }
        // Without a response, the message has no suggestion.
        let known =
            (try? runBlocking { try await Self.list(AdminQuery(limit: Self.maxListed), from: caller) })?.known ?? []
        return Self.message(new: names, known: known)
    }

    /// A message, shown before publishing, about users that are new to a server that has other users. Nil if there are
    /// none, or if the server does not respond, because publishing must not depend on it.
    func unknown(to caller: FeedHTTPClient, own setup: Setup, until signals: Signals? = nil) throws -> String? {
        let owner = setup.config.server == nil ? setup.config.user : nil
        // The owner of the profile's own feed needs no check: the name is known, and most cards of the feed are for the
        // owner.
        let asked = users.filter { $0 != owner?.rawValue }.prefix(Self.maxChecked)
        guard !asked.isEmpty else { return nil }
        return try InterruptibleWork.hint(until: signals) { () -> String? in
            let (known, isWhole) = try await Self.list(AdminQuery(limit: Self.maxListed), from: caller)
            var new: [String] = []
            for user in asked where !known.contains(user) {
                // Most servers have few users, so that one request lists all of them.
                if isWhole { new.append(user) } else if try await !Self.isKnown(user, to: caller) { new.append(user) }
            }
            guard !new.isEmpty else { return nil }
            if let owner { return Self.message(newToOwnFeed: new, of: owner) }
            // Without other users no name can be mistaken for another.
            return known.isEmpty ? nil : Self.message(new: new, known: known)
        } ?? nil
    }

    /// A message about users of a profile's own feed; nil if only its owner is new. Only the flag --user adds cards for
    /// other users to this feed, and no viewer of the profile shows them.
    static func message(newToOwnFeed new: [String], of owner: UserID) -> String? {
        let others = once(new.filter { $0 != owner.rawValue })
        guard let first = others.first else { return nil }
        let subject = others.count == 1 ? "user \(shown(first)) is" : "\(others.count) users are"
        return "\(subject) new to this feed: the viewer of this profile shows only the cards of user \(owner)"
    }

    /// Whether the server knows a user. Requests only the first user after a text that sorts just before the name,
    /// because the list may be long. Lines that cannot be parsed are skipped.
    private static func isKnown(_ user: String, to caller: FeedHTTPClient) async throws -> Bool {
        var before = String.UnicodeScalarView(user.unicodeScalars.dropLast())
        if let last = user.unicodeScalars.last, last.value > 0, let lower = Unicode.Scalar(last.value - 1) {
            before += [lower, "\u{10FFFF}"]
        }
        let after = String(before)
        let query = AdminQuery(after: after.isEmpty ? nil : after, limit: 1)
        return try await list(query, from: caller).known.first == user
    }

    /// The users on one page of the server's list, without those that the server marks as new, and whether the list
    /// ends there.
    private static func list(
        _ query: AdminQuery, from caller: FeedHTTPClient
    ) async throws -> (known: [String], isWhole: Bool) {
        let lines = try await caller.lines(.users(query), limits: limits)
        let known = lines.compactMap { line -> String? in
            // The names only make the warning more helpful, so lines that cannot be read are skipped.
            guard let user = try? JSONParser.parse(line), user["new"]?.bool != true else { return nil }
            return user["user"]?.string
        }
        return (known, lines.count < query.limit ?? 0)
    }

    /// The name with escaped invisible characters, because these make different names look alike.
    private static func shown(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isUnprintable {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Quotes a name with spaces or commas, which would look like several names in a list.
    private static func quoted(_ name: String) -> String {
        name.contains { $0.isWhitespace || $0 == "," } ? "\"\(name)\"" : name
    }

    /// - Parameters:
    ///   - new: Users unknown to the server; at least one.
    ///   - known: Some users that it knows.
    static func message(new: [String], known: [String]) -> String {
        let new = once(new)
        func list(_ names: [String]) -> String {
            let named = names.prefix(maxNamed).map { quoted(shown(String($0.prefix(100)))) }.joined(separator: ", ")
            return names.count > maxNamed ? named + ", …" : named
        }
        let subject = new.count == 1 ? "user \(list(new)) is" : "users \(list(new)) are"
        guard !known.isEmpty else { return "\(subject) new to this server, which has no users yet" }
        let guess = new.count == 1 ? Spelling.nearest(to: new[0], among: known) : nil
        let others = guess.map { "did you mean \"\(shown($0))\"?" } ?? "known: \(list(known))"
        return "\(subject) new to this server; \(others)"
    }
}
