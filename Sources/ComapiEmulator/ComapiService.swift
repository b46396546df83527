import Cards
package import EmulatorHTTP

package import struct Foundation.Date

/// The service of one API space, in memory and as a value: its responses, its stored data and the events that it sends.
/// The clock and the source of identifiers are parameters, so that tests are reproducible.
///
/// Clients use it through ``ComapiEmulator``, which has the sockets.
package struct ComapiService: Sendable {
    package let configuration: EmulatorConfiguration
    /// The faults of the next requests and events.
    package var faults = EmulatorFaults()
    private let clock: @Sendable () -> Date
    let identifiers: @Sendable () -> String

    var challenges: [String: Challenge] = [:]
    /// The sessions, by token.
    var sessions: [String: EmulatedSession] = [:]
    var profiles = OrderedTable<EmulatedProfile>()
    /// All conversations, including deleted ones.
    var conversations = OrderedTable<EmulatedConversation>()
    /// The uploaded files, by identifier.
    var files: [String: EmulatedFile] = [:]
    /// The events that the current call has caused so far.
    var emitted: [EmulatorEvent] = []

    /// - Parameter identifiers: Returns a new identifier at each call.
    package init(
        _ configuration: EmulatorConfiguration, clock: @escaping @Sendable () -> Date,
        identifiers: @escaping @Sendable () -> String = EmulatorIdentifiers.random
    ) {
        self.configuration = configuration
        self.clock = clock
        self.identifiers = identifiers
    }

    /// The service's time, including the clock skew of the faults.
    var now: Date { clock().addingTimeInterval(faults.clockSkew) }

    /// Returns the response to a request, with the configured faults applied.
    package mutating func handle(_ request: EmulatorRequest) -> EmulatorExchange {
        let target = RequestTarget(request.target)
        let effect = faults.effect(on: request.method, path: target.map(pathInSpace))
        if let response = effect?.refusal { return EmulatorExchange(response: response, events: []) }
        var response: EmulatorResponse
        do throws(EmulatorRefusal) {
            guard let target else { throw .invalid("path", "is not percent-encoded") }
            response = try respond(request, target)
        } catch {
            response = error.response
        }
        effect?.damage(&response)
        return EmulatorExchange(response: response, events: takeEvents())
    }

    /// Returns the events since the last call, and removes them.
    mutating func takeEvents() -> [EmulatorEvent] {
        defer { emitted = [] }
        return emitted
    }

    /// The decoded path without `/apispaces/{id}`.
    private func pathInSpace(_ target: RequestTarget) -> String {
        "/" + target.segments.dropFirst(2).joined(separator: "/")
    }

    /// Responds to a request. It must have the token of a session, except when it starts a session or downloads a file.
    private mutating func respond(
        _ request: EmulatorRequest, _ target: RequestTarget
    ) throws(EmulatorRefusal) -> EmulatorResponse {
        guard let route = ComapiRoute(target.segments, apiSpaceID: configuration.apiSpaceID) else {
            throw .notFound("This resource does not exist.")
        }
        let method = request.method
        switch (method, route) {
        case ("GET", .sessionStart): return startChallenge()
        case ("POST", .sessions): return try createSession(request.body)
        case ("GET", .file(let id)): return try download(id)
        default: break
        }
        guard let session = session(request.bearerToken) else { throw .unauthorized }
        guard route.methods.contains(method) else { throw .methodNotAllowed(allowed: route.methods) }
        return try respond(Call(request: request, target: target, session: session), route)
    }

    private mutating func respond(_ call: Call, _ route: ComapiRoute) throws(EmulatorRefusal) -> EmulatorResponse {
        switch (call.request.method, route) {
        case ("GET", .session(let id)): try getSession(id, call.session)
        case ("DELETE", .session(let id)): try endSession(id, call.session)
        case ("PUT", .push(let id)): try setPush(id, call.session, body: call.request.body)
        case ("DELETE", .push(let id)): try removePush(id, call.session)
        case ("GET", .profiles): try queryProfiles(call)
        case ("GET", .profile(let id)): try getProfile(id)
        case ("PUT", .profile(let id)): try replaceProfile(id, call)
        case ("PATCH", .profile(let id)): try patchProfile(id, call)
        case ("GET", .conversations): try listConversations(call)
        case ("POST", .conversations): try createConversation(call)
        case ("GET", .conversation(let id)): try getConversation(id, call)
        case ("PUT", .conversation(let id)): try updateConversation(id, call)
        case ("DELETE", .conversation(let id)): try deleteConversation(id, call)
        case ("GET", .participants(let id)): try getParticipants(id, call)
        case ("POST", .participants(let id)): try addParticipants(id, call)
        case ("DELETE", .participants(let id)): try removeParticipants(id, call)
        case ("POST", .typing(let id)): try setTyping(true, id, call)
        case ("DELETE", .typing(let id)): try setTyping(false, id, call)
        case ("GET", .messages(let id)): try getMessages(id, call)
        case ("POST", .messages(let id)): try sendMessage(id, call)
        case ("POST", .statusUpdates(let id)): try updateStatuses(id, call)
        case ("GET", .events(let id)): try getEvents(id, call)
        case ("POST", .content): try upload(call)
        case ("POST", .facebookState): .json(.string(identifiers()))
        default: throw .methodNotAllowed(allowed: route.methods)
        }
    }
}

/// An authenticated request.
struct Call: Sendable {
    let request: EmulatorRequest
    let target: RequestTarget
    let session: EmulatedSession

    var profileID: String { session.profileID }
    var condition: String? { request.headers["If-Match"] }
}

/// The response to a request, with the events that the request caused.
package struct EmulatorExchange: Hashable, Sendable {
    package var response: EmulatorResponse
    /// The events, in the order in which they happened.
    package var events: [EmulatorEvent]
}
