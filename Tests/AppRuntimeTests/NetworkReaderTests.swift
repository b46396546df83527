import Cards
import Testing

@testable import AppRuntime

struct NetworkReaderTests {
    private static let pin = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

    private func load(_ text: String) throws(ConfigError) -> Config {
        var config = Config()
        let mistakes = ConfigLoader(path: "config.toml").merge(file: Array(text.utf8), into: &config)
        if let all = ConfigError.joined(mistakes) { throw all }
        return config
    }

    @Test func `rules are read in their order`() throws {
        let config = try load(
            """
            theme = "ink"

            [[network.policy]]
            host = "cards.example.com"
            decision = "allow"
            pins = ["\(Self.pin)", "sha256/\(Self.pin)"]

            [[network.policy]]
            host = "*.tracker.test"
            decision = "deny"

            [[network.policy]]
            host = "*"
            decision = "allow"
            """)
        #expect(
            config.requestRules == [
                RequestRule(
                    host: try HostPattern("cards.example.com"), .allowPinned([try CertificatePin(sha256: Self.pin)])),
                RequestRule(host: try HostPattern("*.tracker.test"), .deny),
                RequestRule(host: try HostPattern("*"), .allow),
            ])
        #expect(config.requestPolicy != nil)
        #expect(try load("theme = \"ink\"\n").requestPolicy == nil)
        #expect(try load("[network]\n").requestPolicy == nil)
        #expect(
            try load("network.policy = [{ host = \"a\", decision = \"deny\" }]").requestRules
                == [RequestRule(host: try HostPattern("a"), .deny)])
    }

    private static let first = "[[network.policy]]\nhost = \"a.test\"\ndecision = \"allow\"\n\n"

    @Test(arguments: [
        ("network = 1", 1, "network is 1; expected tables, [[network.policy]]"),
        ("[network]\npolicy = \"deny\"", 2, "network.policy is \"deny\"; expected tables, [[network.policy]]"),
        ("[network.policy]\nhost = \"a\"", 1, "network.policy is a table; expected tables, [[network.policy]]"),
        ("[network]\npolicy = [\"a\"]", 2, "network.policy[0] is \"a\"; expected a table, [[network.policy]]"),
        ("[[network.polcy]]\nhost = \"a\"", 1, "unknown setting \"polcy\" of network; did you mean \"policy\"?"),
        ("[[netwrk.policy]]\nhost = \"a\"", 1, "unknown table \"netwrk\"; did you mean \"network\"?"),
        (first + "[[network.policy]]\nhots = \"a\"", 6, "did you mean \"host\"?"),
        (first + "[[network.policy]]\ndecision = \"deny\"", 5, "network.policy[1] has no host"),
        (first + "[[network.policy]]\nhost = \"b\"", 5, "network.policy[1] has no decision"),
        (
            first + "[[network.policy]]\nhost = \"b\"\ndecision = \"pin\"", 7,
            "is \"pin\"; expected \"allow\" or \"deny\""
        ),
        (first + "[[network.policy]]\n\nhost = \"https://b/\"", 7, "\"https://b/\" is not a host; expected"),
        (first + "[[network.policy]]\nhost = 3", 6, "network.policy[1].host is 3; expected a string in quotes"),
        (
            first + "[[network.policy]]\nhost = \"b\"\ndecision = \"deny\"\npins = [\"\(pin)\"]", 8,
            "a denied host cannot have pins"
        ),
        (first + "[[network.policy]]\nhost = \"b\"\ndecision = \"allow\"\npins = []", 8, "pins is empty"),
        (
            first + "[[network.policy]]\nhost = \"b\"\ndecision = \"allow\"\npins = [\n  \"\(pin)\",\n  \"abc\",\n]",
            10,
            "network.policy[1].pins[1]: \"abc\" is not a pin; expected the SHA-256 of a public key: 44"
        ),
        (first + "[[network.policy]]\nhost = \"b\"\ndecision = \"allow\"\npins = \"\(pin)\"", 8, "expected a list"),
    ])
    func `a mistake names its line and what is expected`(text: String, line: Int, part: String) throws {
        let error = try #require(throws: ConfigError.self) { try load(text) }
        #expect(error.line == line, "\(error)")
        #expect(error.description.contains(part), "\(error)")
    }
}
