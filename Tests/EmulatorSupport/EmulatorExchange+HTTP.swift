package import CurlTransport
package import EmulatorHTTP

extension EmulatorRequest {
    /// A client's request, as an emulator receives it.
    package init(_ request: HTTPRequest) {
        self.init(
            request.method, ServerURL(request.url)?.target ?? request.url,
            headers: request.headers.map { EmulatorHeader($0.name, $0.value) }, body: request.body ?? [])
    }
}

extension EmulatorResponse {
    /// The response as the client receives it, or the error of its transfer.
    package func received() throws(TransportError) -> HTTPResponse {
        switch transfer {
        case .whole: break
        case .cut(let count): if count < body.count { throw .cutOff }
        case .lost: throw .connection("the connection was closed without an response")
        }
        return HTTPResponse(status: status, headers: headers.map { HTTPHeader($0.name, $0.value) }, body: body)
    }
}
