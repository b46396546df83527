import Support
import Testing

@testable import AppRuntime

/// Whatever is in the files of a user's configuration, it is read or refused.
struct ConfigFuzzTests {
    static let config = """
        # A configuration with all that there is.
        server = "https://cards.example.com"
        stream = 'inbox'
        mouse = false
        poll_interval = 2.5
        undo_window = 10
        quiet_hours = "22:00-07:00"
        [serve]
        listen = "127.0.0.1:0"
        [runtime_variables]
        "first name" = "Ana \\u00e9"
        place = '''
        by the sea'''
        [categories]
        finance = "bright-blue"
        "On call" = "#5fafff"
        [filters]
        soon = "priority:<=2 expires:<1d"
        [[network.policy]]
        host = "cards.example.com"
        decision = "allow"
        pins = ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]
        [[network.policy]]
        host = "*"
        decision = "deny"
        [containers.highlights]
        kind = "horizontal"
        title = "Highlights"
        card_width = 46
        filters = [
          { field = "priority", operator = "lessThan", value = 4 }, # urgent
          { field = "created", operator = "greaterThan", value = 2026-01-01T00:00:00Z },
        ]
        [containers.urgent]
        kind = "modal"
        position = "top"
        [screens.desk]
        rows = [{ container = "highlights", size = "40%" }, { columns = [{ container = "highlights" }] }]
        modals = ["urgent"]
        """

    static let keys = """
        [global]
        "ctrl-q" = "quit"
        [stream]
        "x" = "dismiss"
        "g" = ""
        "g g" = "first-card"
        [form]
        "f9" = "undo"
        """

    @Test func `no configuration ends the program`() {
        var mutator = Mutator(
            samples: [Self.config, Self.keys], tokens: Mutator.tomlTokens + ["[containers.", "[screens."])
        for _ in 0..<Mutator.count(150) {
            let bytes = mutator.next()
            var config = Config()
            for mistake in ConfigLoader(path: "config.toml").merge(file: bytes, into: &config) {
                expectPlace(mistake, in: bytes)
            }
        }
    }

    @Test func `no file of keys ends the program`() {
        var mutator = Mutator(
            samples: [Self.keys], tokens: Mutator.tomlTokens + ["\"ctrl-", "\" = \"quit\"\n", "alt-"])
        for _ in 0..<Mutator.count(400) {
            let bytes = mutator.next()
            do throws(ConfigError) {
                _ = try KeymapFile(path: "keys.toml").merge(bytes)
            } catch { expectPlace(error, in: bytes) }
        }
    }

    /// A mistake has a line, and one that the file has.
    private func expectPlace(_ error: ConfigError, in bytes: [UInt8]) {
        let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
        #expect(error.line.map { (1...lines).contains($0) } == true, "\(error)")
    }
}
