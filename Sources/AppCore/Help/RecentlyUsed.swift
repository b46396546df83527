/// Recently used input that is offered again: commands in the palette, texts in the filter field, and the shell command
/// that cards are piped to.
package struct RecentlyUsed: Equatable, Sendable {
    /// The commands that were run from the palette, newest first.
    private(set) var commands: [Command] = []
    /// The filter texts, newest first.
    package private(set) var filters: [String] = []
    /// Empty before the first use.
    var shellCommand = ""

    private static let commandLimit = 5
    private static let filterLimit = 20

    mutating func add(_ command: Command) { Self.add(command, to: &commands, limit: Self.commandLimit) }

    /// Ignores blank texts, which do not filter.
    mutating func add(filter text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        Self.add(text, to: &filters, limit: Self.filterLimit)
    }

    private static func add<Item: Equatable>(_ item: Item, to items: inout [Item], limit: Int) {
        items = Array(([item] + items.filter { $0 != item }).prefix(limit))
    }
}
