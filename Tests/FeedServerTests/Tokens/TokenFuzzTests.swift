import Cards
import Foundation
import Support
import Testing

@testable import FeedServer

@Suite struct TokenFuzzTests {
    private static let secret = "0123456789abcdef0123456789abcdef"

    private static func setting(_ name: String, _ initially: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? initially
    }

    /// `CARDSTREAM_TOKEN_FUZZ` sets the number of tokens, `CARDSTREAM_TOKEN_FUZZ_SEED` the seed.
    @Test func `mutated tokens are accepted exactly if a second verifier accepts them`() async throws {
        let count = Self.setting("CARDSTREAM_TOKEN_FUZZ", 8000)
        let seed = UInt64(Self.setting("CARDSTREAM_TOKEN_FUZZ_SEED", 1))
        let reader = try TokenVerifier(.hs256(secret: Self.secret), userClaim: nil)
        let now = Date.fixed
        let secret = Array(Self.secret.utf8)
        var mutator = TokenMutator(secret: secret, now: Int(now.timeIntervalSince1970), seed: seed)
        var taken = 0
        for number in 0..<count {
            let token = mutator.next()
            let expected = StrictToken(token, secret: secret, now: now.timeIntervalSince1970)
            let reading = try? reader.read(token, now: now)
            let isSame =
                switch (reading, expected) {
                case (nil, nil): true
                case (let reading?, let expected?):
                    reading.user.rawValue.utf8.elementsEqual(expected.user.utf8)
                        && reading.expiresAt.timeIntervalSince1970 == expected.expires
                default: false
                }
            guard isSame else {
                Issue.record(
                    """
                    token \(number) of seed \(seed): the server reads \(String(describing: reading)), the second reader \
                    \(String(describing: expected)): \(String(decoding: token, as: UTF8.self).debugDescription)
                    """)
                return
            }
            if expected != nil { taken += 1 }
        }
        // Checks the mutator: it must neither spoil all tokens nor leave all of them valid.
        #expect(taken > count / 20 && taken < count * 19 / 20, "\(taken) of \(count) were taken")
    }
}
