/// Sends deliveries with the HTTP client of the program, because this module has none.
package struct WebhookSender: Sendable {
    /// A POST request. Redirects must not be followed, because they would bypass the check of the address.
    package struct Post: Sendable {
        package var url: String
        /// The verified addresses of the URL's host. The client must not connect to any other.
        package var addresses: [String]
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]
    }

    package enum Answer: Sendable {
        /// An HTTP status.
        case status(Int)
        /// There was no response. The text is the reason.
        case failed(String)
    }

    package var post: @Sendable (Post) async -> Answer

    package init(post: @escaping @Sendable (Post) async -> Answer) { self.post = post }
}
