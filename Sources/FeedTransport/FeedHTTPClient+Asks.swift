package import CurlTransport
package import FeedAPI

/// Asks of a publisher.
extension FeedHTTPClient {
    /// An answer to a request that may have waited for a change.
    package enum AskAnswer: Sendable {
        /// Nothing has changed since the answer with the tag that the request named.
        case unchanged
        /// - Parameter tag: For the next request.
        case current(Ask, tag: String?)
    }

    /// Makes an ask, or finds the one with the request's key.
    package func ask(_ request: AskRequest, limits: HTTPLimits = HTTPLimits()) async throws(FeedError) -> Ask {
        try await post(.makeAsk, FeedCoder.encode(request), limits, FeedCoder.decodeAsk)
    }

    /// Loads an ask, waiting up to `wait` seconds until it has changed.
    ///
    /// - Parameter tag: The tag of the last answer; nil for the first request.
    package func ask(_ id: AskID, wait: Int, tag: String?) async throws(FeedError) -> AskAnswer {
        // Nothing is sent while the server waits.
        let limits = HTTPLimits(totalTimeout: .seconds(wait + 15), lowSpeedTime: .seconds(wait + 15))
        let response = try await call(.ask(id, wait: wait > 0 ? wait : nil), etag: tag, limits: limits)
        guard response.status != 304 else { return .unchanged }
        return .current(
            try Self.decode(response.body, FeedCoder.decodeAsk), tag: response[FeedHeader.etag])
    }

    /// The keys that check the signatures of settled asks, as a JSON Web Key set.
    package func keys() async throws(FeedError) -> [UInt8] { try await call(.keys).body }

    package func asks(_ query: AskQuery) async throws(FeedError) -> [Ask] {
        try Self.decode(try await call(.asks(query)).body, FeedCoder.decodeAsks)
    }

    /// Withdraws an open ask and returns how it ended.
    package func withdraw(_ ask: AskID) async throws(FeedError) -> Ask {
        try Self.decode(try await call(.withdrawAsk(ask)).body, FeedCoder.decodeAsk)
    }
}
