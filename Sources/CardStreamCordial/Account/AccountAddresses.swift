import Cards
import Crypto
import CurlTransport

/// The addresses of the two services of an account.
struct AccountAddresses: Sendable, Hashable {
    let events: ServerURL
    let messageHub: ServerURL

    /// Checks and completes the addresses of an account.
    ///
    /// - Throws: ``CordialError/Code/invalidRequest`` for an address that cannot be used.
    init(_ account: CordialAccount) throws(CordialError) {
        let events = Self.complete(account.eventsURL.isEmpty ? CordialAccount.defaultEventsURL : account.eventsURL)
        let hub =
            account.messageHubURL.isEmpty ? Self.messageHub(of: events) : Self.complete(account.messageHubURL)
        self.events = try Self.checked(events)
        messageHub = try Self.checked(hub)
    }

    /// Adds `https` to an address without a scheme.
    static func complete(_ text: String) -> String {
        let lower = text.lowercased()
        return lower.hasPrefix("https://") || lower.hasPrefix("http://") ? text : "https://" + text
    }

    static func messageHub(of events: String) -> String {
        guard let range = events.firstRange(of: "events-stream") else { return events }
        return events.replacingCharacters(in: range, with: "message-hub")
    }

    /// Checks an address. It must be encrypted or local, because the keys of the account must not be sent in plain
    /// text.
    private static func checked(_ text: String) throws(CordialError) -> ServerURL {
        guard let address = ServerURL(text) else {
            throw CordialError(
                .invalidRequest, "\"\(text)\" is not the address of a service: expected https://HOST[:PORT]")
        }
        guard address.isSecure || address.isLoopback else {
            throw CordialError(.invalidRequest, "\"\(text)\" does not use encryption: expected https://HOST[:PORT]")
        }
        return address
    }
}

extension CordialAccount {
    /// Whether the two addresses can be used.
    package var hasUsableAddresses: Bool { (try? AccountAddresses(self)) != nil }

    /// Identifies an account in the store. If it changes, everything that is stored belongs to another account.
    func fingerprint(_ addresses: AccountAddresses) -> String {
        let parts = [accountKey, channelKey, addresses.events.base, addresses.messageHub.base]
        return JSONValue.array(parts.map(JSONValue.string)).text()
    }

    /// The last part of the address that issues tokens: the MD5 digest of a JSON text without spaces, in lower-case
    /// hexadecimal digits.
    var tokenSecret: String {
        let text: JSONValue = [
            "accountKey": .string(accountKey), "channelKey": .string(channelKey), "os": "iOS",
            "version": .string(device.systemVersion),
        ]
        return Insecure.MD5.hash(data: text.encoded()).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + self[range.upperBound...]
    }
}
