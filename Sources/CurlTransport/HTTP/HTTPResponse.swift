/// A complete HTTP response.
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
