import Cards

extension FeedCoder {
    // MARK: Creating

    package static func encode(_ request: WebhookRequest) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.object { writer in
            writer.member("url", request.url)
            writer.key("events")
            writer.array { writer in for event in request.events { writer.string(event.rawValue) } }
            writer.key("streams")
            writer.array { writer in for stream in request.streams { writer.string(stream.rawValue) } }
        }
        return writer.bytes
    }

    /// Decodes a request. Checks only the syntax; the server checks whether deliveries to the address are allowed.
    package static func decodeWebhookRequest(_ bytes: [UInt8]) throws(Problem) -> WebhookRequest {
        let object = try WireObject(document: bytes)
        let url = try object.string("url")
        let rule = IdentifierRule(bytes: 8...2048, characters: .noControls)
        guard rule.allows(url) else { throw object.failure("url", expected: "an address, \(rule.expected)") }
        return WebhookRequest(
            url: url, events: try events(object), streams: try object.optionalIDs("streams") ?? [])
    }

    private static func events(_ object: WireObject) throws(Problem) -> [WebhookEvent] {
        var events: [WebhookEvent] = []
        for (index, slice) in (try object.optionalElements("events") ?? []).enumerated() {
            // The parser's reason is not needed: the error says what was expected.
            guard let event = (try? slice.string()).flatMap(WebhookEvent.init(rawValue:)) else {
                let known = WebhookEvent.allCases.map(\.rawValue).joined(separator: ", ")
                throw object.failure("events/\(index)", expected: "one of \(known)")
            }
            if !events.contains(event) { events.append(event) }
        }
        return events
    }

    // MARK: Webhooks

    package static func encode(_ webhook: Webhook) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        write(webhook, to: &writer)
        return writer.bytes
    }

    /// `{"webhooks":[…]}`
    package static func encode(_ webhooks: [Webhook]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 * webhooks.count + 32)
        writer.object { writer in
            writer.key("webhooks")
            writer.array { writer in for webhook in webhooks { write(webhook, to: &writer) } }
        }
        return writer.bytes
    }

    private static func write(_ webhook: Webhook, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", webhook.id.rawValue)
            writer.member("url", webhook.url)
            writer.key("events")
            writer.array { writer in for event in webhook.events { writer.string(event.rawValue) } }
            writer.key("streams")
            writer.array { writer in for stream in webhook.streams { writer.string(stream.rawValue) } }
            writer.member("created", webhook.createdAt)
            writer.member("secret", ifPresent: webhook.secret)
            writer.member("waiting", webhook.waiting)
            writer.member("dead", webhook.dead)
        }
    }

    package static func decodeWebhook(_ bytes: [UInt8]) throws(Problem) -> Webhook {
        try webhook(WireObject(document: bytes))
    }

    package static func decodeWebhooks(_ bytes: [UInt8]) throws(Problem) -> [Webhook] {
        var webhooks: [Webhook] = []
        for (index, slice) in try WireObject(document: bytes).elements("webhooks").enumerated() {
            webhooks.append(try webhook(WireObject(slice, pointer: "/webhooks/\(index)")))
        }
        return webhooks
    }

    private static func webhook(_ object: WireObject) throws(Problem) -> Webhook {
        Webhook(
            id: try object.id("id"), url: try object.string("url"), events: try events(object),
            streams: try object.optionalIDs("streams") ?? [], createdAt: try object.time("created"),
            secret: try object.optionalString("secret"), waiting: try object.optionalInt("waiting") ?? 0,
            dead: try object.optionalInt("dead") ?? 0)
    }

    // MARK: Dead deliveries

    /// `{"deliveries":[…]}`
    package static func encode(_ deliveries: [DeadDelivery]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 * deliveries.count + 32)
        writer.object { writer in
            writer.key("deliveries")
            writer.array { writer in
                for delivery in deliveries {
                    writer.object { writer in
                        writer.member("id", delivery.id.rawValue)
                        writer.member("type", delivery.event.rawValue)
                        writer.member("card", delivery.cardID.rawValue)
                        writer.member("timestamp", delivery.at)
                        writer.member("attempts", delivery.attempts)
                        if let lastAt = delivery.lastAt { writer.member("lastAttempt", lastAt) }
                        writer.member("reason", ifPresent: delivery.reason)
                    }
                }
            }
        }
        return writer.bytes
    }

    package static func decodeDeadDeliveries(_ bytes: [UInt8]) throws(Problem) -> [DeadDelivery] {
        var deliveries: [DeadDelivery] = []
        for (index, slice) in try WireObject(document: bytes).elements("deliveries").enumerated() {
            let delivery = try WireObject(slice, pointer: "/deliveries/\(index)")
            deliveries.append(
                DeadDelivery(
                    id: try delivery.id("id"), event: try delivery.choice("type"),
                    cardID: try delivery.id("card"), at: try delivery.time("timestamp"),
                    attempts: try delivery.int("attempts"), lastAt: try delivery.optionalTime("lastAttempt"),
                    reason: try delivery.optionalString("reason")))
        }
        return deliveries
    }

    /// Encodes the dead deliveries to retry as `{"ids":[…]}`; `{}` retries all.
    package static func encode(replaying ids: [DeliveryID]?) -> [UInt8] {
        var object = JSONObject()
        if let ids { object["ids"] = .array(ids.map { .string($0.rawValue) }) }
        return JSONValue.object(object).encoded()
    }

    package static func decodeReplay(_ bytes: [UInt8]) throws(Problem) -> [DeliveryID]? {
        try WireObject(document: bytes).optionalIDs("ids")
    }

    /// `{"replayed":3}`
    package static func encode(replayed count: Int) -> [UInt8] {
        JSONValue.object(["replayed": .number(JSONNumber(count))]).encoded()
    }

    package static func decodeReplayed(_ bytes: [UInt8]) throws(Problem) -> Int {
        try WireObject(document: bytes).int("replayed")
    }
}
