import Cards
import VendorClient

import struct Foundation.Date

/// How an in-app message is shown. From a list or a push.
struct InAppParameters: Sendable, Hashable {
    var form: InAppMessage.Form
    /// Whether it is shown as soon as it arrives, or the next time the program opens.
    var isImmediate: Bool
    /// Whether it is shown after a tap on the push that announced it.
    var isShownAfterTap: Bool
    /// When it expires; nil for never, also if the time cannot be read.
    var expiresAt: Date?
    /// The space on the left and right, in percent of the screen.
    var left: Int
    var right: Int
    /// The received parameters.
    let json: JSONObject

    /// Decodes parameters. Unknown and missing values get their defaults.
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
