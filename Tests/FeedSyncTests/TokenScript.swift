import FeedAPI
import FeedSync
import Foundation

/// Gives these tokens in turn, the last for ever.
///
/// Invariant: the position is used with the lock held.
final class TokenScript: @unchecked Sendable {
    private let lock = NSLock()
    private let tokens: [String]
    private var asked = 0
    private var error: SourceError?

    init(_ tokens: [String]) { self.tokens = tokens }

    var count: Int { lock.withLock { asked } }
    /// Thrown instead of giving a token, while there is one.
    var failure: SourceError? {
        get { lock.withLock { error } }
        set { lock.withLock { error = newValue } }
    }

    var provider: TokenProvider {
        TokenProvider(name: "script") { () throws(SourceError) in
            if let failure = self.failure { throw failure }
            return self.lock.withLock {
                self.asked += 1
                return self.tokens[min(self.asked, self.tokens.count) - 1]
            }
        }
    }
}
