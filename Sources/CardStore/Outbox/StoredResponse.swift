import Cards

/// The form of a response in the outbox: JSON with the answer's proof and what the user entered.
enum StoredResponse {
    static func encode(_ response: CardResponse, _ proof: AnswerProof? = nil, entered: JSONObject = [:]) -> [UInt8] {
        guard var object = response.json.object else { return response.json.encoded() }
        if let proof {
            object["digest"] = .string(proof.digest.text)
            if let signature = proof.signature { object["signature"] = .string(signature) }
        }
        if !entered.isEmpty { object["entered"] = .object(entered) }
        return JSONValue.object(object).encoded()
    }

    /// Nil if the bytes were not written by ``encode(_:_:)``.
    static func decode(_ bytes: [UInt8]) -> CardResponse? { read(bytes)?.response }

    /// Like ``decode(_:)``, with the proof and what the user entered.
    static func read(_ bytes: [UInt8]) -> (response: CardResponse, proof: AnswerProof?, entered: JSONObject)? {
        // Ignore errors: bytes that are not JSON are handled like an unknown response.
        guard let json = try? JSONValue(parsing: bytes), let response = try? CardResponse(json: json) else {
            return nil
        }
        let digest = json["digest"]?.string.flatMap { CardDigest($0) }
        let proof = digest.map { AnswerProof(digest: $0, signature: json["signature"]?.string) }
        return (response, proof, json["entered"]?.object ?? [:])
    }
}
