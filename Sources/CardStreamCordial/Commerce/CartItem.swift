public import Cards
import VendorClient

public import struct Foundation.Date

/// A product in a cart or an order.
public struct CartItem: Sendable, Hashable {
    /// The id of the product.
    public var productID: String
    /// The name of the product.
    public var name: String
    /// The stock keeping unit.
    public var sku: String
    /// The category of the product.
    public var category: String
    /// The number of pieces.
    public var quantity: Int
    /// The page of the product; nil, the default, for none.
    public var url: String?
    /// A description of the product; nil by default.
    public var details: String?
    /// The usual price of one piece; nil by default.
    public var itemPrice: JSONNumber?
    /// The paid price of one piece; nil by default.
    public var salePrice: JSONNumber?
    /// Attributes such as colour and size; empty by default.
    public var attributes: [String: String] = [:]
    /// Addresses of pictures; empty by default.
    public var images: [String] = []
    /// Additional properties; empty by default.
    public var properties: JSONObject = [:]
    /// When the product was put into the cart; nil, the default, omits it.
    public var time: Date?

    /// Creates an item.
    public init(productID: String, name: String, sku: String, category: String, quantity: Int) {
        self.productID = productID
        self.name = name
        self.sku = sku
        self.category = category
        self.quantity = quantity
    }

    /// Decodes an item from the protocol's JSON; nil if a required part is missing.
    public init?(_ json: JSONObject) {
        guard let productID = json.text("productID"), let name = json.text("name"), let sku = json.text("sku"),
            let category = json.text("category"), let quantity = json.int("qty")
        else { return nil }
        self.init(productID: productID, name: name, sku: sku, category: category, quantity: quantity)
        url = json.text("url")
        details = json.text("description")
        itemPrice = json["itemPrice"]?.number
        salePrice = json["salePrice"]?.number
        for (key, value) in json.object("attr")?.members ?? [] { attributes[key] = value.string }
        images = (json["images"]?.array ?? []).compactMap(\.string)
        properties = json.object("properties") ?? [:]
        time = json.date("timestamp")
    }

    var json: JSONObject {
        var result: JSONObject = [
            "productID": .string(productID), "name": .string(name), "sku": .string(sku),
            "category": .string(category), "qty": .number(JSONNumber(quantity)),
        ]
        result.set("url", url)
        result.set("description", details)
        result["itemPrice"] = itemPrice.map(JSONValue.number)
        result["salePrice"] = salePrice.map(JSONValue.number)
        if !attributes.isEmpty {
            var attr = JSONObject()
            for key in attributes.keys.sorted() { attr.set(key, attributes[key]) }
            result["attr"] = .object(attr)
        }
        if !images.isEmpty { result["images"] = .array(images.map(JSONValue.string)) }
        if !properties.isEmpty { result["properties"] = .object(properties.withoutNestedNulls) }
        result.set("timestamp", time?.rfc3339)
        return result
    }
}
