package import Cards

/// What a server signs about a settled ask: how it ended, who answered what to which card, and when.
///
/// JSON: `{"ask","env","stream","title"?,"created","deadline","digest"?,"outcome","button"?,"values"?,"by"?,"at"?,"receivedAt"?,
/// "byTimeout"?,"reason"?,"settled","votes":[…]}`, each member as in the ask itself.
package enum AskStatement {
    /// The members of an ask that are not signed: what its cards look like now, and the signature.
    private static let unsigned: Set<String> = ["cards", "signature"]

    /// The statement about a settled ask without the environment, which only the server knows.
    ///
    /// - Returns: Nil for an open ask.
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

    /// The canonical bytes that a server signs; nil for an open ask.
    package static func payload(of ask: Ask, in environment: EnvironmentID) -> [UInt8]? {
        guard var statement = json(of: ask) else { return nil }
        statement["env"] = .string(environment.rawValue)
        return CanonicalJSON.bytes(.object(statement))
    }

    /// The members of an ask that differ from a signed statement, in alphabetical order; empty if they agree.
    ///
    /// - Parameters:
    ///   - ask: An ask as it was printed, with all its members: some repeat what a vote says, and programs read these.
    ///   - statement: The payload of its signature.
    package static func differences(between ask: JSONObject, and statement: JSONObject) -> [String] {
        var (own, signed) = (self.statement(of: ask), statement)
        (own["env"], signed["env"]) = (nil, nil)
        // Servers once signed no title.
        if signed["title"] == nil { own["title"] = nil }
        let names = Set(own.members.map(\.key)).union(signed.members.map(\.key))
        return names.filter { name in
            own[name].map(CanonicalJSON.bytes) != signed[name].map(CanonicalJSON.bytes)
        }.sorted()
    }
}
