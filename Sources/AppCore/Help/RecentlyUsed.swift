/// What was used lately and is offered again: commands in the palette, texts in the line of the filter, the shell command
/// that was given a card.
package struct RecentlyUsed: Equatable, Sendable {
    /// What was run from the palette, newest first.
    private(set) var commands: [Command] = []
    /// What cards were filtered by, newest first.
    package private(set) var filters: [String] = []
    /// Empty before the first.
    var shellCommand = ""

    private static let commandLimit = 5
    private static let filterLimit = 20

    mutating func add(_ command: Command) { Self.add(command, to: &commands, limit: Self.commandLimit) }

    /// Blank texts filter nothing.
    mutating func add(filter text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        Self.add(text, to: &filters, limit: Self.filterLimit)
    }

    private static func add<Item: Equatable>(_ item: Item, to items: inout [Item], limit: Int) {
        items = Array(([item] + items.filter { $0 != item }).prefix(limit))
    }
}
