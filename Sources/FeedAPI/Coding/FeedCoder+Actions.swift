package import CardSources
package import Cards

import struct Foundation.Date

extension FeedCoder {
    package static func encode(_ request: ActionRequest) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object { writer in
            writer.member("key", request.key.rawValue)
            writer.member("stream", request.streamID.rawValue)
            writer.member("card", request.cardID.rawValue)
            writeMembers(of: request.response, to: &writer)
            writer.member("at", request.at)
            writer.member("digest", ifPresent: request.proof?.digest.text)
            writer.member("signature", ifPresent: request.proof?.signature)
        }
        return writer.bytes
    }

    /// Decodes a request. Checks only the syntax; the server checks whether the card offers the action.
    package static func decodeActionRequest(_ bytes: [UInt8]) throws(Problem) -> ActionRequest {
        try actionRequest(WireObject(document: bytes, problem: .badAction))
    }

    /// Decodes a request that was validated before it was stored.
    package static func decodeStoredActionRequest(_ bytes: [UInt8]) throws(Problem) -> ActionRequest {
        try actionRequest(WireObject(document: bytes, problem: .badAction, isStored: true))
    }

    private static func actionRequest(_ object: WireObject) throws(Problem) -> ActionRequest {
        return ActionRequest(
            key: try object.id("key"), streamID: try object.id("stream"), cardID: try object.id("card"),
            response: try response(object), at: try object.time("at"), proof: try proof(object))
    }

    /// The `digest` and `signature` of an answer; nil if it has neither.
    static func proof(_ object: WireObject) throws(Problem) -> AnswerProof? {
        let signature = try object.optionalString("signature")
        if let signature, signature.utf8.count > AnswerProof.longestSignature {
            throw object.failure("signature", expected: "at most \(AnswerProof.longestSignature) bytes")
        }
        guard let text = try object.optionalString("digest") else {
            guard signature == nil else { throw object.failure("digest", expected: CardDigest.expected) }
            return nil
        }
        guard let digest = CardDigest(text) else { throw object.failure("digest", expected: CardDigest.expected) }
        return AnswerProof(digest: digest, signature: signature)
    }

    package static func encode(_ receipt: ActionReceipt) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.object { writer in
            writer.member("key", receipt.key.rawValue)
            writer.member("card", receipt.cardID.rawValue)
            writer.member("status", receipt.status.rawValue)
            writer.member("seq", Int(receipt.sequence))
        }
        return writer.bytes
    }

    package static func decodeActionReceipt(_ bytes: [UInt8]) throws(Problem) -> ActionReceipt {
        try actionReceipt(WireObject(document: bytes))
    }

    /// Decodes a stored receipt.
    package static func decodeStoredActionReceipt(_ bytes: [UInt8]) throws(Problem) -> ActionReceipt {
        try actionReceipt(WireObject(document: bytes, isStored: true))
    }

    private static func actionReceipt(_ object: WireObject) throws(Problem) -> ActionReceipt {
        return ActionReceipt(
            key: try object.id("key"), cardID: try object.id("card"),
            status: try object.choice("status"), sequence: Int64(try object.int("seq")))
    }

    /// Encodes a response alone, for the server's log and the client's outbox.
    package static func encode(_ response: CardResponse) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.object { writeMembers(of: response, to: &$0) }
        return writer.bytes
    }

    static func writeMembers(of response: CardResponse, to writer: inout JSONWriter) {
        switch response {
        case .dismiss:
            writer.member("action", ActionName.dismiss.rawValue)
        case .submit(let buttonName, let values), .reply(let buttonName, let values):
            writer.member("action", response.actionName)
            writer.member("button", buttonName)
            writer.member("values", JSONValue.object(values))
        case .snooze(let until):
            writer.member("action", ActionName.snooze.rawValue)
            writer.member("until", until)
        case .unsnooze:
            writer.member("action", ActionName.unsnooze.rawValue)
        case .voteUp(let message):
            writer.member("action", ActionName.voteUp.rawValue)
            writer.member("message", ifPresent: message)
        case .voteDown(let reason, let message):
            writer.member("action", ActionName.voteDown.rawValue)
            writer.member("reason", reason.rawValue)
            writer.member("message", ifPresent: message)
        }
    }

    static func response(_ object: WireObject) throws(Problem) -> CardResponse {
        switch try object.choice("action", ActionName.self) {
        case .dismiss: .dismiss
        case .submit:
            .submit(buttonName: try object.string("button"), values: try object.optionalObject("values") ?? [:])
        case .reply:
            .reply(buttonName: try object.string("button"), values: try object.optionalObject("values") ?? [:])
        case .snooze: .snooze(until: try object.time("until"))
        case .unsnooze: .unsnooze
        case .voteUp: .voteUp(message: try message(object))
        case .voteDown: .voteDown(reason: try object.choice("reason"), message: try message(object))
        }
    }

    private static func message(_ object: WireObject) throws(Problem) -> String? {
        let message = try object.optionalString("message")
        if let message, message.count > CardResponse.voteMessageLimit {
            throw object.failure("message", expected: "at most \(CardResponse.voteMessageLimit) characters")
        }
        return message
    }

    private enum ActionName: String, CaseIterable {
        case dismiss, submit, reply, snooze, unsnooze
        case voteUp = "vote-up"
        case voteDown = "vote-down"
    }
}
