import Cards
import FeedAPI

extension CardBody {
    /// Decodes the body from the `card` member of a publish request.
    ///
    /// - Parameter isStrict: Whether to validate the body as part of a publisher's request. A stored body was validated
    ///   when it was published, possibly by the rules of an older version.
    /// - Throws: ``Problem`` of type `bad-card` with a pointer that begins with `/card`.
    static func decode(_ bytes: [UInt8], isStrict: Bool) throws(Problem) -> CardBody {
        let json: JSONValue
        do {
            json = try JSONParser.parse(bytes, depthLimit: JSONParser.maxDepthLimit)
        } catch {
            throw Problem(.badCard, detail: "The card's JSON is not valid at \(error.description).", pointer: "/card")
        }
        do {
            return isStrict ? try CardBody.validated(json) : try CardBody(json: json)
        } catch {
            throw Problem(
                .badCard, detail: error.description, pointer: "/card" + error.pointer, expected: error.expected)
        }
    }
}
