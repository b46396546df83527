import Cards
import Crypto

/// What an account is set up with, and the limits of the emulator.
package struct CordialConfiguration: Hashable, Sendable {
    package var accountKey: String
    package var channelKey: String
    /// The versions of the system for which tokens are issued.
    package var systemVersions: [String]
    /// Where clients reach the emulator: scheme, host and port, without a slash at the end. The event stream is at `/es`, the
    /// message hub at `/hub`, contents at `/content`, links of the vanity domain at `/click`.
    package var baseURL: String
    /// How long the address of a content is valid, in seconds.
    package var addressLifetime: Double
    /// Events with these names are refused.
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

    /// The secrets of addresses that issue tokens: MD5 digests of a JSON text with keys and version.
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
