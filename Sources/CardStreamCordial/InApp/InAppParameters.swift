import Cards
import VendorClient

import struct Foundation.Date

/// How an in-app message is shown, from a list or a push.
struct InAppParameters: Sendable, Hashable {
    var form: InAppMessage.Form
    /// Whether it is shown as soon as it has come, or the next time the program opens.
    var isImmediate: Bool
    /// Whether it is shown to people who tapped the push that announced it.
    var isShownAfterTap: Bool
    /// Nil for never, also where the time cannot be read.
    var expiresAt: Date?
    /// Empty space at the sides, in percent of the screen.
    var left: Int
    var right: Int
    /// As they came.
    let json: JSONObject

    /// Unknown and missing values stand for the usual ones.
    init(_ json: JSONObject) {
        self.json = json
        form = json.text("type").flatMap(InAppMessage.Form.init) ?? .modal
        isImmediate = json.text("displayType") != "displayOnAppOpenEvent"
        isShownAfterTap = json.text("inactiveSessionDisplay") != "hide-in-app"
        expiresAt = json.date("expirationTime")
        left = json.int("left") ?? 5
        right = json.int("right") ?? 5
    }

    func isExpired(at now: Date) -> Bool { expiresAt.map { Int($0.timeIntervalSince(now)) <= 0 } ?? false }
}
