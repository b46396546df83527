import Cards

extension FeedCoder {
    // MARK: Making

    package static func encode(_ request: InvitationRequest) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 96)
        writer.object { writer in
            writer.member("user", request.user.rawValue)
            writer.member("expiresIn", request.seconds)
            writer.member("tokenDays", request.tokenDays)
        }
        return writer.bytes
    }

    package static func decodeInvitationRequest(_ bytes: [UInt8]) throws(Problem) -> InvitationRequest {
        let object = try WireObject(document: bytes)
        return InvitationRequest(
            user: try object.id("user"),
            seconds: try number(
                "expiresIn", of: object, in: InvitationRequest.allowedSeconds,
                default: InvitationRequest.defaultSeconds, unit: "seconds"),
            tokenDays: try number(
                "tokenDays", of: object, in: InvitationRequest.allowedTokenDays,
                default: InvitationRequest.defaultTokenDays, unit: "days"))
    }

    private static func number(
        _ key: String, of object: WireObject, in range: ClosedRange<Int>, default standard: Int, unit: String
    ) throws(Problem) -> Int {
        let value = try object.optionalInt(key) ?? standard
        guard range.contains(value) else {
            throw object.failure(key, expected: "a number of \(unit) from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    // MARK: Invitations

    package static func encode(_ invitation: Invitation) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 192)
        write(invitation, to: &writer)
        return writer.bytes
    }

    /// `{"invitations":[…]}`
    package static func encode(_ invitations: [Invitation]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 192 * invitations.count + 32)
        writer.object { writer in
            writer.key("invitations")
            writer.array { writer in for invitation in invitations { write(invitation, to: &writer) } }
        }
        return writer.bytes
    }

    private static func write(_ invitation: Invitation, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", invitation.id.rawValue)
            writer.member("user", invitation.user.rawValue)
            writer.member("created", invitation.createdAt)
            writer.member("expires", invitation.expiresAt)
            writer.member("code", ifPresent: invitation.code?.text)
        }
    }

    package static func decodeInvitation(_ bytes: [UInt8]) throws(Problem) -> Invitation {
        try invitation(WireObject(document: bytes))
    }

    package static func decodeInvitations(_ bytes: [UInt8]) throws(Problem) -> [Invitation] {
        var invitations: [Invitation] = []
        for (index, slice) in try WireObject(document: bytes).elements("invitations").enumerated() {
            invitations.append(try invitation(WireObject(slice, pointer: "/invitations/\(index)")))
        }
        return invitations
    }

    private static func invitation(_ object: WireObject) throws(Problem) -> Invitation {
        Invitation(
            id: try object.id("id"), user: try object.id("user"), createdAt: try object.time("created"),
            expiresAt: try object.time("expires"), code: try object.optionalString("code").flatMap(InvitationCode.init))
    }

    // MARK: Exchanging

    /// `{"code":"…","user"?:"…"}`
    package static func encode(_ exchange: InvitationExchange) -> [UInt8] {
        var object: JSONObject = ["code": .string(exchange.code.text)]
        if let user = exchange.user { object["user"] = .string(user.rawValue) }
        return JSONValue.object(object).encoded()
    }

    /// - Throws: ``Problem`` of type `unknown-invitation` if the text is not a code.
    package static func decodeExchange(_ bytes: [UInt8]) throws(Problem) -> InvitationExchange {
        let object = try WireObject(document: bytes)
        guard let code = InvitationCode(try object.string("code")) else { throw .unknownInvitation }
        return InvitationExchange(code: code, user: try object.optionalID("user"))
    }

    package static func encode(_ grant: InvitationGrant) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512)
        writer.object { writer in
            writer.member("environment", grant.environment.rawValue)
            writer.member("user", grant.user.rawValue)
            writer.member("viewerKey", grant.viewerKey)
            writer.member("token", grant.token)
            writer.member("tokenExpires", grant.tokenExpiresAt)
        }
        return writer.bytes
    }

    /// Decodes a grant. The keys are written to files with one line and to headers, so only visible ASCII characters
    /// are accepted.
    package static func decodeInvitationGrant(_ bytes: [UInt8]) throws(Problem) -> InvitationGrant {
        let object = try WireObject(document: bytes)
        return InvitationGrant(
            environment: try object.id("environment"), user: try object.id("user"),
            viewerKey: try credential("viewerKey", of: object), token: try credential("token", of: object),
            tokenExpiresAt: try object.time("tokenExpires"))
    }

    private static func credential(_ key: String, of object: WireObject) throws(Problem) -> String {
        let text = try object.string(key)
        guard !text.isEmpty, text.utf8.count <= 16_384, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw object.failure(key, expected: "visible ASCII characters")
        }
        return text
    }
}
