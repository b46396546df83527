import Cards
import VendorClient

/// A kind of notifications that the user can switch on and off.
public struct NotificationCategory: Sendable, Hashable {
    /// The key of the category on the service.
    public var key: String
    /// The name for users.
    public var name: String
    /// Whether the user receives these notifications. In a list that a program offers: the initial value.
    public var isOn: Bool

    /// Creates a category.
    public init(key: String, name: String, isOn: Bool) {
        self.key = key
        self.name = name
        self.isOn = isOn
    }

    init?(_ json: JSONObject) {
        guard let key = json.text("key") else { return nil }
        self.init(key: key, name: json.text("name") ?? key, isOn: json.bool("isOn") ?? false)
    }

    var json: JSONObject { ["key": .string(key), "name": .string(name), "isOn": .bool(isOn)] }

    /// The attribute that contains the keys of the categories that are on.
    static let attribute = "crdl_notification_categories"

    static func attributes(_ categories: [NotificationCategory]) -> JSONObject {
        [attribute: .array(categories.filter(\.isOn).map { .string($0.key) })]
    }
}

extension CordialState {
    /// Adopts the list that a program offers. A list that equals the last offered one changes nothing, so that the
    /// user's choices survive a restart of the program.
    ///
    /// - Returns: Whether the list was adopted.
    mutating func offer(_ offered: [NotificationCategory]) -> Bool {
        guard !offered.isEmpty, offered != offeredCategories else { return false }
        offeredCategories = offered
        categories = offered
        return true
    }

    /// Turns a category on or off.
    ///
    /// - Returns: Whether anything has changed; nil if the category does not exist.
    mutating func setCategory(_ key: String, isOn: Bool) -> Bool? {
        var changed = categories
        guard let index = changed.firstIndex(where: { $0.key == key }) else { return nil }
        guard changed[index].isOn != isOn else { return false }
        changed[index].isOn = isOn
        categories = changed
        return true
    }
}
