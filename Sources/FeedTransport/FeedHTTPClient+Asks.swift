package import CurlTransport
package import FeedAPI

/// Questions of a publisher.
extension FeedHTTPClient {
    /// The response to a request that may have waited for a change.
    package enum AskAnswer: Sendable {
        /// Nothing has changed since the response with the tag in the request.
        case unchanged
        /// - Parameter tag: The tag for the next request; nil if the server sends none.
        case current(Ask, tag: String?)
    }

    /// Creates a question, or finds the one with the request's key.
    package func ask(_ request: AskRequest, limits: HTTPLimits = HTTPLimits()) async throws(FeedError) -> Ask {
        try await post(.makeAsk, FeedCoder.encode(request), limits, FeedCoder.decodeAsk)
    }

    /// Loads a question. Waits at most `wait` seconds for a change.
    ///
    /// - Parameter tag: The tag of the last response; nil for the first request.
    package func ask(_ id: AskID, wait: Int, tag: String?) async throws(FeedError) -> AskAnswer {
        // The server sends nothing while it waits, so the speed limit must allow this.
        let limits = HTTPLimits(totalTimeout: .seconds(wait + 15), lowSpeedTime: .seconds(wait + 15))
        let response = try await call(.ask(id, wait: wait > 0 ? wait : nil), etag: tag, limits: limits)
        guard response.status != 304 else { return .unchanged }
        return .current(
            try Self.decode(response.body, FeedCoder.decodeAsk), tag: response[FeedHeader.etag])
    }

    /// The keys to verify the signatures of settled questions, as a JSON Web Key set.
    package func keys() async throws(FeedError) -> [UInt8] { try await call(.keys).body }

    package func asks(_ query: AskQuery) async throws(FeedError) -> [Ask] {
        try Self.decode(try await call(.asks(query)).body, FeedCoder.decodeAsks)
    }

    /// Withdraws an open question, and returns its final state.
    package func withdraw(_ ask: AskID) async throws(FeedError) -> Ask {
        try Self.decode(try await call(.withdrawAsk(ask)).body, FeedCoder.decodeAsk)
    }
}
