/// An HTTP header with its name as sent.
package struct HTTPHeader: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the header is safe to send: a line break in a token, for example, would be read as a further header.
    var isSendable: Bool {
        !name.isEmpty && name.utf8.allSatisfy(Self.isTokenByte)
            && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }

    /// RFC 9110 5.6.2.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// The limits of an exchange.
package struct HTTPLimits: Hashable, Sendable {
    /// The maximum size of the body in bytes; a longer body fails the transfer.
    package var maxResponseBytes: Int
    /// For name resolution, TCP and TLS together.
    package var connectTimeout: Duration
    /// For the whole exchange.
    package var totalTimeout: Duration
    /// A transfer slower than `lowSpeedBytesPerSecond` for this time is aborted.
    package var lowSpeedTime: Duration
    package var lowSpeedBytesPerSecond: Int

    package init(
        maxResponseBytes: Int = 16 << 20, connectTimeout: Duration = .seconds(10),
        totalTimeout: Duration = .seconds(60), lowSpeedTime: Duration = .seconds(15),
        lowSpeedBytesPerSecond: Int = 64
    ) {
        self.maxResponseBytes = maxResponseBytes
        self.connectTimeout = connectTimeout
        self.totalTimeout = totalTimeout
        self.lowSpeedTime = lowSpeedTime
        self.lowSpeedBytesPerSecond = lowSpeedBytesPerSecond
    }
}

/// A file to send as `multipart/form-data` with one part, read while it is sent.
package struct HTTPForm: Hashable, Sendable {
    /// The part's name.
    package var name: String
    package var filename: String
    package var contentType: String
    package var path: String
    /// In bytes. A file of another size is not sent.
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
    /// If true, a redirect is the answer: its headers say more than where it leads.
    package var returnsRedirects = false
    /// Whether libcurl may send the request again by itself: it does so if a reused connection ends without an answer,
    /// also for requests that were carried out. If false, the request gets a new connection, where that cannot happen.
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

/// A complete HTTP answer.
package struct HTTPResponse: Hashable, Sendable {
    package var status: Int
    package var headers: [HTTPHeader]
    package var body: [UInt8]

    package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first header with this name, ignoring case.
    package subscript(name: String) -> String? { values(of: name).first }

    package func values(of name: String) -> [String] {
        let name = name.lowercased()
        return headers.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The media type without parameters, in lower case; empty if missing.
    package var mediaType: String {
        (self["content-type"] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
    }
}
