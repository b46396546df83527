import Cards

/// The wire format: encodes and decodes all messages of the protocol. Card bodies are passed as raw bytes. They are
/// validated as JSON, but not parsed into trees. Unknown members are ignored.
///
/// Decoding throws a ``Problem`` that a server can send as its response, and whose detail a client can log.
package enum FeedCoder {
    /// The maximum nesting depth of JSON in all requests, responses and frames that are sent.
    package static let depthLimit = JSONParser.defaultDepthLimit
    /// The maximum nesting depth of a card's body: pages and deltas add three levels around it.
    package static let bodyDepthLimit = depthLimit - 3
    /// The maximum nesting depth of JSON that is read. It is higher, so that a part that is nested too deeply is
    /// reported on its own and does not invalidate everything around it.
    static let readingDepthLimit = JSONParser.maxDepthLimit

    // MARK: Problems

    package static func encode(_ problem: Problem) -> [UInt8] { encode(problem, instance: nil) }

    /// - Parameter instance: A URI that identifies this occurrence of the problem; nil for none.
    package static func encode(_ problem: Problem, instance: String?) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        write(problem, instance: instance, to: &writer)
        return writer.bytes
    }

    package static func decodeProblem(_ bytes: [UInt8]) throws(Problem) -> Problem {
        try problem(WireObject(document: bytes))
    }

    static func write(_ problem: Problem, instance: String? = nil, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", problem.type.urn)
            writer.member("title", problem.title)
            writer.member("status", problem.status)
            writer.member("detail", ifPresent: problem.detail)
            writer.member("pointer", ifPresent: problem.pointer)
            writer.member("expected", ifPresent: problem.expected)
            if let line = problem.line { writer.member("line", line) }
            writer.member("instance", ifPresent: instance)
        }
    }

    static func problem(_ object: WireObject) throws(Problem) -> Problem {
        let urn = try object.optionalString("type") ?? "about:blank"
        let type = ProblemType(urn: urn)
        return Problem(
            type, title: try object.optionalString("title"), status: try object.optionalInt("status"),
            detail: try object.optionalString("detail"), pointer: try object.optionalString("pointer"),
            expected: try object.optionalString("expected"), line: try object.optionalInt("line"))
    }
}

extension ProblemType {
    /// The type in a problem document; ``unrecognised`` for an unknown URN.
    package init(urn: String) {
        let prefix = "urn:cardstream:problem:"
        self =
            (urn.hasPrefix(prefix) ? ProblemType(rawValue: String(urn.dropFirst(prefix.count))) : nil) ?? .unrecognised
    }
}
