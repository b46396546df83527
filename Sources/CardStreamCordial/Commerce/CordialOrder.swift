public import Cards
import VendorClient

public import struct Foundation.Date

/// An order of the contact.
public struct CordialOrder: Sendable, Hashable {
    /// A postal address of an order.
    public struct Address: Sendable, Hashable {
        /// The name of the recipient.
        public var name: String
        /// The street and number.
        public var address: String
        /// The name of the city.
        public var city: String
        /// The state or province.
        public var state: String
        /// The postal code.
        public var postalCode: String
        /// The name or code of the country.
        public var country: String

        /// Creates an address.
        public init(
            name: String, address: String, city: String, state: String, postalCode: String, country: String
        ) {
            self.name = name
            self.address = address
            self.city = city
            self.state = state
            self.postalCode = postalCode
            self.country = country
        }

        init(_ json: JSONObject) {
            self.init(
                name: json.text("name") ?? "", address: json.text("address") ?? "", city: json.text("city") ?? "",
                state: json.text("state") ?? "", postalCode: json.text("postalCode") ?? "",
                country: json.text("country") ?? "")
        }

        var json: JSONObject {
            [
                "name": .string(name), "address": .string(address), "city": .string(city), "state": .string(state),
                "postalCode": .string(postalCode), "country": .string(country),
            ]
        }
    }

    /// The id of the order. A waiting order with the same id is replaced.
    public var id: String
    /// The status, such as `paid`.
    public var status: String
    /// The id of the store.
    public var storeID: String
    /// The id of the customer in the store.
    public var customerID: String
    /// When the order was placed; nil, the default, uses the time at which it is recorded.
    public var purchaseDate: Date?
    /// The shipping address.
    public var shippingAddress: Address
    /// The billing address.
    public var billingAddress: Address
    /// The ordered items.
    public var items: [CartItem]
    /// The tax; nil by default.
    public var tax: JSONNumber?
    /// The cost of shipping and handling; nil by default.
    public var shippingAndHandling: JSONNumber?
    /// Additional properties; empty by default.
    public var properties: JSONObject = [:]

    /// Creates an order.
    public init(
        id: String, status: String, storeID: String, customerID: String, shippingAddress: Address,
        billingAddress: Address, items: [CartItem]
    ) {
        self.id = id
        self.status = status
        self.storeID = storeID
        self.customerID = customerID
        self.shippingAddress = shippingAddress
        self.billingAddress = billingAddress
        self.items = items
    }

    /// Decodes an order from the protocol's JSON; nil if a required part is missing.
    public init?(_ json: JSONObject) {
        guard let id = json.text("orderID"), let status = json.text("status"), let store = json.text("storeID"),
            let customer = json.text("customerID"), let shipping = json.object("shippingAddress"),
            let billing = json.object("billingAddress")
        else { return nil }
        let given = json.objects("items")
        let items = given.compactMap(CartItem.init)
        guard items.count == given.count else { return nil }
        self.init(
            id: id, status: status, storeID: store, customerID: customer, shippingAddress: Address(shipping),
            billingAddress: Address(billing), items: items)
        purchaseDate = json.date("purchaseDate")
        tax = json["tax"]?.number ?? json.text("tax").flatMap(Double.init).flatMap(JSONNumber.init)
        shippingAndHandling = json["shippingAndHandling"]?.number
        properties = json.object("properties") ?? [:]
    }

    /// Encodes the order for the protocol, in which the tax is a string.
    func json(at now: Date) -> JSONObject {
        var result: JSONObject = [
            "orderID": .string(id), "status": .string(status), "storeID": .string(storeID),
            "customerID": .string(customerID), "purchaseDate": .string((purchaseDate ?? now).rfc3339),
            "shippingAddress": .object(shippingAddress.json), "billingAddress": .object(billingAddress.json),
            "items": .array(items.map { .object($0.json) }),
        ]
        result.set("tax", tax?.literal)
        result["shippingAndHandling"] = shippingAndHandling.map(JSONValue.number)
        if !properties.isEmpty { result["properties"] = .object(properties.withoutNestedNulls) }
        return result
    }
}
