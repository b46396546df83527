internal import AppRuntime
internal import CardStreamCordial
internal import Cards
internal import Glibc

import struct Foundation.Date

/// A file with the items of a cart, or with an order, in the format of the protocol.
struct CommerceFile {
    /// The name of the file in messages.
    let name: String
    private let json: JSONValue

    /// - Parameter path: `-` for standard input.
    /// - Throws: ``CommandFailure`` if the file cannot be read or is not JSON.
    init(path: String) throws(CommandFailure) {
        name = path == "-" ? "standard input" : path.shownAsFile
        json = try JSONFile.read(path)
    }

    init(name: String, _ json: JSONValue) {
        self.name = name
        self.json = json
    }

    private static let itemTexts = ["productID", "name", "sku", "category"]
    private static let orderTexts = ["orderID", "status", "storeID", "customerID"]
    private static let addresses = ["shippingAddress", "billingAddress"]

    /// - Throws: ``CommandFailure`` with the JSON pointer to the missing or invalid member.
    func items() throws(CommandFailure) -> [CartItem] {
        guard let list = json.array ?? json.object?["cartitems"]?.array else {
            throw failure("expected a list of items, or an object with the member cartitems")
        }
        return try items(list, at: json.array == nil ? "/cartitems" : "")
    }

    /// - Throws: ``CommandFailure`` with the JSON pointer to the missing or invalid member.
    func order() throws(CommandFailure) -> CordialOrder {
        guard let object = json.object else { throw failure("expected an order, as a JSON object") }
        for member in Self.orderTexts { try requireText(object, member, at: "") }
        for member in Self.addresses where object[member]?.object == nil {
            throw failure("/\(member): expected an address, as a JSON object")
        }
        guard let list = object["items"]?.array else { throw failure("/items: expected a list of items") }
        _ = try items(list, at: "/items")
        try checkTime(object, "purchaseDate", at: "")
        guard let order = CordialOrder(object) else {
            throw failure("expected an order, as `cardstream order --help` describes")
        }
        return order
    }

    private func items(_ list: [JSONValue], at place: String) throws(CommandFailure) -> [CartItem] {
        var items: [CartItem] = []
        for (index, value) in list.enumerated() {
            let place = "\(place)/\(index)"
            guard let object = value.object else { throw failure("\(place): expected an item, as a JSON object") }
            for member in Self.itemTexts { try requireText(object, member, at: place) }
            guard let quantity = object["qty"]?.int, quantity >= 0 else {
                throw failure("\(place)/qty: expected the quantity, a whole number of at least 0")
            }
            try checkTime(object, "timestamp", at: place)
            guard let item = CartItem(object) else {
                throw failure("\(place): expected an item, as `cardstream cart set --help` describes")
            }
            items.append(item)
        }
        return items
    }

    private func requireText(_ object: JSONObject, _ member: String, at place: String) throws(CommandFailure) {
        guard object[member]?.string?.isEmpty == false else {
            throw failure("\(place)/\(member): expected a string that is not empty")
        }
    }

    private func checkTime(_ object: JSONObject, _ member: String, at place: String) throws(CommandFailure) {
        guard let value = object[member] else { return }
        guard value.string.flatMap({ Date(rfc3339: $0) }) != nil else {
            throw failure("\(place)/\(member): expected a time such as 2026-07-31T09:30:00Z")
        }
    }

    private func failure(_ words: String) -> CommandFailure { CommandFailure(.failure, "\(name): \(words)") }
}

/// Reads files that contain one JSON value.
enum JSONFile {
    /// - Parameter path: `-` for standard input.
    /// - Throws: ``CommandFailure`` if the file cannot be read or is not JSON.
    static func read(_ path: String) throws(CommandFailure) -> JSONValue {
        let name = path == "-" ? "standard input" : path.shownAsFile
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes =
                path == "-"
                ? try PrivateFile.read(descriptor: STDIN_FILENO, name: name, limit: 1 << 20)
                : try PrivateFile.read(path, limit: 1 << 20)
        } catch { throw CommandFailure(error) }
        do { return try JSONParser.parse(bytes) } catch {
            throw CommandFailure(.failure, "\(name): not JSON: \(error)".escapingControls)
        }
    }
}
