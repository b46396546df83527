public import Cards
import VendorClient

/// A push notification of the service, for programs that receive push notifications themselves.
public struct ComapiPush: Sendable, Hashable {
    /// The link that a tap opens; nil for none.
    public var link: String?
    /// The URL to request when the user taps the notification; nil for none.
    public var trackingURL: String?
    /// Data that the sender attached.
    public var data: JSONObject

    /// Reads a push notification; nil if it is from another service.
    ///
    /// - Parameter payload: The whole payload, such as `userInfo` of Apple's push service.
    public init?(payload: JSONObject) {
        let deepLink = payload["dd_deepLink"].flatMap(Self.object)
        let attached = payload["dd_data"].flatMap(Self.object)
        let action = (payload["actions"].flatMap(Self.array) ?? []).compactMap(\.object).first {
            ["notificationClicked", "notificationClick"].contains($0.text("action"))
        }
        let isMarked = payload.text("dd_originated")?.lowercased() == "true" || payload.bool("dd_originated") == true
        guard isMarked || deepLink != nil || attached != nil || action != nil else { return nil }
        link = deepLink?.text("url") ?? action?.text("link")
        trackingURL = deepLink?.text("trackingUrl")
        data = attached ?? [:]
    }

    /// Reads an object, or a string that contains one as JSON: some push services carry only strings.
    private static func object(_ value: JSONValue) -> JSONObject? { parsed(value).object }
    private static func array(_ value: JSONValue) -> [JSONValue]? { parsed(value).array }

    private static func parsed(_ value: JSONValue) -> JSONValue {
        // A string that is not JSON is returned as it is.
        guard let text = value.string, let json = try? JSONParser.parse(text) else { return value }
        return json
    }
}

/// The push service to which the service sends notifications for this session.
public enum ComapiPushToken: Sendable, Hashable {
    /// Apple's push service: the bundle id, the token in hexadecimal digits of either case, and whether the token is of
    /// a development build.
    case apns(bundleID: String, token: String, isDevelopment: Bool)
    /// Google's push service: the package and the registration id.
    case fcm(package: String, registrationID: String)

    var json: JSONObject {
        switch self {
        case .apns(let bundle, let token, let isDevelopment):
            [
                "apns": [
                    "bundleId": .string(bundle),
                    "environment": .string(isDevelopment ? "development" : "production"),
                    "token": .string(token.lowercased()),
                ]
            ]
        case .fcm(let package, let registration):
            ["fcm": ["package": .string(package), "registrationId": .string(registration)]]
        }
    }
}
