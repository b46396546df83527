import Cards

/// How a response is kept in the outbox: as JSON, with what it says about the card that was shown.
enum StoredResponse {
    static func encode(_ response: CardResponse, _ proof: AnswerProof? = nil) -> [UInt8] {
        guard let proof, var object = response.json.object else { return response.json.encoded() }
        object["digest"] = .string(proof.digest.text)
        if let signature = proof.signature { object["signature"] = .string(signature) }
        return JSONValue.object(object).encoded()
    }

    /// Nil when the bytes were not written by ``encode(_:_:)``.
    static func decode(_ bytes: [UInt8]) -> CardResponse? { read(bytes)?.response }

    /// Like ``decode(_:)``, with the proof.
    static func read(_ bytes: [UInt8]) -> (response: CardResponse, proof: AnswerProof?)? {
        // Bytes that are not JSON are handled as an unknown response is.
        guard let json = try? JSONValue(parsing: bytes), let response = try? CardResponse(json: json) else {
            return nil
        }
        let digest = json["digest"]?.string.flatMap { CardDigest($0) }
        return (response, digest.map { AnswerProof(digest: $0, signature: json["signature"]?.string) })
    }
}
