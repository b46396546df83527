import CurlTransport

/// Where a feed is and as whom it is asked for.
package struct FeedEndpoint: Hashable, Sendable {
    /// `https://host[:port][/path]`; the protocol's addresses are appended to it.
    package var baseURL: String
    package var environmentID: String
    package var apiKey: String

    package init(baseURL: String, environmentID: String, apiKey: String) {
        self.baseURL = baseURL
        self.environmentID = environmentID
        self.apiKey = apiKey
    }
}
