import FeedAPI
import HTTPSockets

extension HTTPHead {
    /// Parses the head of a request to the feed.
    ///
    /// - Throws: ``Problem`` of type `malformed-request`.
    init(feed bytes: some Collection<UInt8>) throws(Problem) {
        let single = [FeedHeader.environment, FeedHeader.apiKey, FeedHeader.device].map { $0.lowercased() }
        do throws(Malformed) { self = try HTTPHead(bytes, single: single) } catch { throw Problem(error) }
    }

    /// The viewer's device that sent the request; nil if the request does not name one.
    ///
    /// - Throws: ``Problem`` of type `malformed-request`.
    func device() throws(Problem) -> ViewerDevice? {
        guard let text = self[FeedHeader.device] else { return nil }
        return try ViewerDevice(header: text)
    }

    /// How the body is delimited.
    ///
    /// - Throws: ``Problem`` of type `malformed-request`.
    func feedFraming() throws(Problem) -> Framing {
        do throws(Malformed) { return try framing() } catch { throw Problem(error) }
    }
}

extension Problem {
    fileprivate init(_ malformed: HTTPHead.Malformed) {
        self.init(.malformedRequest, detail: malformed.description)
    }
}
