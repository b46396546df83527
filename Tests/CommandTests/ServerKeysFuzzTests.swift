import Support
import Testing

@testable import AppRuntime
@testable import cardstream

/// Whatever is in a server's file of keys, it is read or refused.
struct ServerKeysFuzzTests {
    private static let keys = """
        [[environment]]
        id = "production"
        publisher_keys = ["one", 'two']
        user_claim = "sub"
        push_environments = ["sandbox"]
        [[environment.viewer]]
        key = "hush"
        hs256_secret = "hush"
        [[environment]]
        id = "test"
        """

    @Test func `no file of keys ends the program, or shows a key`() {
        var mutator = Mutator(samples: [Self.keys], tokens: Mutator.tomlTokens + ["[[environment.viewer]]\n"])
        for _ in 0..<Mutator.count(400) {
            let bytes = mutator.next()
            do throws(ConfigError) { _ = try ServerKeys.parse(bytes, path: "keys.toml") } catch {
                let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
                #expect(error.line.map { (1...lines).contains($0) } ?? true, "\(error)")
            }
        }
    }
}
