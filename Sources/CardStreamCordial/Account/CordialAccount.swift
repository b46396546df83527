public import Cards

/// An account of Cordial's service, and the settings with which this program uses it.
///
/// ```swift
/// var account = CordialAccount(accountKey: "qc-live", channelKey: "shop")
/// account.databasePath = "/home/ana/.local/state/shop/cordial.sqlite"
/// let client = try CordialClient(account)
/// ```
public struct CordialAccount: Sendable {
    /// Returns the location of the device; nil if it is unknown.
    public typealias LocationProvider = @Sendable () async -> CordialLocation?

    /// The key of the account.
    public var accountKey: String
    /// The key of the channel.
    public var channelKey: String
    /// `https://HOST[:PORT][/PATH]` of the event stream service; `http://` only for a service on this machine. Without
    /// a scheme, `https` is used. Empty, the default, uses ``CordialAccount/defaultEventsURL``.
    public var eventsURL: String
    /// The address of the message hub, in the same form. Empty, the default, uses the address of the event stream with
    /// its first `events-stream` replaced by `message-hub`.
    public var messageHubURL: String
    /// The file for all data: the contact, unsent data, caches. Its folder must exist. Empty, the default, keeps the
    /// data in memory.
    ///
    /// The file contains the service's token, so the library makes it readable only for the user.
    public var databasePath = ""
    /// The maximum number of waiting events; 1,000 by default. Beyond it, the oldest are removed.
    public var eventLimit = 1000
    /// The number of events that are sent together; 5 by default. Values below 1 count as 1.
    public var bulkSize = 5
    /// The time after which waiting events are sent even if they are fewer than ``bulkSize``; 30 seconds by default, at
    /// least 3.
    public var bulkInterval = Duration.seconds(30)
    /// Properties that are added to the events that the library creates; empty by default.
    public var systemEventProperties: JSONObject = [:]
    /// Called when an event is created; nil, the default, sends no locations.
    public var location: LocationProvider?
    /// The hosts of redirecting links that count clicks, such as `click.shop.example`; none by default.
    public var vanityDomains: [String] = []
    /// How the program is notified of new messages.
    public var delivery = MessageDelivery.direct
    /// How much of the inbox is kept on this machine.
    public var inboxCache = InboxCacheLimits()
    /// How the program describes itself.
    public var device = CordialDevice()
    /// Receives the log of the library; nothing by default.
    public var log = CordialLog()
    /// Decides about every request; nil, the default, allows all.
    public var requestPolicy: RequestPolicy?
    /// A PEM file with the certificate authorities to trust instead of the system's.
    public var authorityFile: String?

    /// The service's public address of the event stream.
    public static let defaultEventsURL = "https://events-stream-svc.cordial.com/"

    /// Creates an account.
    public init(accountKey: String, channelKey: String, eventsURL: String = "", messageHubURL: String = "") {
        self.accountKey = accountKey
        self.channelKey = channelKey
        self.eventsURL = eventsURL
        self.messageHubURL = messageHubURL
    }
}

/// How a program is notified of new messages of the inbox and of new in-app messages.
public enum MessageDelivery: String, Sendable, CaseIterable {
    /// The library asks the service.
    case direct
    /// Silent pushes announce messages, see ``CordialPushes/handle(_:_:)``; the library does not ask the service.
    case silentPushes
}

/// A place on the earth in degrees.
public struct CordialLocation: Sendable, Hashable {
    /// North of the equator, from -90 to 90.
    public var latitude: Double
    /// East of Greenwich, from -180 to 180.
    public var longitude: Double

    /// Creates a place.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// How much of the inbox is kept on this machine.
public struct InboxCacheLimits: Sendable, Hashable {
    /// The maximum size of all contents in bytes; 10 MB (10 · 1,024 · 1,024 bytes) by default. Beyond it, the least
    /// recently used contents are removed.
    public var size = 10 * 1024 * 1024
    /// The maximum size of one content in bytes; larger ones are not kept. 200 kB (200 · 1,024 bytes) by default.
    public var messageSize = 200 * 1024

    /// Creates the default limits.
    public init() {}
}
