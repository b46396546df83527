import Cards
import Crypto

/// The settings of an account, and the limits of the emulator.
package struct CordialConfiguration: Hashable, Sendable {
    package var accountKey: String
    package var channelKey: String
    /// The versions of the operating system for which the emulator issues tokens.
    package var systemVersions: [String]
    /// The URL of the emulator for clients: scheme, host and port, without a trailing slash. The event stream is at
    /// `/es`, the message hub at `/hub`, content at `/content`, and the links of the vanity domain at `/click`.
    package var baseURL: String
    /// How long the URL of content is valid, in seconds.
    package var addressLifetime: Double
    /// The names of events that are refused.
    package var refusedEvents: Set<String> = []

    package init(
        accountKey: String, channelKey: String, systemVersions: [String] = ["17.0"],
        baseURL: String = "http://127.0.0.1", addressLifetime: Double = 300
    ) {
        self.accountKey = accountKey
        self.channelKey = channelKey
        self.systemVersions = systemVersions
        self.baseURL = baseURL
        self.addressLifetime = addressLifetime
    }

    /// The secrets in the URLs that issue tokens, one for each system version: MD5 digests of a JSON text with the keys
    /// and the version.
    var secrets: [String] {
        systemVersions.map { version in
            let text =
                #"{"accountKey":"\#(accountKey)","channelKey":"\#(channelKey)","os":"iOS","version":"\#(version)"}"#
            return Insecure.MD5.hash(data: Array(text.utf8)).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
        }
    }
}
