import Cards

/// The wire format: bytes to values and back. Bodies of cards pass through as raw bytes, checked to be JSON but never
/// built into trees; members this version does not know are skipped.
///
/// Decoding throws a ``Problem`` that a server can answer with as it is, and whose detail a client can log.
public enum FeedCoder {
    /// How deep JSON nests in any request, answer or frame that is sent.
    public static let depthLimit = JSONParser.defaultDepthLimit
    /// How deep a card's body may nest so that pages and deltas, which have three levels around it, can be sent.
    public static let bodyDepthLimit = depthLimit - 3
    /// How deep JSON may nest in what is read: further, so that one part which is nested too deep is told by itself and
    /// does not make all around it unreadable.
    static let readingDepthLimit = JSONParser.greatestDepthLimit

    // MARK: Problems

    public static func encode(_ problem: Problem) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        write(problem, to: &writer)
        return writer.bytes
    }

    public static func decodeProblem(_ bytes: [UInt8]) throws(Problem) -> Problem {
        try problem(WireObject(document: bytes))
    }

    static func write(_ problem: Problem, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", problem.type.urn)
            writer.member("title", problem.title)
            writer.member("status", problem.status)
            writer.member("detail", ifPresent: problem.detail)
            writer.member("pointer", ifPresent: problem.pointer)
            writer.member("expected", ifPresent: problem.expected)
            if let line = problem.line { writer.member("line", line) }
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
    /// The type a problem document names; ``unrecognised`` for any other text.
    public init(urn: String) {
        let prefix = "urn:cardstream:problem:"
        self =
            (urn.hasPrefix(prefix) ? ProblemType(rawValue: String(urn.dropFirst(prefix.count))) : nil) ?? .unrecognised
    }
}
