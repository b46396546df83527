import CurlTransport
package import FeedAPI

/// The address of a server, and the credentials and the device that a client sends to it.
package struct FeedEndpoint: Hashable, Sendable {
    /// `https://host[:port][/path]`; the protocol's paths are appended to it.
    package var baseURL: String
    package var environmentID: String
    package var apiKey: String
    /// The device of a viewer; nil if it is not sent.
    package var device: ViewerDevice?

    package init(baseURL: String, environmentID: String, apiKey: String, device: ViewerDevice? = nil) {
        self.baseURL = baseURL
        self.environmentID = environmentID
        self.apiKey = apiKey
        self.device = device
    }
}
