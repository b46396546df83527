package import Cards
package import EmulatorHTTP

package import struct Foundation.Date

/// The service of one API space with its sockets, for tests and demos. Calls reach it without a network: a transport
/// forwards requests and frames.
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
    ///   - identifiers: Returns a new identifier at each call.
    package init(
        _ configuration: EmulatorConfiguration, clock: @escaping @Sendable () -> Date,
        identifiers: @escaping @Sendable () -> String = EmulatorIdentifiers.random
    ) {
        service = ComapiService(configuration, clock: clock, identifiers: identifiers)
    }

    /// Responds to a request and sends the events that it causes. Closes the sockets of sessions that have ended.
    package func respond(to request: EmulatorRequest) -> EmulatorResponse {
        let exchange = service.handle(request)
        send(exchange.events)
        return exchange.response
    }

    // MARK: Sockets

    /// Opens a socket for a session. Its first frame is `socket.info`. Request faults see the call as `GET /socket`.
    package func openSocket(token: String) -> EmulatorSocket.Opening {
        if let response = service.faults.effect(on: "GET", path: "/socket")?.refusal { return .refused(response) }
        guard let profileID = service.profileID(ofSession: token) else {
            return .refused(EmulatorRefusal.unauthorized.response)
        }
        let id = service.identifiers()
        let (frames, continuation) = AsyncStream.makeStream(of: String.self)
        connections[id] = Connection(token: token, profileID: profileID, frames: continuation)
        if !service.faults.isHalfOpen {
            continuation.yield(service.socketInfo(socketID: id, profileID: profileID).text())
        }
        return .open(EmulatorSocket(id: id, frames: frames))
    }

    /// Opens a socket for a handshake request. The token is in the query, `/apispaces/{id}/socket?token=…`, or in the
    /// header `Authorization`.
    package func openSocket(_ request: EmulatorRequest) -> EmulatorSocket.Opening {
        guard let target = RequestTarget(request.target), request.method == "GET",
            ComapiRoute(target.segments, apiSpaceID: service.configuration.apiSpaceID) == .socket
        else { return .refused(EmulatorRefusal.notFound("This resource does not exist.").response) }
        return openSocket(token: target["token"] ?? request.bearerToken ?? "")
    }

    /// Handles a frame from a client. An echo frame is sent back, others are ignored.
    package func receive(_ frame: String, on socketID: String) {
        guard EchoFrame.isEcho(frame), !service.faults.isHalfOpen else { return }
        connections[socketID]?.frames.yield(frame)
    }

    /// Closes a socket on behalf of the client.
    package func closeSocket(_ socketID: String) {
        connections.removeValue(forKey: socketID)?.frames.finish()
    }

    /// Closes all sockets, as a restart of the service does. Sessions stay valid.
    package func dropSockets() {
        for connection in connections.values { connection.frames.finish() }
        connections = [:]
    }

    /// The number of open sockets.
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

    /// The faults of the next requests and events.
    package var faults: EmulatorFaults { service.faults }

    package func setFaults(_ faults: EmulatorFaults) { service.faults = faults }

    /// Restores a deleted conversation, as the vendor's back ends can.
    package func undeleteConversation(_ id: String, by author: String) {
        send(service.undeleteConversation(id, by: author))
    }

    /// Changes the role of a participant, as the vendor's back ends can.
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

    /// The push tokens of a profile's devices.
    package func pushDetails(of profileID: String) -> [JSONObject] { service.pushDetails(of: profileID) }

    /// The number of valid sessions of a profile.
    package func sessionCount(of profileID: String) -> Int { service.sessionCount(of: profileID) }

    /// The name of an uploaded file; nil if it has none or the file does not exist.
    package func fileName(_ id: String) -> String? { service.fileName(id) }
}
