import Cards
package import FeedAPI

package import struct Foundation.Date

/// A validated publish request.
package struct Publication: Hashable, Sendable {
    package var request: PublishRequest
    package var card: CheckedCard
    /// The line in a bulk publish request, starting at 1; nil for a single request.
    package var line: Int?
    /// Distinguishes a repeated request from a different request with the same key; empty for a request without a key.
    package var fingerprint: String

    package init(request: PublishRequest, card: CheckedCard, line: Int? = nil, fingerprint: String = "") {
        self.request = request
        self.card = card
        self.line = line
        self.fingerprint = fingerprint
    }

    /// Validates the card of a request.
    ///
    /// - Throws: ``Problem`` of type `bad-card` or `too-large`, with a pointer into the request.
    package init(_ request: PublishRequest, line: Int? = nil, now: Date) throws(Problem) {
        self.init(
            request: request, card: try CheckedCard(request.body, now: now), line: line,
            fingerprint: request.key == nil ? "" : Self.fingerprint(FeedCoder.encode(request)))
    }

    /// The feeds to publish to, one for each user.
    package func feeds(in environment: EnvironmentID) -> [FeedKey] {
        request.users.map { FeedKey(environment: environment, user: $0, streamID: request.streamID) }
    }

    /// The length and a hash: good enough to detect a publisher's mistake; not a protection against attacks.
    static func fingerprint(_ bytes: [UInt8]) -> String {
        var hash = FNV1a()
        hash.append(bytes)
        return "\(bytes.count)-\(hash.text)"
    }
}
