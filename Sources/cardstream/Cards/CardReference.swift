internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// A card named on the command line: by its id, or by the beginning of its id.
enum CardReference {
    /// The minimum length of the beginning of an id. Shorter texts are only compared with whole ids, because they would
    /// often be ambiguous.
    static let shortest = 4
    /// The length of the ids that servers generate. A text with at least this length is a whole id.
    static let wholeLength = 36
    /// The maximum number of candidates in a message.
    static let maxNamed = 5
    /// The maximum number of ids to request. This is enough to detect that an id is ambiguous.
    private static let maxCompared = 1000

    static func mayBeBeginning(_ text: String) -> Bool { (shortest..<wholeLength).contains(text.count) }

    /// Whether a text names a card: by its id, or by the beginning of it.
    static func matches(_ text: String, _ id: String) -> Bool {
        id == text || (mayBeBeginning(text) && id.hasPrefix(text))
    }

    /// What to say of an id that names nothing and is too short to be the beginning of one; nil for longer ones.
    ///
    /// - Parameter what: What is looked for, such as "question".
    static func tooShort(_ text: String, _ what: String) -> CommandFailure? {
        guard text.count < shortest else { return nil }
        return CommandFailure(
            .nothingMatched,
            "no \(what) has the id \"\(text.escapingControls)\"; the beginning of an id needs at least \(shortest) characters"
        )
    }

    /// - Parameter candidates: Ids with this beginning, at least two.
    static func ambiguous(_ text: String, _ candidates: [String]) -> CommandFailure {
        let named = candidates.prefix(maxNamed).joined(separator: ", ")
        let all = candidates.count > maxNamed ? "\(named), …" : named
        return CommandFailure(
            .usage,
            "\"\(text.escapingControls)\" matches several ids: \(all.escapingControls); type more of the id")
    }

    /// The id in a list that a text names: the identical id, or the only id with this beginning. Nil if there is none.
    ///
    /// - Throws: ``CommandFailure`` if several ids have this beginning.
    static func id<ID: Identifier>(_ text: String, among ids: [ID]) throws(CommandFailure) -> ID? {
        let found = ids.filter { matches(text, $0.rawValue) }
        if let whole = found.first(where: { $0.rawValue == text }) { return whole }
        guard found.count < 2 else { throw ambiguous(text, found.map(\.rawValue)) }
        return found.first
    }

    /// The id of a publisher's card. Without a match it is the text itself, which the server then refuses.
    ///
    /// - Throws: ``CommandFailure`` if several ids have this beginning, and the errors of the server.
    static func card(_ text: String, of caller: FeedHTTPClient) async throws -> CardID {
        let whole = try CardID(argument: text, "the id")
        guard mayBeBeginning(text) else { return whole }
        let lines = try await caller.lines(.cards(AdminQuery(beginning: text, limit: maxCompared)))
        let found = try lines.compactMap { try JSONParser.parse($0)["id"]?.string }
        return try id(text, among: found.map { id throws(CommandFailure) in try CardID(argument: id, "the id") })
            ?? whole
    }
}
