/// Sends deliveries with the HTTP client of the program, since this target has none.
package struct WebhookSender: Sendable {
    /// A request to post. Redirects are not followed, because they would bypass the check of the address.
    package struct Post: Sendable {
        package var url: String
        /// The verified addresses of the URL's host: no others may be connected to.
        package var addresses: [String]
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]
    }

    package enum Answer: Sendable {
        /// An HTTP status.
        case status(Int)
        /// No answer, with the reason as text.
        case failed(String)
    }

    package var post: @Sendable (Post) async -> Answer

    package init(post: @escaping @Sendable (Post) async -> Answer) { self.post = post }
}
