internal import Basics
internal import Cards

import struct Foundation.Date

/// The JSON form of an event, for other sessions with the same store: an array of its name and its values.
extension SessionEvent {
    init?(json: JSONValue) {
        guard let parts = json.array, let name = parts.first?.string else { return nil }
        if name == "status", parts.count == 2 {
            guard let status = SyncStatus(json: parts[1]) else { return nil }
            self = .status(status)
            return
        }
        if name == "theme-changed", parts.count == 2 {
            guard let stream = parts[1].string.flatMap({ StreamID($0) }) else { return nil }
            self = .themeChanged(stream)
            return
        }
        // A peer with another version may send a response that this version does not know.
        guard parts.count == 4, let card = parts[1].string.flatMap({ CardID($0) }),
            let response = try? CardResponse(json: parts[2])
        else { return nil }
        switch name {
        case "delivered": self = .delivered(card, response)
        case "refused":
            guard let reason = parts[3].string else { return nil }
            self = .refused(card, response, reason: reason)
        case "closed": self = .closed(card, response, parts[3].string.flatMap(CardStatus.init))
        default: return nil
        }
    }

    var json: JSONValue {
        func settled(_ name: String, _ card: CardID, _ response: CardResponse, _ rest: String? = nil) -> JSONValue {
            .array([.string(name), .string(card.rawValue), response.json, rest.map { .string($0) } ?? .null])
        }
        return switch self {
        case .status(let status): .array(["status", status.json])
        case .delivered(let card, let response): settled("delivered", card, response)
        case .refused(let card, let response, let reason): settled("refused", card, response, reason)
        case .closed(let card, let response, let status): settled("closed", card, response, status?.rawValue)
        case .themeChanged(let stream): .array(["theme-changed", .string(stream.rawValue)])
        }
    }
}

extension SyncStatus {
    init?(json: JSONValue) {
        guard let object = json.object, let connection = object["connection"].flatMap(Connection.init(json:)),
            let waiting = object["waiting"]?.int, let refused = object["refused"]?.int,
            let skew = object["skew"]?.number?.double,
            let capabilities = object["capabilities"].flatMap(SourceCapabilities.init(json:))
        else { return nil }
        let sources = (object["sources"]?.array ?? []).compactMap(Source.init(json:))
        guard sources.count == object["sources"]?.array?.count ?? 0 else { return nil }
        self.init(
            connection: connection, waitingActions: waiting, refusedActions: refused,
            lastSyncedAt: object["synced"]?.number.map { Date(timeIntervalSince1970: $0.double) },
            clockSkew: .seconds(clamping: skew),
            capabilities: capabilities, sources: sources)
    }

    var json: JSONValue {
        [
            "connection": connection.json, "waiting": .number(JSONNumber(waitingActions)),
            "refused": .number(JSONNumber(refusedActions)),
            "synced": (lastSyncedAt.flatMap { JSONNumber($0.timeIntervalSince1970) }).map { .number($0) } ?? .null,
            "skew": .number(JSONNumber(clockSkew.seconds) ?? JSONNumber(0)), "capabilities": capabilities.json,
            "sources": .array(sources.map(\.json)),
        ]
    }
}

extension SyncStatus.Source {
    init?(json: JSONValue) {
        guard let object = json.object, let name = object["name"]?.string,
            let connection = object["connection"].flatMap(SyncStatus.Connection.init(json:)),
            let capabilities = object["capabilities"].flatMap(SourceCapabilities.init(json:))
        else { return nil }
        let names = object["streams"]?.array ?? []
        let streams = names.compactMap { $0.string.flatMap { StreamID($0) } }
        guard streams.count == names.count else { return nil }
        self.init(
            name: name, streams: streams, connection: connection, capabilities: capabilities,
            heldCards: object["held"]?.int ?? 0)
    }

    var json: JSONValue {
        [
            "name": .string(name), "streams": .array(streams.map { .string($0.rawValue) }),
            "connection": connection.json, "capabilities": capabilities.json,
            "held": .number(JSONNumber(heldCards)),
        ]
    }
}

extension SyncStatus.Connection {
    init?(json: JSONValue) {
        guard let parts = json.array, let name = parts.first?.string else { return nil }
        switch (name, parts.count) {
        case ("connecting", 1): self = .connecting
        case ("live", 1): self = .live
        case ("polling", 2): self = .polling(parts[1] == .bool(true) ? .chosen : .pushUnavailable)
        case ("offline", 3):
            guard let since = parts[1].number?.double, let failure = SyncStatus.Failure(json: parts[2]) else {
                return nil
            }
            self = .offline(since: Date(timeIntervalSince1970: since), failure)
        case ("stopped", 2):
            guard let failure = SyncStatus.Failure(json: parts[1]) else { return nil }
            self = .stopped(failure)
        default: return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .connecting: ["connecting"]
        case .live: ["live"]
        case .polling(let reason): .array(["polling", .bool(reason == .chosen)])
        case .offline(let since, let failure):
            .array(["offline", .number(JSONNumber(since.timeIntervalSince1970) ?? JSONNumber(0)), failure.json])
        case .stopped(let failure): .array(["stopped", failure.json])
        }
    }
}

extension SyncStatus.Failure {
    init?(json: JSONValue) {
        guard let parts = json.array, parts.count == 3, let name = parts[0].string else { return nil }
        let (first, second) = (parts[1].string, parts[2].string)
        switch (name, first, second) {
        case ("no-connection", _, nil): self = .noConnection(server: first)
        case ("unreachable", _, nil): self = .unreachable(server: first)
        case ("host-not-found", let host?, nil): self = .hostNotFound(host)
        case ("not-feed", _, let text?): self = .notFeed(server: first, text)
        case ("bad-answer", let text?, nil): self = .badAnswer(text)
        case ("authentication", let text?, nil): self = .authentication(text)
        case ("tls", let text?, nil): self = .tls(text)
        case ("denied", let text?, nil): self = .denied(text)
        case ("disk-full", _, nil): self = .local(.diskFull(folder: first))
        case ("store", let text?, nil): self = .local(.store(text))
        case ("library", let text?, nil): self = .local(.library(text))
        case ("feed", let text?, nil): self = .local(.feed(text))
        default: return nil
        }
    }

    var json: JSONValue {
        let (name, first, second): (String, String?, String?) =
            switch self {
            case .noConnection(let server): ("no-connection", server, nil)
            case .unreachable(let server): ("unreachable", server, nil)
            case .hostNotFound(let host): ("host-not-found", host, nil)
            case .notFeed(let server, let text): ("not-feed", server, text)
            case .badAnswer(let text): ("bad-answer", text, nil)
            case .authentication(let text): ("authentication", text, nil)
            case .tls(let text): ("tls", text, nil)
            case .denied(let text): ("denied", text, nil)
            case .local(.diskFull(let folder)): ("disk-full", folder, nil)
            case .local(.store(let text)): ("store", text, nil)
            case .local(.library(let text)): ("library", text, nil)
            case .local(.feed(let text)): ("feed", text, nil)
            }
        return .array([.string(name), first.map { .string($0) } ?? .null, second.map { .string($0) } ?? .null])
    }
}

extension SourceCapabilities {
    init?(json: JSONValue) {
        guard let object = json.object, let actions = Self.kinds(object["actions"]),
            let undoable = Self.kinds(object["undoable"])
        else { return nil }
        self.init(
            actions: actions, undoable: undoable, acceptsFiles: object["files"] == .bool(true),
            loadsPages: object["pages"] == .bool(true), tellsTyping: object["typing"] == .bool(true),
            cardsReturn: object["returns"] == .bool(true),
            startsConversations: object["talks"] == .bool(true), offersSwitches: object["switches"] == .bool(true),
            followsLinks: object["links"] == .bool(true),
            delivery: object["live"] == .bool(true) ? .live : .polled)
        snooze = object["snooze"]?.string.map { $0 == "local" ? .local : .source }
    }

    private static func kinds(_ json: JSONValue?) -> Set<CardResponse.Kind>? {
        guard let names = json?.array else { return nil }
        let kinds = names.compactMap { name in CardResponse.Kind.allCases.first { "\($0)" == name.string } }
        return kinds.count == names.count ? Set(kinds) : nil
    }

    var json: JSONValue {
        func names(_ kinds: Set<CardResponse.Kind>) -> JSONValue { .array(kinds.map { .string("\($0)") }) }
        return [
            "actions": names(actions), "undoable": names(undoable), "files": .bool(acceptsFiles),
            "pages": .bool(loadsPages), "typing": .bool(tellsTyping), "returns": .bool(cardsReturn),
            "talks": .bool(startsConversations), "switches": .bool(offersSwitches),
            "links": .bool(followsLinks),
            "live": .bool(delivery == .live),
            "snooze": snooze.map { .string($0 == .local ? "local" : "source") } ?? .null,
        ]
    }
}
