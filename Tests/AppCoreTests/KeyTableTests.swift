import AppCore
import Support
import Testing

/// The key table in the guide is the one that the program generates.
struct KeyTableTests {
    @Test func `the guide lists all keys`() throws {
        #expect(
            try GuideFile(topic: "keys").holds(HelpText.markdown(for: .standard), at: "keys"),
            "run make snapshots and review the page")
    }

    @Test func `a bar in a key does not end the table's cell`() throws {
        var keymap = Keymap()
        keymap.bind(try #require(KeySequence.parse("|")), to: .quit, in: .stream)
        #expect(HelpText.markdown(for: keymap).contains("| `\\|` | Quit |"))
    }
}
