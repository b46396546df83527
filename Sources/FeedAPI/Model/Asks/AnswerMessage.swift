package import Cards

/// What a user signs who answers an ask: the ask, the card that was shown, and the answer.
package enum AnswerMessage {
    /// The namespace of the signatures, which keeps them apart from signatures for other uses of a key.
    package static let namespace = "cardstream"

    /// The bytes that are signed: canonical JSON (``CanonicalJSON``) with the members `ask`, `button`, `digest`, `type` and
    /// `values`.
    package static func bytes(ask: String, digest: CardDigest, button: String, values: JSONObject) -> [UInt8] {
        CanonicalJSON.bytes(
            .object([
                "type": "cardstream-answer", "ask": .string(ask), "digest": .string(digest.text),
                "button": .string(button), "values": .object(values),
            ]))
    }

    /// The message of an answer to a card whose ask wants signatures; nil if the answer needs none.
    package static func bytes(of response: CardResponse, to card: CardBody) -> [UInt8]? {
        guard case .submit(let button, let values) = response, let ask = card.ask, ask.isSigned, let digest = ask.digest
        else { return nil }
        return bytes(ask: ask.id, digest: digest, button: button, values: values)
    }
}
