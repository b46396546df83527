import Basics
import CardSources
import Cards

import struct Foundation.Date

extension FeedRoute {
    /// Parses the method and target of a request line.
    ///
    /// - Throws: ``Problem`` of type `not-found`, `method-not-allowed` (its `expected` lists the allowed methods) or
    ///   `malformed-request`.
    package init(method: String, target: String) throws(Problem) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = parts[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var path: [String] = []
        for segment in segments {
            guard let text = PercentCoding.decode(segment) else {
                throw Problem(.malformedRequest, detail: "The path has a percent escape that is not UTF-8.")
            }
            path.append(text)
        }
        if path == ["metrics"] {
            try Self.require("GET", method)
            self = .serverMetrics
            return
        }
        guard target.hasPrefix(Self.prefix + "/") else { throw Self.unknownPath }
        let query = try Query(parts.count > 1 ? parts[1] : "")
        switch (path.count, path[1]) {
        case (4, "streams") where path[3] == "theme":
            let stream: StreamID = try Self.identifier(path[2], .unknownStream, "stream")
            switch method {
            case "GET": self = .theme(stream)
            case "PUT": self = .setTheme(stream)
            case "DELETE": self = .removeTheme(stream)
            default: throw Problem(.methodNotAllowed, expected: "GET, PUT, DELETE")
            }
        case (4, "streams"):
            try Self.require("GET", method)
            let stream: StreamID = try Self.identifier(path[2], .unknownStream, "stream")
            switch path[3] {
            case "snapshot":
                self = .snapshot(
                    stream: stream, page: query["page"], limit: try query.limit(), filters: try query.filters())
            case "changes":
                guard let since = query["since"] else {
                    throw Problem(
                        .malformedRequest, detail: "The query needs since=CURSOR: the cursor of an earlier response.",
                        expected: "since")
                }
                self = .changes(
                    stream: stream, since: try Self.identifier(since, .malformedRequest, "since"),
                    limit: try query.limit(), filters: try query.filters())
            default: throw Self.unknownPath
            }
        case (7, "streams") where path[3] == "cards" && path[5] == "pages" && !path[6].isEmpty:
            try Self.require("GET", method)
            self = .page(
                path[6], card: try Self.identifier(path[4], .unknownCard, "card"),
                stream: try Self.identifier(path[2], .unknownStream, "stream"))
        case (2, "actions"):
            try Self.require("POST", method)
            self = .act
        case (2, "cards"):
            try Self.require(either: "GET", "POST", method)
            self = method == "GET" ? .cards(try query.admin()) : .publish
        case (2, "streams"):
            try Self.require("GET", method)
            self = .streams
        case (2, "users"):
            try Self.require("GET", method)
            self = .users(try query.admin())
        case (3, "cards") where !path[2].isEmpty:
            let card: CardID = try Self.identifier(path[2], .unknownCard, "id")
            try Self.require(either: "GET", "DELETE", method)
            self = method == "GET" ? .outcome(card, wait: try query.wait()) : .cancel(card)
        case (2, "outcomes"):
            try Self.require("GET", method)
            self = .outcomes(try query.outcomes())
        case (2, "uploads"):
            try Self.require("POST", method)
            self = .upload(
                UploadTarget(
                    key: try query.required("key"), streamID: try query.required("stream", .unknownStream),
                    cardID: try query.required("card"), bucketID: try query.required("bucket")))
        case (3, "uploads") where !path[2].isEmpty:
            try Self.require("GET", method)
            self = .uploaded(try Self.identifier(path[2], .notFound, "id"))
        case (2, "analytics"):
            try Self.require(either: "GET", "POST", method)
            self = method == "GET" ? .analytics(try query.records()) : .sendAnalytics
        case (2, "events"):
            try Self.require(either: "GET", "POST", method)
            self = method == "GET" ? .events(try query.records()) : .sendEvent
        case (2, "user"):
            try Self.require(either: "GET", "POST", method)
            self = method == "GET" ? .user : .updateUser
        case (2, "metrics"):
            try Self.require("GET", method)
            self = .metrics
        case (2, "devices"):
            try Self.require("POST", method)
            self = .registerDevice
        case (3, "devices"):
            guard ["deregister", "streams"].contains(path[2]) else { throw Self.unknownPath }
            try Self.require("POST", method)
            self = path[2] == "streams" ? .registerStreams : .deregisterDevice
        case (2, "webhooks"):
            try Self.require(either: "GET", "POST", method)
            self = method == "GET" ? .webhooks : .makeWebhook
        case (3, "webhooks") where !path[2].isEmpty:
            try Self.require("DELETE", method)
            self = .removeWebhook(try Self.identifier(path[2], .notFound, "id"))
        case (4, "webhooks") where !path[2].isEmpty:
            guard ["dead", "replay"].contains(path[3]) else { throw Self.unknownPath }
            try Self.require(path[3] == "dead" ? "GET" : "POST", method)
            let webhook: WebhookID = try Self.identifier(path[2], .notFound, "id")
            self = path[3] == "dead" ? .deadDeliveries(webhook) : .replayDeliveries(webhook)
        case (2, "invitations"):
            try Self.require(either: "GET", "POST", method)
            self = method == "GET" ? .invitations : .makeInvitation
        case (3, "invitations") where path[2] == "exchange":
            try Self.require("POST", method)
            self = .exchangeInvitation
        case (3, "invitations") where !path[2].isEmpty:
            try Self.require("DELETE", method)
            self = .revokeInvitation(try Self.identifier(path[2], .notFound, "id"))
        case (2, "asks"):
            try Self.require(either: "GET", "POST", method)
            self = method == "GET" ? .asks(try query.asks()) : .makeAsk
        case (3, "asks") where !path[2].isEmpty:
            let ask: AskID = try Self.identifier(path[2], .unknownAsk, "id")
            try Self.require(either: "GET", "DELETE", method)
            self = method == "GET" ? .ask(ask, wait: try query.wait()) : .withdrawAsk(ask)
        case (2, "audit"):
            try Self.require("GET", method)
            self = .audit(try query.audit())
        case (2, "keys"):
            try Self.require("GET", method)
            self = .keys
        case (2, "groups"):
            try Self.require("GET", method)
            self = .groups
        case (3, "groups") where !path[2].isEmpty:
            let group: GroupName = try Self.identifier(path[2], .unknownGroup, "name")
            try Self.require(either: "PUT", "DELETE", method)
            self = method == "PUT" ? .setGroup(group) : .removeGroup(group)
        case (2, "themes"):
            try Self.require("GET", method)
            self = .themes
        case (2, "socket"):
            try Self.require("GET", method)
            self = .socket
        case (2, "health"):
            try Self.require("GET", method)
            self = .health
        case (3, "health"):
            guard ["live", "ready"].contains(path[2]) else { throw Self.unknownPath }
            try Self.require("GET", method)
            self = path[2] == "live" ? .live : .ready
        default: throw Self.unknownPath
        }
    }

    private static let unknownPath = Problem(.notFound, detail: "This address does not exist.")

    private static func require(_ expected: String, _ method: String) throws(Problem) {
        guard method == expected else { throw Problem(.methodNotAllowed, expected: expected) }
    }

    /// Throws unless the method is one of two.
    private static func require(either first: String, _ second: String, _ method: String) throws(Problem) {
        guard method == first || method == second else {
            throw Problem(.methodNotAllowed, expected: "\(first), \(second)")
        }
    }

    /// Converts a part of a path or query to an identifier. No other code does this.
    ///
    /// - Parameters:
    ///   - type: The type of the problem for an invalid identifier.
    ///   - name: The name of the part or query parameter, for the error.
    private static func identifier<ID: Identifier>(
        _ text: String, _ type: ProblemType, _ name: String
    ) throws(Problem) -> ID {
        guard let identifier = ID(rawValue: text) else {
            throw Problem(
                type, detail: "The \(name) in the address must be \(ID.rule.expected).", pointer: "/\(name)",
                expected: ID.rule.expected)
        }
        return identifier
    }

    /// A decoded query. Unknown names are ignored. If a name is repeated, the first value is used.
    private struct Query {
        private var items: [(name: String, value: String)] = []

        init(_ text: some StringProtocol) throws(Problem) {
            for pair in text.split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = PercentCoding.decode(sides[0]),
                    let value = PercentCoding.decode(sides.count > 1 ? sides[1] : "")
                else { throw Problem(.malformedRequest, detail: "The query has a percent escape that is not UTF-8.") }
                items.append((name, value))
            }
        }

        subscript(name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }

        func required<ID: Identifier>(
            _ name: String, _ type: ProblemType = .malformedRequest
        ) throws(Problem) -> ID {
            guard let value = self[name] else {
                throw Problem(
                    .malformedRequest, detail: "The query needs \(name)=VALUE: \(ID.rule.expected).",
                    pointer: "/\(name)",
                    expected: ID.rule.expected)
            }
            return try FeedRoute.identifier(value, type, name)
        }

        func optional<ID: Identifier>(
            _ name: String, _ type: ProblemType = .malformedRequest
        ) throws(Problem) -> ID? {
            guard let value = self[name] else { return nil }
            return try FeedRoute.identifier(value, type, name)
        }

        func admin() throws(Problem) -> AdminQuery {
            var result = AdminQuery(
                stream: try optional("stream", .unknownStream), user: try optional("user"),
                beginning: (try optional("id") as CardID?)?.rawValue,
                after: (try optional("after") as UserID?)?.rawValue, limit: try limit())
            guard let text = self["status"] else { return result }
            guard let status = CardStatus(rawValue: text) else {
                let known = CardStatus.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(
                    .malformedRequest, detail: "The query parameter \"status\" must be one of \(known).",
                    expected: known)
            }
            result.status = status
            return result
        }

        func records() throws(Problem) -> RecordQuery {
            if let last = try number("last") { return RecordQuery(last: last) }
            guard let text = self["since"] else { return RecordQuery(limit: try limit()) }
            guard let since = Int64(text), since >= 0 else {
                throw Problem(
                    .malformedRequest, detail: "The query parameter \"since\" must be the \"seq\" of an earlier line.",
                    expected: "a whole number of at least 0")
            }
            return RecordQuery(since: since, limit: try limit())
        }

        func filters() throws(Problem) -> [CardFilter] {
            guard let text = self["filters"] else { return [] }
            return try FeedCoder.decodeFilters(Array(text.utf8))
        }

        func outcomes() throws(Problem) -> OutcomeQuery {
            if let last = try number("last") { return OutcomeQuery(last: last) }
            return OutcomeQuery(since: try optional("since"), limit: try limit())
        }

        func asks() throws(Problem) -> AskQuery {
            AskQuery(includesSettled: self["all"] == "true", limit: try limit())
        }

        func audit() throws(Problem) -> AuditQuery {
            var query = AuditQuery(ask: try optional("ask", .unknownAsk), limit: try limit())
            if let text = self["since"] {
                guard let since = Date(rfc3339: text) else {
                    let expected = "an RFC 3339 time such as 2026-11-21T09:30:00Z"
                    throw Problem(
                        .malformedRequest, detail: "The query parameter \"since\" must be \(expected).",
                        expected: expected)
                }
                query.since = since
            }
            query.after = Int64(try number("after") ?? 0)
            return query
        }

        func wait() throws(Problem) -> Int? { try number("wait") }

        func limit() throws(Problem) -> Int? { try number("limit") }

        private func number(_ name: String) throws(Problem) -> Int? {
            guard let text = self[name] else { return nil }
            guard let number = Int(text), number > 0 else {
                throw Problem(
                    .malformedRequest, detail: "The query parameter \"\(name)\" must be a positive number.",
                    expected: "a whole number of at least 1")
            }
            return number
        }
    }
}
