import FeedAPI
import FeedSync
import Foundation

/// Returns these tokens in turn. The last one repeats.
///
/// Invariant: the position is accessed with the lock held.
final class TokenScript: @unchecked Sendable {
    private let lock = NSLock()
    private let tokens: [String]
    private var asked = 0
    private var error: SourceError?

    init(_ tokens: [String]) { self.tokens = tokens }

    var count: Int { lock.withLock { asked } }
    /// The error to throw instead of returning a token; nil for none.
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
