import Cards
import VendorClient

/// Rows of one kind that are sent in one request, and the request.
struct OutboxBatch: Sendable, Hashable {
    var kind: WaitingKind
    var rows: [WaitingRow]
    var request: CordialRequest
    /// For marks: the ids in the request, in order.
    var readIDs: [String] = []
    var unreadIDs: [String] = []
    /// For contacts: the status that the request contains.
    var status: String?

    /// The next request; nil if there is nothing to send now.
    ///
    /// - Parameters:
    ///   - waiting: Returns the rows of a kind, oldest first.
    ///   - kept: The kinds that could not be sent in this run.
    static func next(
        _ state: CordialState, channelKey: String, except kept: Set<WaitingKind>,
        waiting: (WaitingKind) throws -> [WaitingRow]
    ) rethrows -> OutboxBatch? {
        let hasContact = try !waiting(.contact).isEmpty
        for kind in WaitingKind.allCases where kind.isSent(in: state.phase, hasContact: hasContact) {
            guard !kept.contains(kind) else { continue }
            // Rows of another contact are removed when the contact changes; this is a second safeguard.
            let rows = try waiting(kind).filter { kind == .logout || $0.owner == nil || $0.owner == state.primaryKey }
            if !rows.isEmpty { return OutboxBatch(kind, rows, state, channelKey) }
        }
        return nil
    }

    private init(_ kind: WaitingKind, _ all: [WaitingRow], _ state: CordialState, _ channelKey: String) {
        let builder = BodyBuilder(state: state)
        self.kind = kind
        rows = all
        switch kind {
        case .contact:
            status = state.permission.status
            request = CordialRequest(
                .events, "POST", ["mobile", "contacts"], body: .array(all.map { .object(builder.contact($0.body)) }))
        case .event:
            request = CordialRequest(
                .events, "POST", ["mobile", "events"], body: .array(all.map { .object(builder.event($0.body)) }))
        case .cart:
            rows = Array(all.suffix(1))
            request = CordialRequest(
                .events, "POST", ["mobile", "contact", "cart"],
                body: .array(rows.map { .object(builder.event($0.body)) }))
        case .order:
            request = CordialRequest(
                .events, "POST", ["mobile", "orders"], body: .array(all.map { .object(builder.event($0.body)) }))
        case .mark:
            let marks = InboxMarks(all.map(\.body))
            (readIDs, unreadIDs) = (marks.read, marks.unread)
            request = CordialRequest(
                .messageHub, "POST", ["inbox", "read"], body: .object(builder.marks(marks, channelKey: channelKey)))
        case .delete:
            rows = Array(all.prefix(1))
            request = CordialRequest(
                .messageHub, "DELETE",
                ["inbox", "message", state.contactKey(channelKey: channelKey), state.deviceID, rows[0].key])
        case .logout:
            rows = Array(all.suffix(1))
            request = CordialRequest(
                .events, "POST", ["mobile", "contact", "logout"],
                body: .object(builder.withDevice(rows[0].body)))
        }
    }
}

/// Creates the bodies of requests: waiting rows, with the device and the contact at the time of sending.
struct BodyBuilder {
    let state: CordialState

    /// A contact. The order of the members is the documented one.
    func contact(_ row: JSONObject) -> JSONObject {
        var result: JSONObject = [
            "deviceId": .string(state.deviceID), "status": .string(state.permission.status),
        ]
        if !state.pushToken.isEmpty { result["token"] = .string(state.pushToken) }
        result.set("primaryKey", state.primaryKey)
        if let attributes = row.object("attributes"), !attributes.isEmpty {
            result["attributes"] = .object(ContactAttributes.nested(attributes))
        }
        return result
    }

    /// An event, a cart or an order.
    func event(_ row: JSONObject) -> JSONObject {
        var result = withDevice(row)
        result.set("primaryKey", state.primaryKey)
        return result
    }

    func marks(_ marks: InboxMarks, channelKey: String) -> JSONObject {
        var result: JSONObject = [
            "deviceId": .string(state.deviceID),
            "primaryKey": .string(state.contactKey(channelKey: channelKey)),
        ]
        if !marks.read.isEmpty { result["markAsReadIds"] = .array(marks.read.map(JSONValue.string)) }
        if !marks.unread.isEmpty { result["markAsUnReadIds"] = .array(marks.unread.map(JSONValue.string)) }
        return result
    }

    func withDevice(_ row: JSONObject) -> JSONObject {
        var result: JSONObject = ["deviceId": .string(state.deviceID)]
        for (key, value) in row.members { result[key] = value }
        return result
    }
}
