package import Cards

extension FeedCoder {
    /// - Parameter content: The page's components, a JSON array.
    package static func encode(cardPage content: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 16 + content.count)
        writer.object { writer in
            writer.key("content")
            writer.raw(content)
        }
        return writer.bytes
    }

    /// Decodes the components of a page. Invalid components are skipped, as in a card.
    package static func decodeCardPage(_ bytes: [UInt8]) throws(Problem) -> [Card.Component] {
        let object = try WireObject(document: bytes)
        let content = try object.slice("content", expected: "an array")
        do {
            return try content.elements().compactMap { try? Card.Component(json: $0.value()) }
        } catch { throw object.failure("content", expected: "an array of components") }
    }
}
