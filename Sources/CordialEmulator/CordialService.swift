import Cards
package import EmulatorHTTP

package import struct Foundation.Date

/// The two services of one account, in memory and as a value: their responses and their stored data. The clock and the
/// source of identifiers are parameters, so that tests are reproducible.
package struct CordialService: Sendable {
    package var configuration: CordialConfiguration
    /// The faults of the next requests.
    package var faults: [RequestFault] = []
    /// The records that clients have sent.
    package internal(set) var records = CordialRecords()
    /// The links of the vanity domain, by the name in their path.
    package var links: [String: EmulatedLink] = [:]
    let clock: @Sendable () -> Date
    let identifiers: @Sendable () -> String

    var tokens: Set<String> = []
    /// The content at `/content/{name}`, by name.
    var addresses: [String: EmulatedAddress] = [:]
    /// The inboxes by contact key. Their messages are in the order of delivery.
    var inboxes: [String: [EmulatedMessage]] = [:]
    /// When a message was last added to or deleted from each inbox, by contact key.
    var inboxTimes: [String: Date] = [:]
    var inApp: [String: [EmulatedInApp]] = [:]

    package init(
        _ configuration: CordialConfiguration, clock: @escaping @Sendable () -> Date,
        identifiers: @escaping @Sendable () -> String = EmulatorIdentifiers.random
    ) {
        self.configuration = configuration
        self.clock = clock
        self.identifiers = identifiers
    }

    /// Returns the response to a request, with the configured faults applied.
    package mutating func handle(_ request: EmulatorRequest) -> EmulatorResponse {
        let target = RequestTarget(request.target)
        let path = "/" + (target?.segments ?? []).joined(separator: "/")
        records.requests.append("\(request.method) \(path)")
        let fault = faults.firstIndex { $0.matches(request.method, path: path) }
        if let fault { faults[fault].count -= 1 }
        let effect = fault.map { faults[$0].effect }
        if let response = effect?.cordialRefusal { return response }
        var response = target.flatMap { respond(request, $0) } ?? EmulatorResponse(status: 404)
        effect?.damage(&response)
        return response
    }

    /// Responds to a request; nil if the resource does not exist.
    private mutating func respond(_ request: EmulatorRequest, _ target: RequestTarget) -> EmulatorResponse? {
        guard let route = CordialRoute(target.segments) else { return nil }
        guard route.methods.contains(request.method) else { return EmulatorResponse(status: 405) }
        switch route {
        case .content(let name): return content(name, request)
        case .click(let name): return click(name)
        case .auth(let secret):
            guard hasKeys(request), configuration.secrets.contains(secret) else { return EmulatorResponse(status: 401) }
            let token = identifiers()
            tokens.insert(token)
            return EmulatorResponse(json: ["token": .string(token)])
        default: break
        }
        guard hasKeys(request), let token = request.bearerToken, tokens.contains(token) else {
            return EmulatorResponse(status: 401)
        }
        return respond(request, target, route)
    }

    private mutating func respond(
        _ request: EmulatorRequest, _ target: RequestTarget, _ route: CordialRoute
    ) -> EmulatorResponse? {
        switch route {
        case .contacts: setContacts(request.body)
        case .logout: logOut(request.body)
        case .events: addEvents(request.body)
        case .cart: setCart(request.body)
        case .orders: addOrders(request.body)
        case .timestamps(let contact, let device): isKnown(contact, device) ? timestamps(contact) : nil
        case .inAppMessages(let contact, let device): isKnown(contact, device) ? listInApp(contact) : nil
        case .inAppMessage(let id): inAppMessage(id)
        case .inbox(let contact, let device): isKnown(contact, device) ? page(contact, target) : nil
        case .inboxMessage(let contact, let device, let id):
            isKnown(contact, device)
                ? request.method == "GET" ? inboxMessage(contact, id) : deleteMessage(contact, id) : nil
        case .marks: mark(request.body)
        case .auth, .content, .click: nil
        }
    }

    private func hasKeys(_ request: EmulatorRequest) -> Bool {
        request.headers["Cordial-AccountKey"] == configuration.accountKey
            && request.headers["Cordial-ChannelKey"] == configuration.channelKey
    }

    /// Returns content. Refuses requests with keys: a signed URL needs none, and a client that sends them discloses
    /// them.
    private func content(_ name: String, _ request: EmulatorRequest) -> EmulatorResponse? {
        guard request.bearerToken == nil, request.headers["Cordial-AccountKey"] == nil else {
            return EmulatorResponse(status: 400)
        }
        guard let address = addresses[name] else { return nil }
        guard clock() < address.expiresAt else { return EmulatorResponse(status: 403) }
        switch address.content {
        case .text(let text): return EmulatorResponse(status: 200, body: Array(text.utf8))
        case .times(let contact): return EmulatorResponse(json: times(of: contact))
        }
    }

    private func click(_ name: String) -> EmulatorResponse? {
        guard let link = links[name] else { return nil }
        var response = EmulatorResponse(status: link.status)
        response.headers["Location"] = link.location
        response.headers["x-mcid"] = link.messageID
        response.headers["x-message-istest"] = link.test
        return response
    }

    /// Creates the signed URL of content, with its expiry time.
    mutating func address(of content: EmulatedAddress.Content) -> (url: String, expiresAt: Date) {
        let (name, expiresAt) = (identifiers(), clock().addingTimeInterval(configuration.addressLifetime))
        addresses[name] = EmulatedAddress(content: content, expiresAt: expiresAt)
        return ("\(configuration.baseURL)/content/\(name)", expiresAt)
    }

    /// Invalidates all tokens.
    package mutating func expireTokens() { tokens = [] }

    /// Invalidates all URLs of content.
    package mutating func expireAddresses() {
        for name in addresses.keys { addresses[name]?.expiresAt = clock() }
    }
}

/// The content of a signed URL.
struct EmulatedAddress: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case text(String)
        /// The times of a contact's newest messages, at the time of the request.
        case times(contact: String)
    }

    var content: Content
    var expiresAt: Date
}

/// A link of the vanity domain.
package struct EmulatedLink: Hashable, Sendable {
    package var location: String?
    package var messageID: String?
    /// The header that marks links in test messages.
    package var test: String?
    package var status: Int

    package init(_ location: String?, messageID: String? = nil, test: String? = nil, status: Int = 302) {
        self.location = location
        self.messageID = messageID
        self.test = test
        self.status = status
    }
}

extension RequestFault.Effect {
    /// The response of an effect that prevents the request from being carried out; nil for other effects.
    fileprivate var cordialRefusal: EmulatorResponse? {
        switch self {
        case .unauthorized: return EmulatorResponse(status: 401)
        case .preconditionFailed: return EmulatorResponse(status: 412)
        case .serverError: return EmulatorResponse(status: 500)
        case .refused(let status): return EmulatorResponse(status: status)
        case .tooManyRequests(let seconds):
            var response = EmulatorResponse(status: 429)
            response.headers["Retry-After"] = String(seconds)
            return response
        case .brokenJSON, .cutResponse, .lostResponse: return nil
        }
    }
}
