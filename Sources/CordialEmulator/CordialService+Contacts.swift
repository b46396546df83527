import Cards
import EmulatorHTTP

extension CordialService {
    static let success = EmulatorResponse(json: ["success": true])

    mutating func setContacts(_ body: [UInt8]) -> EmulatorResponse {
        guard let contacts = Self.objects(body), !contacts.isEmpty else {
            return Self.refusal([("0", "must be a contact")])
        }
        let refused = contacts.indices.filter { index in
            contacts[index]["deviceId"]?.string?.isEmpty != false
                || !["opt-in", "opt-out"].contains(contacts[index]["status"]?.string)
        }
        guard refused.isEmpty else { return Self.refusal(refused.map { ("\($0).deviceId", "is required") }) }
        records.contacts += contacts
        return Self.success
    }

    mutating func logOut(_ body: [UInt8]) -> EmulatorResponse {
        guard let logout = Self.object(body), logout["deviceId"]?.string != nil else {
            return Self.refusal([("deviceId", "is required")])
        }
        records.logouts.append(logout)
        return Self.success
    }

    /// Adds the events of a request: all of them, or none if one is refused.
    mutating func addEvents(_ body: [UInt8]) -> EmulatorResponse {
        guard let events = Self.objects(body), !events.isEmpty else { return Self.refusal([("0", "must be an event")]) }
        var errors: [(String, String)] = []
        for (index, event) in events.enumerated() {
            for field in ["deviceId", "event", "timestamp"] where event[field]?.string?.isEmpty != false {
                errors.append(("\(index).\(field)", "The \(field) field is required."))
            }
            if let name = event["event"]?.string, configuration.refusedEvents.contains(name) {
                errors.append(("\(index).event", "The event is not allowed."))
            }
        }
        guard errors.isEmpty else { return Self.refusal(errors) }
        records.events += events
        records.bulks.append(events.count)
        return Self.success
    }

    mutating func setCart(_ body: [UInt8]) -> EmulatorResponse {
        guard let carts = Self.objects(body), carts.count == 1, carts[0]["cartitems"]?.array != nil else {
            return Self.refusal([("0.cartitems", "is required")])
        }
        records.carts += carts
        return Self.success
    }

    mutating func addOrders(_ body: [UInt8]) -> EmulatorResponse {
        guard let orders = Self.objects(body), !orders.isEmpty,
            orders.allSatisfy({ $0["order"]?["orderID"]?.string != nil && $0["deviceId"]?.string != nil })
        else { return Self.refusal([("0.order", "is required")]) }
        records.orders += orders
        return Self.success
    }

    /// Whether the contact that the device registered last is this one.
    func isKnown(_ contact: String, _ device: String) -> Bool {
        guard let last = records.contacts.last(where: { $0["deviceId"]?.string == device }) else { return false }
        return contact == Self.key(of: last, configuration.channelKey)
    }

    static func key(of contact: JSONObject, _ channelKey: String) -> String {
        contact["primaryKey"]?.string ?? "\(channelKey):\(contact["token"]?.string ?? "")"
    }

    // A body that is not JSON gets the same response as JSON of a wrong type.

    static func object(_ body: [UInt8]) -> JSONObject? { (try? JSONParser.parse(body))?.object }

    static func objects(_ body: [UInt8]) -> [JSONObject]? {
        // A body that is not JSON is refused like one of a wrong type.
        guard let array = (try? JSONParser.parse(body))?.array else { return nil }
        let objects = array.compactMap(\.object)
        return objects.count == array.count ? objects : nil
    }

    /// Creates a 422 response with the invalid fields.
    static func refusal(_ errors: [(field: String, message: String)]) -> EmulatorResponse {
        var fields = JSONObject()
        for error in errors { fields[error.field] = [.string(error.message)] }
        return EmulatorResponse(
            json: [
                "success": false,
                "error": ["code": 422, "message": "The given data was invalid.", "errors": .object(fields)],
            ], status: 422)
    }
}
