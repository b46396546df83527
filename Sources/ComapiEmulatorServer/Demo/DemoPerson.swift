import Basics
import Cards
import ComapiEmulator
import EmulatorHTTP

import struct Foundation.Date

/// A person of the demo, who uses the service like any client.
struct DemoPerson: Sendable {
    let id: String
    private let emulator: ComapiEmulator
    private let configuration: EmulatorConfiguration
    /// The token of the session.
    let token: String

    /// Starts a session.
    init(
        _ id: String, _ emulator: ComapiEmulator, _ configuration: EmulatorConfiguration, now: Date
    ) async throws(DemoError) {
        self.id = id
        self.emulator = emulator
        self.configuration = configuration
        let challenge = try await Self.send("GET", "/sessions/start", nil, to: emulator, configuration, token: nil)
        let proof = IdentityToken.signed(
            for: id, nonce: challenge["nonce"]?.string ?? "", configuration: configuration, now: now)
        let session = try await Self.send(
            "POST", "/sessions",
            ["authenticationId": challenge["authenticationId"] ?? nil, "authenticationToken": .string(proof)],
            to: emulator, configuration, token: nil)
        token = session["token"]?.string ?? ""
    }

    /// Sends a request, and returns the JSON of the response; null if the response is not JSON.
    ///
    /// - Parameter path: The path after `/apispaces/{id}`. It is sent as it is.
    @discardableResult
    func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws(DemoError) -> JSONValue {
        try await Self.send(method, path, body, to: emulator, configuration, token: token)
    }

    private static func send(
        _ method: String, _ path: String, _ body: JSONValue?, to emulator: ComapiEmulator,
        _ configuration: EmulatorConfiguration, token: String?
    ) async throws(DemoError) -> JSONValue {
        let headers = token.map { [EmulatorHeader("Authorization", "Bearer \($0)")] } ?? []
        let response = await emulator.respond(
            to: EmulatorRequest(
                method, "/apispaces/\(configuration.apiSpaceID)\(path)", headers: headers, body: body?.encoded() ?? []))
        guard (200..<300).contains(response.status) else {
            throw DemoError(request: "\(method) \(path)", status: response.status)
        }
        // Some responses have no body, or plain text.
        return (try? JSONParser.parse(response.body)) ?? nil
    }

    /// Opens a socket for the events of this person.
    func openSocket() async throws(DemoError) -> EmulatorSocket {
        switch await emulator.openSocket(token: token) {
        case .open(let socket): return socket
        case .refused(let response): throw DemoError(request: "GET /socket", status: response.status)
        }
    }

    // MARK: What people do

    /// Sends a message with a text.
    ///
    /// - Returns: The identifier of the message.
    @discardableResult
    func say(_ text: String, in conversation: String) async throws(DemoError) -> String {
        let size = JSONNumber(text.utf8.count)
        let part: JSONValue = ["type": "text/plain", "data": .string(text), "size": .number(size)]
        let sent = try await send(
            "POST", "/conversations/\(conversation)/messages", ["metadata": [:], "parts": [part]])
        return sent["id"]?.string ?? ""
    }

    /// Reports a status of messages.
    func report(
        _ status: String, of messages: [String], in conversation: String, at time: Date
    ) async throws(DemoError) {
        let report: JSONValue = [
            "messageIds": .array(messages.map(JSONValue.string)), "status": .string(status),
            "timestamp": .string(time.rfc3339),
        ]
        try await send("POST", "/conversations/\(conversation)/messages/statusupdates", [report])
    }
}
