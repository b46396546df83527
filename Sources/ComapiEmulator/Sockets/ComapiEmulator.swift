package import Cards
package import EmulatorHTTP

package import struct Foundation.Date

/// The service of one API space with its sockets, for tests and demonstrations. It is reached by values, without a
/// network: a transport passes on requests and frames.
package actor ComapiEmulator {
    /// An open socket.
    private struct Connection {
        let token: String
        let profileID: String
        let frames: AsyncStream<String>.Continuation
    }

    private var service: ComapiService
    private var queue = EventQueue()
    private var connections: [String: Connection] = [:]

    /// - Parameters:
    ///   - clock: The service's time.
    ///   - identifiers: Returns another text each time.
    package init(
        _ configuration: EmulatorConfiguration, clock: @escaping @Sendable () -> Date,
        identifiers: @escaping @Sendable () -> String = EmulatorIdentifiers.random
    ) {
        service = ComapiService(configuration, clock: clock, identifiers: identifiers)
    }

    /// Answers a request and sends the events that it causes. Sockets of sessions that have ended are closed.
    package func answer(_ request: EmulatorRequest) -> EmulatorAnswer {
        let exchange = service.handle(request)
        send(exchange.events)
        return exchange.answer
    }

    // MARK: Sockets

    /// Opens a socket for a session; its first frame is `socket.info`. Faults of requests see it as `GET /socket`.
    package func openSocket(token: String) -> EmulatorSocket.Opening {
        if let answer = service.faults.effect(on: "GET", path: "/socket")?.refusal { return .refused(answer) }
        guard let profileID = service.profileID(ofSession: token) else {
            return .refused(EmulatorRefusal.unauthorized.answer)
        }
        let id = service.identifiers()
        let (frames, continuation) = AsyncStream.makeStream(of: String.self)
        connections[id] = Connection(token: token, profileID: profileID, frames: continuation)
        if !service.faults.isHalfOpen {
            continuation.yield(service.socketInfo(socketID: id, profileID: profileID).text())
        }
        return .open(EmulatorSocket(id: id, frames: frames))
    }

    /// Opens a socket by the request of its handshake: the token is in the query, `/apispaces/{id}/socket?token=…`, or
    /// in the header `Authorization`.
    package func openSocket(_ request: EmulatorRequest) -> EmulatorSocket.Opening {
        guard let target = RequestTarget(request.target), request.method == "GET",
            ComapiRoute(target.segments, apiSpaceID: service.configuration.apiSpaceID) == .socket
        else { return .refused(EmulatorRefusal.notFound("This resource does not exist.").answer) }
        return openSocket(token: target["token"] ?? request.bearerToken ?? "")
    }

    /// Handles a frame of a client.
    package func receive(_ frame: String, on socketID: String) {
        guard EchoFrame.isEcho(frame), !service.faults.isHalfOpen else { return }
        connections[socketID]?.frames.yield(frame)
    }

    /// Closes a socket, for the client.
    package func closeSocket(_ socketID: String) {
        connections.removeValue(forKey: socketID)?.frames.finish()
    }

    /// Closes all sockets, as when the service restarts. Sessions stay.
    package func dropSockets() {
        for connection in connections.values { connection.frames.finish() }
        connections = [:]
    }

    /// How many sockets are open.
    package var socketCount: Int { connections.count }

    private func send(_ events: [EmulatorEvent]) {
        let ended = connections.filter { service.profileID(ofSession: $0.value.token) == nil }
        for socketID in ended.keys { closeSocket(socketID) }
        for event in queue.send(events, &service.faults) where !service.faults.isHalfOpen {
            let text = event.frame.text()
            for (socketID, connection) in connections where event.profileIDs.contains(connection.profileID) {
                if case .terminated = connection.frames.yield(text) { connections[socketID] = nil }
            }
        }
    }

    // MARK: Faults and administration

    /// What goes wrong next.
    package var faults: EmulatorFaults { service.faults }

    package func setFaults(_ faults: EmulatorFaults) { service.faults = faults }

    /// Restores a deleted conversation, as the vendor's back ends can.
    package func undeleteConversation(_ id: String, by author: String) {
        send(service.undeleteConversation(id, by: author))
    }

    /// Gives a participant another role, as the vendor's back ends can.
    package func setRole(
        _ role: ParticipantRole, of profileID: String, in conversationID: String, by author: String
    ) {
        send(service.setRole(role, of: profileID, in: conversationID, by: author))
    }

    /// Ends all sessions of a profile and closes their sockets.
    package func endSessions(of profileID: String) {
        service.endSessions(of: profileID)
        send([])
    }

    /// Where the service would send pushes for a profile.
    package func pushDetails(of profileID: String) -> [JSONObject] { service.pushDetails(of: profileID) }

    /// How many sessions of a profile are valid.
    package func sessionCount(of profileID: String) -> Int { service.sessionCount(of: profileID) }

    /// The name of an uploaded file; nil if it has none or there is no such file.
    package func fileName(_ id: String) -> String? { service.fileName(id) }
}
