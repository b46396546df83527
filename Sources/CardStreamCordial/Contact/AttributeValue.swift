public import Cards

public import struct Foundation.Date

/// The value of an attribute of a contact. In cases that allow nil, nil removes the value.
public enum AttributeValue: Sendable, Hashable {
    /// A text.
    case text(String?)
    /// A number.
    case number(JSONNumber?)
    /// True or false. Also whether the contact is on the list with the attribute's name.
    case bool(Bool)
    /// A list of texts.
    case list([String])
    /// A time.
    case date(Date?)
    /// A postal address.
    case place(ContactPlace)

    /// The value in the form of the protocol.
    public var json: JSONValue {
        switch self {
        case .text(let text): text.map(JSONValue.string) ?? .null
        case .number(let number): number.map(JSONValue.number) ?? .null
        case .bool(let bool): .bool(bool)
        case .list(let texts): .array(texts.map(JSONValue.string))
        case .date(let date): date.map { .string($0.rfc3339) } ?? .null
        case .place(let place): .object(place.json)
        }
    }
}

/// A postal address as an attribute.
public struct ContactPlace: Sendable, Hashable {
    /// The name of the city.
    public var city: String
    /// The name or code of the country.
    public var country: String
    /// The postal code.
    public var postalCode: String
    /// The state or province.
    public var state: String
    /// The street and number.
    public var streetAddress: String
    /// The second line of the street address.
    public var streetAddress2: String
    /// The name of the time zone, such as `Europe/Vienna`.
    public var timeZone: String

    /// Creates an address; all parts are empty by default.
    public init(
        city: String = "", country: String = "", postalCode: String = "", state: String = "",
        streetAddress: String = "", streetAddress2: String = "", timeZone: String = ""
    ) {
        self.city = city
        self.country = country
        self.postalCode = postalCode
        self.state = state
        self.streetAddress = streetAddress
        self.streetAddress2 = streetAddress2
        self.timeZone = timeZone
    }

    var json: JSONObject {
        [
            "city": .string(city), "country": .string(country), "postal_code": .string(postalCode),
            "state": .string(state), "street_address": .string(streetAddress),
            "street_address2": .string(streetAddress2), "tz": .string(timeZone),
        ]
    }
}
