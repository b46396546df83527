/// A file to send as `multipart/form-data` with one part, read while it is sent.
package struct HTTPForm: Hashable, Sendable {
    /// The part's name.
    package var name: String
    package var filename: String
    package var contentType: String
    package var path: String
    /// The size in bytes. A file of another size is not sent.
    package var size: Int

    package init(name: String, filename: String, contentType: String, path: String, size: Int) {
        self.name = name
        self.filename = filename
        self.contentType = contentType
        self.path = path
        self.size = size
    }
}

/// An HTTP request. Redirects of a GET are followed within the same origin, unless disabled.
package struct HTTPRequest: Hashable, Sendable {
    package var method: String
    package var url: String
    package var headers: [HTTPHeader]
    package var body: [UInt8]?
    /// A form to send instead of a body.
    package var form: HTTPForm?
    package var limits: HTTPLimits
    /// The addresses to connect to instead of resolving the URL's host; empty uses the system's resolver.
    package var addresses: [String] = []
    /// If false, every redirect fails with ``TransportError/redirected(to:)``.
    package var followsRedirects: Bool
    /// If true, a redirect is returned as a response, for callers that need its headers.
    package var returnsRedirects = false
    /// Whether libcurl may repeat the request on its own. It does so if a reused connection ends without a response,
    /// even if the server executed the request. If false, the request gets a new connection, where this cannot happen.
    package var mayRepeat: Bool

    package init(
        _ method: String = "GET", url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        form: HTTPForm? = nil, limits: HTTPLimits = HTTPLimits(), followsRedirects: Bool = true,
        mayRepeat: Bool = true
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.form = form
        self.limits = limits
        self.followsRedirects = followsRedirects
        self.mayRepeat = mayRepeat
    }
}
