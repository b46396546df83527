public import Cards

/// An account of Cordial's service, and how this program takes part in it.
///
/// ```swift
/// var account = CordialAccount(accountKey: "qc-live", channelKey: "shop")
/// account.databasePath = "/home/ana/.local/state/shop/cordial.sqlite"
/// let client = try CordialClient(account)
/// ```
public struct CordialAccount: Sendable {
    /// Asks the host where it is; nil if that is not known.
    public typealias LocationProvider = @Sendable () async -> CordialLocation?

    /// The key of the account.
    public var accountKey: String
    /// The key of the channel.
    public var channelKey: String
    /// `https://HOST[:PORT][/PATH]` of the event stream service; `http://` only for a service on this machine. Empty, the
    /// default, stands for ``CordialAccount/defaultEventsURL``. Without a scheme it is `https`.
    public var eventsURL: String
    /// The same of the message hub. Empty, the default, is the address of the event stream with its first `events-stream`
    /// replaced by `message-hub`.
    public var messageHubURL: String
    /// The file in which everything is kept: the contact, what waits to be sent, caches. Its folder must exist. Empty, the
    /// default, keeps it in memory.
    ///
    /// The file contains the service's token: the library makes it one that only the user can read.
    public var databasePath = ""
    /// How many events can wait; 1,000 by default. The oldest are removed to make room.
    public var eventLimit = 1000
    /// How many events are sent together; 5 by default. Less than 1 counts as 1.
    public var bulkSize = 5
    /// After what time waiting events are sent although they are fewer; 30 seconds by default, at least 3.
    public var bulkInterval = Duration.seconds(30)
    /// Added to the properties of the events that the library sends by itself; empty by default.
    public var systemEventProperties: JSONObject = [:]
    /// Asked when an event is made; nil, the default, sends no locations.
    public var location: LocationProvider?
    /// The hosts whose links lead elsewhere and count clicks, such as `click.shop.example`; none by default.
    public var vanityDomains: [String] = []
    /// How the program learns of new messages.
    public var delivery = MessageDelivery.direct
    /// How much of the inbox is kept on this machine.
    public var inboxCache = InboxCacheLimits()
    /// How the program describes itself.
    public var device = CordialDevice()
    /// Receives what the library reports about its own work; nothing by default.
    public var log = CordialLog()
    /// Asked about every request; nil, the default, allows all.
    public var requestPolicy: RequestPolicy?
    /// A PEM file with the certificate authorities to trust instead of the system's.
    public var authorityFile: String?

    /// The service's public address for events.
    public static let defaultEventsURL = "https://events-stream-svc.cordial.com/"

    /// Creates an account.
    public init(accountKey: String, channelKey: String, eventsURL: String = "", messageHubURL: String = "") {
        self.accountKey = accountKey
        self.channelKey = channelKey
        self.eventsURL = eventsURL
        self.messageHubURL = messageHubURL
    }
}

/// How a program learns of new messages of the inbox and of in-app messages.
public enum MessageDelivery: String, Sendable, CaseIterable {
    /// The service is asked.
    case direct
    /// Silent pushes tell, see ``CordialPushes/handle(_:_:)``; the service is not asked.
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
    /// Bytes of all contents together; 10 MB (10 · 1,024 · 1,024 bytes) by default. The least recently used are removed.
    public var size = 10 * 1024 * 1024
    /// Bytes of one content; larger ones are not kept. 200 kB (200 · 1,024 bytes) by default.
    public var messageSize = 200 * 1024

    /// Creates the default limits.
    public init() {}
}
