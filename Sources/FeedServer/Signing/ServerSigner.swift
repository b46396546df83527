import Basics
import Cards
import FeedAPI
import FeedEngine
import Logging

/// A server's key, loaded or made when it is first needed. A server that listens needs it from its start, so that a copy
/// of the data directory has the key as well.
final class ServerSigner: AskSigner {
    private let directory: String?
    private let logger: Logger
    private let known = Lock<SigningKey?>(nil)

    /// - Parameter directory: The data directory; nil makes a key that exists only in memory.
    init(directory: String?, logger: Logger) {
        self.directory = directory
        self.logger = logger
    }

    /// - Throws: ``FeedServerError``.
    func key() throws(FeedServerError) -> SigningKey {
        if let key = known.withLock({ $0 }) { return key }
        let key: SigningKey
        do throws(FeedServerError) { key = try read() } catch {
            logger.error(
                "the signing key cannot be used: the outcomes of questions are not signed",
                metadata: ["reason": "\(error)"])
            throw error
        }
        // Another thread may have been first; in memory only one key may count.
        return known.withLock { known in
            if let known { return known }
            known = key
            return key
        }
    }

    /// The key as it is in the directory now; it counts after ``use(_:)``. A new one is made only while none is in use.
    func read() throws(FeedServerError) -> SigningKey {
        if let directory { return try SigningKey.load(from: directory, makes: known.withLock { $0 == nil }) }
        return known.withLock { $0 } ?? .ephemeral()
    }

    func use(_ key: SigningKey) { known.withLock { $0 = key } }

    func sign(_ payload: [UInt8]) -> String? {
        // `key()` logs why there is none. An answer counts without a signature, too; who needs one sees that it is missing.
        (try? key())?.sign(payload)
    }
}
