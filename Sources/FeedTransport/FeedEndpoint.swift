import CurlTransport

/// The address of a server and the credentials for it.
package struct FeedEndpoint: Hashable, Sendable {
    /// `https://host[:port][/path]`; the protocol's paths are appended to it.
    package var baseURL: String
    package var environmentID: String
    package var apiKey: String

    package init(baseURL: String, environmentID: String, apiKey: String) {
        self.baseURL = baseURL
        self.environmentID = environmentID
        self.apiKey = apiKey
    }
}
