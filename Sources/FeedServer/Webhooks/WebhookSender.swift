/// How deliveries leave: the program brings its own HTTP, since this target has none.
package struct WebhookSender: Sendable {
    /// A request to post. Redirects are not followed: they would lead past the check of the address.
    package struct Post: Sendable {
        package var url: String
        /// The addresses of the URL's host, which were checked: nothing else may be connected to.
        package var addresses: [String]
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]
    }

    package enum Answer: Sendable {
        /// HTTP's status.
        case status(Int)
        /// No answer; why, in words.
        case failed(String)
    }

    package var post: @Sendable (Post) async -> Answer

    package init(post: @escaping @Sendable (Post) async -> Answer) { self.post = post }
}
