package import CurlTransport
package import EmulatorHTTP

extension EmulatorRequest {
    /// What an emulator gets of a client's request.
    package init(_ request: HTTPRequest) {
        self.init(
            request.method, ServerURL(request.url)?.target ?? request.url,
            headers: request.headers.map { EmulatorHeader($0.name, $0.value) }, body: request.body ?? [])
    }
}

extension EmulatorAnswer {
    /// What of the answer reaches the client.
    package func received() throws(TransportError) -> HTTPResponse {
        switch transfer {
        case .whole: break
        case .cut(let count): if count < body.count { throw .cutOff }
        case .lost: throw .connection("the connection was closed without an answer")
        }
        return HTTPResponse(status: status, headers: headers.map { HTTPHeader($0.name, $0.value) }, body: body)
    }
}
