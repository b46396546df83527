import Basics
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@testable import cardstream

/// The OpenAPI document agrees with the routes of the server.
@Suite struct OpenAPITests {
    private static let document = OpenAPIDocument.json

    /// An example of each route. ``OpenAPIOperation`` names all of them.
    private static let routes: [FeedRoute] = [
        .snapshot(stream: "ops"), .changes(stream: "ops", since: FeedCursor("e-1")),
        .page("more", card: "c", stream: "ops"), .act, .publish, .outcome("c"), .outcomes(OutcomeQuery()), .cancel("c"),
        .upload(UploadTarget(key: ActionKey("k"), streamID: "ops", cardID: "c", bucketID: "b")),
        .uploaded(UploadID("u")), .socket, .sendAnalytics, .analytics(RecordQuery()), .sendEvent,
        .events(RecordQuery()), .user, .updateUser, .metrics, .registerDevice, .deregisterDevice, .registerStreams,
        .streams, .users(AdminQuery()), .cards(AdminQuery()), .webhooks, .makeWebhook, .removeWebhook("w"),
        .deadDeliveries("w"), .replayDeliveries("w"), .invitations, .makeInvitation, .revokeInvitation("i"),
        .exchangeInvitation, .asks(AskQuery()), .makeAsk, .ask("a"), .withdrawAsk("a"), .groups, .setGroup("g"),
        .removeGroup("g"), .theme("ops"), .setTheme("ops"), .removeTheme("ops"), .themes, .audit(AuditQuery()), .keys,
        .health,
        .live, .ready, .serverMetrics,
    ]

    /// The operations of the document, by id.
    private static var operations: [String: (method: String, path: String, json: JSONValue)] {
        var operations: [String: (method: String, path: String, json: JSONValue)] = [:]
        for (path, methods) in document["paths"]?.object?.members ?? [] {
            for (method, operation) in methods.object?.members ?? [] {
                operations[operation["operationId"]?.string ?? ""] = (method.uppercased(), path, operation)
            }
        }
        return operations
    }

    @Test func `every route is in the document, and nothing else`() {
        let named = Self.routes.map { OpenAPIOperation($0).rawValue }
        #expect(Set(named) == Set(OpenAPIOperation.allCases.map(\.rawValue)) && named.count == Set(named).count)
        #expect(Set(Self.operations.keys) == Set(named))
        for route in Self.routes {
            guard let operation = Self.operations[OpenAPIOperation(route).rawValue] else { continue }
            #expect(operation.method == route.method)
            let path = route.target.split(separator: "?")[0].split(separator: "/")
            let template = operation.path.split(separator: "/")
            #expect(path.count == template.count, "\(route)")
            #expect(zip(path, template).allSatisfy { $1.hasPrefix("{") || $0 == $1 }, "\(route)")
        }
    }

    @Test func `the parameters of a path are declared, and open addresses need no credentials`() {
        for route in Self.routes {
            guard let operation = Self.operations[OpenAPIOperation(route).rawValue] else { continue }
            let declared = (operation.json["parameters"]?.array ?? []).filter { $0["in"]?.string == "path" }
                .compactMap { $0["name"]?.string }
            let named = operation.path.matches(of: /\{(\w+)\}/).map { String($0.1) }
            #expect(declared == named, "\(route)")
            #expect((operation.json["security"]?.array?.isEmpty == true) == route.isOpen, "\(route)")
        }
    }

    @Test func `every type of problem is in the document`() {
        let types = Self.document["components"]?["schemas"]?["Problem"]?["properties"]?["type"]?["enum"]?.array
        let known = ProblemType.allCases.filter { $0 != .unrecognised }.map(\.urn)
        #expect(Set(types?.compactMap(\.string) ?? []) == Set(known))
    }

    @Test func `every reference of the document resolves`() {
        func references(_ json: JSONValue) -> [String] {
            switch json {
            case .object(let object):
                object.members.flatMap { $0.key == "$ref" ? [$0.value.string ?? ""] : references($0.value) }
            case .array(let values): values.flatMap(references)
            default: []
            }
        }
        let found = Set(references(Self.document))
        #expect(found.contains("#/components/schemas/Card.answered"))
        for reference in found {
            let path = reference.split(separator: "/").dropFirst()
            #expect(path.reduce(Self.document) { $0[String($1)] ?? .null } != .null, "\(reference)")
        }
    }

    @Test(.enabled(if: PythonValidator.shared != nil, "openapi-spec-validator cannot be installed here"))
    func `the validator of the specification accepts the document`() throws {
        let validator = try #require(PythonValidator.shared)
        let problems = try validator.problems(of: Self.document, examples: [])
        #expect(problems == "")
    }

    @Test(.enabled(if: PythonValidator.shared != nil, "openapi-spec-validator cannot be installed here"))
    func `requests and responses of the server conform to the document`() async throws {
        let validator = try #require(PythonValidator.shared)
        #expect(try validator.problems(of: Self.document, examples: try await Recording().examples) == "")
        let wrong = [(schema: "Group", json: JSONValue.object(["name": "a b", "users": []]))]
        #expect(try validator.problems(of: Self.document, examples: wrong).contains("Group"))
    }
}

/// The routes by their names in the document. A new route does not compile until it has a name.
enum OpenAPIOperation: String, CaseIterable {
    case snapshot, changes, page, act, publish, outcome, outcomes, cancel, upload, uploaded, socket
    case sendAnalytics, analytics, sendEvent, events, user, updateUser, metrics
    case registerDevice, deregisterDevice, registerStreams, streams, users, cards
    case webhooks, makeWebhook, removeWebhook, deadDeliveries, replayDeliveries
    case invitations, makeInvitation, revokeInvitation, exchangeInvitation
    case asks, makeAsk, ask, withdrawAsk, groups, setGroup, removeGroup, theme, setTheme, removeTheme, themes
    case audit, keys, health, live, ready, serverMetrics

    init(_ route: FeedRoute) {
        self =
            switch route {
            case .snapshot: .snapshot
            case .changes: .changes
            case .page: .page
            case .act: .act
            case .publish: .publish
            case .outcome: .outcome
            case .outcomes: .outcomes
            case .cancel: .cancel
            case .upload: .upload
            case .uploaded: .uploaded
            case .socket: .socket
            case .sendAnalytics: .sendAnalytics
            case .analytics: .analytics
            case .sendEvent: .sendEvent
            case .events: .events
            case .user: .user
            case .updateUser: .updateUser
            case .metrics: .metrics
            case .registerDevice: .registerDevice
            case .deregisterDevice: .deregisterDevice
            case .registerStreams: .registerStreams
            case .streams: .streams
            case .users: .users
            case .cards: .cards
            case .webhooks: .webhooks
            case .makeWebhook: .makeWebhook
            case .removeWebhook: .removeWebhook
            case .deadDeliveries: .deadDeliveries
            case .replayDeliveries: .replayDeliveries
            case .invitations: .invitations
            case .makeInvitation: .makeInvitation
            case .revokeInvitation: .revokeInvitation
            case .exchangeInvitation: .exchangeInvitation
            case .asks: .asks
            case .makeAsk: .makeAsk
            case .ask: .ask
            case .withdrawAsk: .withdrawAsk
            case .groups: .groups
            case .setGroup: .setGroup
            case .removeGroup: .removeGroup
            case .theme: .theme
            case .setTheme: .setTheme
            case .removeTheme: .removeTheme
            case .themes: .themes
            case .audit: .audit
            case .keys: .keys
            case .health: .health
            case .live: .live
            case .ready: .ready
            case .serverMetrics: .serverMetrics
            }
    }
}
