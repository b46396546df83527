package import Cards

/// The message that a user signs with an answer to an ask: the ask, the card that was shown, and the answer.
package enum AnswerMessage {
    /// The namespace of the signatures. It separates them from signatures that are made with the same key for other
    /// purposes.
    package static let namespace = "cardstream"

    /// The bytes to sign: canonical JSON (``CanonicalJSON``) with the members `ask`, `button`, `digest`, `type` and
    /// `values`.
    package static func bytes(ask: String, digest: CardDigest, button: String, values: JSONObject) -> [UInt8] {
        CanonicalJSON.bytes(
            .object([
                "type": "cardstream-answer", "ask": .string(ask), "digest": .string(digest.text),
                "button": .string(button), "values": .object(values),
            ]))
    }

    /// The message for a response to a card whose ask requires signatures; nil if the response needs no signature.
    package static func bytes(of response: CardResponse, to card: CardBody) -> [UInt8]? {
        guard case .submit(let button, let values) = response, let ask = card.ask, ask.isSigned, let digest = ask.digest
        else { return nil }
        return bytes(ask: ask.id, digest: digest, button: button, values: values)
    }
}
