package import Cards

/// The statement about a settled ask that a server signs: its result, and which user gave which answer to which card at
/// what time.
///
/// JSON: `{"ask","env","stream","title"?,"created","deadline","digest"?,"outcome","button"?,"values"?,"by"?,"at"?,"receivedAt"?,
/// "byTimeout"?,"reason"?,"settled","votes":[…]}`, each member as in the ask itself.
package enum AskStatement {
    /// The members of an ask that are not signed: the current state of its cards, and the signature.
    private static let unsigned: Set<String> = ["cards", "signature"]

    /// The statement about a settled ask, without the environment, which only the server knows.
    ///
    /// - Returns: The statement; nil for an open ask.
    package static func json(of ask: Ask) -> JSONObject? {
        guard ask.settlement != nil, case .object(let object)? = try? JSONParser.parse(FeedCoder.encode(ask)) else {
            return nil
        }
        return statement(of: object)
    }

    private static func statement(of ask: JSONObject) -> JSONObject {
        var statement = JSONObject()
        for (key, value) in ask.members where !unsigned.contains(key) {
            statement[key == "id" ? "ask" : key] = value
        }
        return statement
    }

    /// The canonical JSON that a server signs; nil for an open ask.
    package static func payload(of ask: Ask, in environment: EnvironmentID) -> [UInt8]? {
        guard var statement = json(of: ask) else { return nil }
        statement["env"] = .string(environment.rawValue)
        return CanonicalJSON.bytes(.object(statement))
    }

    /// The members of an ask that differ from a signed statement, in alphabetical order; empty if there are none.
    ///
    /// - Parameters:
    ///   - ask: An ask as it was printed, with all members. Some repeat a value of a vote, but programs may read them,
    ///     so they are compared too.
    ///   - statement: The payload of its signature.
    package static func differences(between ask: JSONObject, and statement: JSONObject) -> [String] {
        var (own, signed) = (self.statement(of: ask), statement)
        (own["env"], signed["env"]) = (nil, nil)
        // Earlier servers did not sign the title.
        if signed["title"] == nil { own["title"] = nil }
        let names = Set(own.members.map(\.key)).union(signed.members.map(\.key))
        return names.filter { name in
            own[name].map(CanonicalJSON.bytes) != signed[name].map(CanonicalJSON.bytes)
        }.sorted()
    }
}
