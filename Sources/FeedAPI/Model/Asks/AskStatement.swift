public import Cards

/// What a server signs about a settled ask: how it ended, who answered what to which card, and when.
///
/// JSON: `{"ask","env","stream","created","deadline","digest"?,"outcome","button"?,"values"?,"by"?,"at"?,"receivedAt"?,
/// "byTimeout"?,"reason"?,"settled","votes":[…]}`, each member as in the ask itself.
public enum AskStatement {
    /// The members of an ask that are not signed: what it looks like now, or what follows from the digest.
    private static let unsigned: Set<String> = ["cards", "title", "signature"]

    /// The statement about a settled ask without the environment, which only the server knows.
    ///
    /// - Returns: Nil for an open ask.
    public static func json(of ask: Ask) -> JSONObject? {
        guard ask.settlement != nil, case .object(let object)? = try? JSONParser.parse(FeedCoder.encode(ask)) else {
            return nil
        }
        var statement = JSONObject()
        for (key, value) in object.members where !unsigned.contains(key) {
            statement[key == "id" ? "ask" : key] = value
        }
        return statement
    }

    /// The canonical bytes that a server signs; nil for an open ask.
    public static func payload(of ask: Ask, in environment: EnvironmentID) -> [UInt8]? {
        guard var statement = json(of: ask) else { return nil }
        statement["env"] = .string(environment.rawValue)
        return CanonicalJSON.bytes(.object(statement))
    }

    /// The members of an ask that differ from a signed statement, in alphabetical order; empty if they agree.
    public static func differences(between ask: Ask, and statement: JSONObject) -> [String] {
        var (own, signed) = (json(of: ask) ?? [:], statement)
        signed["env"] = nil
        let names = Set(own.members.map(\.key)).union(signed.members.map(\.key))
        own["env"] = nil
        return names.filter { name in
            own[name].map(CanonicalJSON.bytes) != signed[name].map(CanonicalJSON.bytes)
        }.sorted()
    }
}
