import Cards

/// Asks and their answers.
extension FeedCoder {
    // MARK: Requests

    package static func encode(_ request: AskRequest) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 + request.body.count)
        writer.object { writer in
            writer.member("stream", request.streamID.rawValue)
            writer.member("users", request.users.map(\.rawValue))
            writer.member("key", ifPresent: request.key?.rawValue)
            writer.member("timeout", "\(request.timeout)s")
            switch request.quorum {
            case .count(let count): writer.member("quorum", count)
            case .majority: writer.member("quorum", "majority")
            case .all: writer.member("quorum", "all")
            case nil: break
            }
            if request.hasVeto { writer.member("veto", true) }
            if !request.excluded.isEmpty { writer.member("not", request.excluded.map(\.rawValue)) }
            if !request.steps.isEmpty {
                writer.key("escalate")
                writer.array { writer in
                    for step in request.steps {
                        writer.object { writer in
                            writer.member("after", "\(step.after)s")
                            writer.member("users", step.users.map(\.rawValue))
                        }
                    }
                }
            }
            writer.member("onTimeout", ifPresent: request.onTimeout)
            if request.isSigned { writer.member("signed", true) }
            if request.allowsUndo { writer.member("undo", true) }
            if request.isDetached { writer.member("detached", true) }
            writer.key("card")
            writer.raw(request.body)
        }
        return writer.bytes
    }

    /// Decodes a request and checks everything except the card, which the server validates. Each user is kept only in
    /// the earliest step that names the user. Excluded users are removed. Steps are sorted by time.
    package static func decodeAskRequest(_ bytes: [UInt8]) throws(Problem) -> AskRequest {
        let (object, card) = try envelope(bytes)
        // A misspelled "not", "veto" or "quorum" must be an error: if it were ignored, an answer could settle the
        // question against the asker's intention.
        try object.allowOnly(askMembers)
        let excluded = try object.optionalIDs("not", UserID.self) ?? []
        var seen = Set(excluded)
        let users = try object.ids("users", UserID.self).filter { seen.insert($0).inserted }
        guard !users.isEmpty else { throw object.failure("users", expected: "at least one user who is not excluded") }
        var request = AskRequest(
            streamID: try object.id("stream"), users: users, body: card.bytes, key: try object.optionalID("key"))
        request.excluded = excluded
        request.timeout = try seconds("timeout", of: object) ?? AskRequest.defaultTimeout
        request.quorum = try quorum(of: object)
        request.hasVeto = try object.optionalBool("veto") ?? false
        request.onTimeout = try object.optionalString("onTimeout")
        request.isSigned = try object.optionalBool("signed") ?? false
        request.allowsUndo = try object.optionalBool("undo") ?? false
        request.isDetached = try object.optionalBool("detached") ?? false
        request.steps = try steps(of: object, before: request.timeout)
        for index in request.steps.indices { request.steps[index].users.removeAll { !seen.insert($0).inserted } }
        request.steps.removeAll(where: \.users.isEmpty)
        let count = request.users.count + request.steps.reduce(0) { $0 + $1.users.count }
        guard count <= AskRequest.mostUsers else {
            throw object.failure(
                "users", expected: "at most \(AskRequest.mostUsers) users, including the users of \"escalate\"")
        }
        // The number of users in groups is not known here.
        if case .count(let needed)? = request.quorum, needed > count, !request.namesGroups {
            throw object.failure("quorum", expected: "at most \(count), the number of users")
        }
        return request
    }

    private static let askMembers = [
        "stream", "users", "card", "key", "timeout", "quorum", "veto", "not", "escalate", "onTimeout", "signed", "undo",
        "detached",
    ]

    private static func steps(of object: WireObject, before timeout: Int) throws(Problem) -> [AskRequest.Step] {
        var steps: [AskRequest.Step] = []
        for (index, slice) in try (object.optionalElements("escalate") ?? []).enumerated() {
            let item = try WireObject(slice, pointer: object.pointer("escalate/\(index)"))
            try item.allowOnly(["after", "users"])
            guard let after = try seconds("after", of: item), after < timeout else {
                throw item.failure("after", expected: "a duration shorter than the timeout, such as 5m")
            }
            steps.append(AskRequest.Step(after: after, users: try item.ids("users")))
        }
        return steps.sorted { $0.after < $1.after }
    }

    private static func seconds(_ key: String, of object: WireObject) throws(Problem) -> Int? {
        guard let text = try object.optionalString(key) else { return nil }
        guard let seconds = CardDuration.seconds(text).map({ $0.rounded() }),
            let whole = Int(exactly: seconds), AskRequest.allowedTimeout.contains(whole)
        else { throw object.failure(key, expected: "a duration from 1s to 30d, such as 10m") }
        return whole
    }

    private static func quorum(of object: WireObject) throws(Problem) -> AskQuorum? {
        guard let slice = object.optional("quorum") else { return nil }
        // A value of another type becomes an empty text, which is no quorum: the error below says what is expected.
        let text = (try? slice.string()) ?? (try? slice.int()).map(String.init) ?? ""
        guard let quorum = AskQuorum(text) else { throw object.failure("quorum", expected: AskQuorum.expected) }
        return quorum
    }

    // MARK: Responses

    package static func encode(_ ask: Ask) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512)
        write(ask, to: &writer)
        return writer.bytes
    }

    /// `{"asks":[…]}`
    package static func encode(_ asks: [Ask]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512 * asks.count + 32)
        writer.object { writer in
            writer.key("asks")
            writer.array { writer in for ask in asks { write(ask, to: &writer) } }
        }
        return writer.bytes
    }

    private static func write(_ ask: Ask, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", ask.id.rawValue)
            writer.member("stream", ask.streamID.rawValue)
            writer.member("title", ifPresent: ask.title)
            writer.member("created", ask.createdAt)
            writer.member("deadline", ask.deadline)
            writer.member("digest", ifPresent: ask.digest?.text)
            if ask.isSigned { writer.member("signed", true) }
            if let settlement = ask.settlement { write(settlement, to: &writer) }
            writer.member("signature", ifPresent: ask.signature)
            if ask.isUnattended { writer.member("unattended", true) }
            writer.key("votes")
            writer.array { writer in for vote in ask.votes { write(vote, to: &writer) } }
            writer.key("cards")
            writer.array { writer in
                for card in ask.cards {
                    writer.object { writer in
                        writer.member("id", card.id.rawValue)
                        writer.member("user", card.user.rawValue)
                        writer.member("status", card.status.rawValue)
                        if card.isTold { writer.member("told", true) }
                        if let seen = card.seenAt { writer.member("seen", seen) }
                    }
                }
            }
        }
    }

    /// Writes the members for the result of an ask.
    private static func write(_ settlement: Ask.Settlement, to writer: inout JSONWriter) {
        writer.member("outcome", settlement.outcome.rawValue)
        writer.member("button", ifPresent: settlement.button)
        if let vote = settlement.vote {
            writer.member("values", .object(vote.values))
            writer.member("by", vote.user.rawValue)
            writer.member("at", vote.at)
            writer.member("receivedAt", vote.receivedAt)
        }
        if settlement.timeoutButton != nil { writer.member("byTimeout", true) }
        writer.member("reason", ifPresent: settlement.reason?.rawValue)
        writer.member("settled", settlement.at)
    }

    private static func write(_ vote: Ask.Vote, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("user", vote.user.rawValue)
            writer.member("card", vote.cardID.rawValue)
            writer.member("button", vote.button)
            writer.member("outcome", (vote.isPositive ? AskOutcome.accept : .decline).rawValue)
            writer.member("values", .object(vote.values))
            writer.member("at", vote.at)
            writer.member("receivedAt", vote.receivedAt)
            writer.member("digest", ifPresent: vote.proof?.digest.text)
            writer.member("signature", ifPresent: vote.proof?.signature)
        }
    }

    package static func decodeAsk(_ bytes: [UInt8]) throws(Problem) -> Ask { try ask(WireObject(document: bytes)) }

    package static func decodeAsks(_ bytes: [UInt8]) throws(Problem) -> [Ask] {
        var asks: [Ask] = []
        for (index, slice) in try WireObject(document: bytes).elements("asks").enumerated() {
            asks.append(try ask(WireObject(slice, pointer: "/asks/\(index)")))
        }
        return asks
    }

    private static func ask(_ object: WireObject) throws(Problem) -> Ask {
        var ask = Ask(
            id: try object.id("id"), streamID: try object.id("stream"), title: try object.optionalString("title"),
            createdAt: try object.time("created"), deadline: try object.time("deadline"),
            digest: try digest(of: object),
            votes: try votes(of: object, isStored: false))
        for (index, slice) in try object.elements("cards").enumerated() {
            let card = try WireObject(slice, pointer: object.pointer("cards/\(index)"))
            ask.cards.append(
                Ask.Card(
                    id: try card.id("id"), user: try card.id("user"), status: try card.choice("status"),
                    isTold: try card.optionalBool("told") ?? false, seenAt: try card.optionalTime("seen")))
        }
        ask.settlement = try settlement(object, votes: ask.votes)
        ask.signature = try object.optionalString("signature")
        ask.isSigned = try object.optionalBool("signed") ?? false
        ask.isUnattended = try object.optionalBool("unattended") ?? false
        return ask
    }

    /// - Parameter votes: The votes of the ask, among which the deciding vote is looked up.
    private static func settlement(_ object: WireObject, votes: [Ask.Vote]) throws(Problem) -> Ask.Settlement? {
        guard let outcome: AskOutcome = try object.optionalChoice("outcome") else { return nil }
        let decider: UserID? = try object.optionalID("by")
        let isByTimeout = try object.optionalBool("byTimeout") ?? false
        return Ask.Settlement(
            outcome, vote: votes.first { $0.user == decider },
            timeoutButton: isByTimeout ? try object.optionalString("button") : nil,
            reason: try object.optionalChoice("reason"), at: try object.time("settled"))
    }

    private static func votes(of object: WireObject, isStored: Bool) throws(Problem) -> [Ask.Vote] {
        var votes: [Ask.Vote] = []
        for (index, slice) in try object.elements("votes").enumerated() {
            let vote = try WireObject(slice, pointer: object.pointer("votes/\(index)"), isStored: isStored)
            let outcome: AskOutcome = try vote.choice("outcome")
            votes.append(
                Ask.Vote(
                    user: try vote.id("user"), cardID: try vote.id("card"), button: try vote.string("button"),
                    isPositive: outcome == .accept, values: try vote.optionalObject("values") ?? [:],
                    at: try vote.time("at"), receivedAt: try vote.time("receivedAt"),
                    proof: try proof(vote)))
        }
        return votes
    }

    // MARK: Storage

    package static func encode(_ state: AskState) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512)
        writer.object { writer in
            writer.member("digest", ifPresent: state.digest?.text)
            writer.key("people")
            writer.array { writer in
                for person in state.people {
                    writer.object { writer in
                        writer.member("card", person.card.rawValue)
                        writer.member("user", person.user.rawValue)
                        if person.isTold { writer.member("told", true) }
                    }
                }
            }
            writer.key("steps")
            writer.array { writer in
                for step in state.steps {
                    writer.object { writer in
                        writer.member("after", step.after)
                        writer.member("users", step.count)
                    }
                }
            }
            writer.member("asked", state.askedCount)
            if state.isUnattended { writer.member("unattended", true) }
            writer.key("votes")
            writer.array { writer in for vote in state.votes { write(vote, to: &writer) } }
            if let settlement = state.settlement { write(settlement, to: &writer) }
            writer.member("signature", ifPresent: state.signature)
        }
        return writer.bytes
    }

    package static func decodeStoredAskState(_ bytes: [UInt8]) throws(Problem) -> AskState {
        let object = try WireObject(document: bytes, isStored: true)
        var state = AskState(
            digest: try digest(of: object), askedCount: try object.int("asked"),
            votes: try votes(of: object, isStored: true))
        for (index, slice) in try object.elements("people").enumerated() {
            let person = try WireObject(slice, pointer: object.pointer("people/\(index)"), isStored: true)
            state.people.append(AskState.Person(card: try person.id("card"), user: try person.id("user")))
            state.people[index].isTold = try person.optionalBool("told") ?? false
        }
        for (index, slice) in try (object.optionalElements("steps") ?? []).enumerated() {
            let step = try WireObject(slice, pointer: object.pointer("steps/\(index)"), isStored: true)
            state.steps.append(AskState.Step(after: try step.int("after"), count: try step.int("users")))
        }
        state.settlement = try settlement(object, votes: state.votes)
        state.signature = try object.optionalString("signature")
        state.isUnattended = try object.optionalBool("unattended") ?? false
        return state
    }
}

extension FeedCoder {
    private static func digest(of object: WireObject) throws(Problem) -> CardDigest? {
        guard let text = try object.optionalString("digest") else { return nil }
        guard let digest = CardDigest(text) else { throw object.failure("digest", expected: CardDigest.expected) }
        return digest
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ key: String, _ strings: [String]) {
        self.key(key)
        array { writer in for string in strings { writer.string(string) } }
    }
}
