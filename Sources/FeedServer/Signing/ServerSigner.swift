import Basics
import Cards
import FeedAPI
import FeedEngine
import Logging

/// The signing key of a server, loaded or created when it is first needed. A server that listens loads it at its start,
/// so that a copy of the data directory contains the key as well.
final class ServerSigner: AskSigner {
    private let directory: String?
    private let logger: Logger
    private let known = Lock<SigningKey?>(nil)

    /// - Parameter directory: The data directory; nil creates a key that exists only in memory.
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
        // Another thread may have been faster. All threads must use the same key, even if it exists only in memory.
        return known.withLock { known in
            if let known { return known }
            known = key
            return key
        }
    }

    /// Reads the key from the data directory. It is not used until ``use(_:)``. Creates a key only if none is in use.
    func read() throws(FeedServerError) -> SigningKey {
        if let directory { return try SigningKey.load(from: directory, makes: known.withLock { $0 == nil }) }
        return known.withLock { $0 } ?? .ephemeral()
    }

    func use(_ key: SigningKey) { known.withLock { $0 = key } }

    func sign(_ payload: [UInt8]) -> String? {
        // `key()` logs the error. An answer counts even without a signature; a program that needs the signature sees
        // that it is missing.
        (try? key())?.sign(payload)
    }
}
