package import FeedAPI
import FeedStorage
import HTTPSockets

extension FeedServer {
    /// Answers an HTTP request without a socket. Routes, authentication, checks and limits are the same as over the
    /// network.
    ///
    /// - Parameters:
    ///   - target: The path and query, as in a request line.
    ///   - headers: Names and values. The case of names does not matter.
    ///   - mostBytes: The maximum size of the response body in bytes. A larger body becomes a response with status 413.
    package func respond(
        to method: String, _ target: String, headers: [(name: String, value: String)], body: [UInt8], mostBytes: Int
    ) async -> (status: Int, headers: [String: String], body: [UInt8]) {
        let head = HTTPHead(
            method: method, target: target,
            headers: headers.map { HTTPHead.Field(name: $0.name.lowercased(), value: $0.value) })
        let response: ServerResponse
        do throws(Problem) {
            var request = try await routes.authorize(head, from: ConnectionOrigin(address: ""))
            // Do not wait: the caller has the feed open only for this request, so no other process could change it in
            // the meantime.
            if case .ask(let id, _) = request.route { request.route = .ask(id) }
            if case .outcome(let id, _) = request.route { request.route = .outcome(id) }
            guard body.count <= request.bodyLimit else {
                throw Problem(
                    .tooLarge, detail: "At this address the body can have at most \(request.bodyLimit) bytes.")
            }
            response = try await routes.respond(to: request, body: body).withContent(mostBytes: mostBytes)
        } catch {
            response = ServerResponse(error)
        }
        return (response.status, response.headers, response.body)
    }

    /// Applies the card deadlines that have passed, for a server whose clock does not run.
    package func applyDeadlines() async throws(Problem) {
        guard let next = try await service.storage.deadlines().card, next <= service.clock.now() else { return }
        try await service.applyDeadlines()
    }
}

extension ServerResponse {
    /// The response with the content of its file, if it has one, appended to the body. Closes the file.
    fileprivate func withContent(mostBytes: Int) async throws(Problem) -> ServerResponse {
        guard let file else { return self }
        var response = self
        response.file = nil
        let result: Result<[UInt8], Problem>
        if body.count + file.size > mostBytes {
            result = .failure(
                Problem(
                    .tooLarge, detail: "The file has \(file.size) bytes; one response can hold at most \(mostBytes)."))
        } else {
            result = await Self.read(file.content, size: file.size)
        }
        await file.content.close()
        response.body += try result.get()
        return response
    }

    private static func read(_ content: any FileContent, size: Int) async -> Result<[UInt8], Problem> {
        var bytes: [UInt8] = []
        do {
            while bytes.count < size {
                let piece = try await content.read(atMost: size - bytes.count)
                guard !piece.isEmpty else { break }
                bytes += piece
            }
        } catch {
            return .failure(Problem(.internalError, detail: "The file cannot be read: \(error)"))
        }
        return .success(bytes)
    }
}
