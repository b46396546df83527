import Basics
import Cards
import CurlTransport

/// A request to one of the two services, without credentials.
struct CordialRequest: Sendable, Hashable {
    enum Service: Sendable { case events, messageHub }

    var service: Service
    var method: String
    /// The decoded path segments after the service's address.
    var path: [String]
    /// The decoded query items, in order.
    var query: [QueryItem] = []
    var body: JSONValue?

    struct QueryItem: Sendable, Hashable {
        var name: String
        var value: String
    }

    init(_ service: Service, _ method: String, _ path: [String], body: JSONValue? = nil) {
        self.service = service
        self.method = method
        self.path = path
        self.body = body
    }

    /// The encoded path and query. Ids and contact keys may contain any character.
    var target: String {
        let segments = path.map { "/" + PercentCoding.encode($0) }.joined()
        guard !query.isEmpty else { return segments }
        return segments + "?"
            + query.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
    }

    /// The complete HTTP request.
    func http(_ account: CordialAccount, _ addresses: AccountAddresses, token: String?) -> HTTPRequest {
        var headers = [
            HTTPHeader("User-Agent", account.device.userAgent),
            HTTPHeader("Cordial-AccountKey", account.accountKey),
            HTTPHeader("Cordial-ChannelKey", account.channelKey),
            HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json"),
        ]
        if let token { headers.append(HTTPHeader("Authorization", "Bearer \(token)")) }
        let base = service == .events ? addresses.events : addresses.messageHub
        // A POST without a body has an empty one, because servers may require its length.
        return HTTPRequest(
            method, url: base.appending(path: target), headers: headers,
            body: body?.encoded() ?? (method == "POST" ? [] : nil), mayRepeat: method == "GET")
    }
}
