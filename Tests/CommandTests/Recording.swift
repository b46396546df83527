import Cards
import FeedAPI
import FeedServer
import Foundation
import Testing

/// Requests to a server in this process and its responses, each with the name of its schema.
struct Recording {
    private(set) var examples: [(schema: String, json: JSONValue)] = []
    private let server: FeedServer
    private let keys: DevelopmentKeys

    init() async throws {
        keys = .ephemeral()
        server = try await FeedServer(keys.config)
        let card =
            #"{"content":[{"type":"headline","text":"Hi"},{"type":"buttons","buttons":[{"text":"Yes","action":{"type":"submit","name":"yes"}}]}]}"#
        let published = try await call(
            "POST", "/v1/cards", "Publication", #"{"stream":"ops","users":["ana"],"card":\#(card)}"#, "PublishReceipt")
        let id = try #require(published["cards"]?.array?.first?["id"]?.string)
        let token = TokenMint.mint(user: "ana", secret: keys.secret, now: Date())
        _ = try await call("GET", "/v1/streams/ops/snapshot", answer: "Snapshot", token: token)
        let action =
            #"{"key":"k","stream":"ops","card":"\#(id)","at":"2026-01-15T09:00:00.000Z","action":"submit","button":"yes","values":{}}"#
        _ = try await call("POST", "/v1/actions", "Action", action, "ActionReceipt", token: token)
        _ = try await call("GET", "/v1/cards/\(id)", answer: "Outcome")
        _ = try await call("PUT", "/v1/groups/oncall", "GroupUsers", #"{"users":["ana","bo"]}"#, "Group")
        _ = try await call("GET", "/v1/groups", answer: "Groups")
        let theme = #"{"document":"inherits = \"ink\""}"#
        _ = try await call("GET", "/v1/streams/ops/theme", answer: "StreamTheme")
        _ = try await call("PUT", "/v1/streams/ops/theme", "StreamThemeDocument", theme, "StreamTheme")
        _ = try await call("GET", "/v1/streams/ops/theme", answer: "StreamTheme", token: token)
        let question =
            #"{"stream":"ops","users":["@oncall"],"quorum":2,"escalate":[{"after":"5m","users":["carl"]}],"card":\#(card)}"#
        let asked = try await call("POST", "/v1/asks", "AskRequest", question, "Ask")
        let ask = try #require(asked["id"]?.string)
        _ = try await call("GET", "/v1/asks", answer: "Asks")
        _ = try await call("DELETE", "/v1/asks/\(ask)", answer: "Ask")
        _ = try await call("GET", "/v1/asks/unknown", answer: "Problem")
        _ = try await call("GET", "/v1/user", answer: "Profile", token: token)
        _ = try await call("GET", "/v1/metrics", answer: "Metrics", token: token)
        _ = try await call("POST", "/v1/invitations", "InvitationRequest", #"{"user":"carl"}"#, "Invitation")
        _ = try await call("GET", "/v1/invitations", answer: "Invitations")
        _ = try await call("GET", "/v1/health", answer: "Health")
        _ = try await call("GET", "/v1/health/live", answer: "HealthStatus")
        _ = try await call("GET", "/v1/health/ready", answer: "HealthStatus")
        await server.stop(within: .zero)
    }

    /// - Parameter token: The token of a viewer; nil for the publisher.
    private mutating func call(
        _ method: String, _ target: String, _ requestSchema: String? = nil, _ body: String? = nil,
        _ answerSchema: String? = nil, answer: String? = nil, token: String? = nil
    ) async throws -> JSONValue {
        var headers = [("Cardstream-Environment", keys.environment.rawValue), ("Content-Type", "application/json")]
        headers.append(("Cardstream-Key", token == nil ? keys.publisherKey : keys.viewerKey))
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        if let requestSchema, let body { examples.append((requestSchema, try JSONParser.parse(Array(body.utf8)))) }
        let response = await server.respond(
            to: method, target, headers: headers.map { (name: $0.0, value: $0.1) }, body: Array((body ?? "").utf8),
            mostBytes: 1 << 20)
        let json = try JSONParser.parse(response.body)
        examples.append((answerSchema ?? answer ?? "", json))
        return json
    }
}
