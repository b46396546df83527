/// What is offered again: commands in the palette, texts in the line of the filter.
extension AppState {
    private static let commandLimit = 5
    private static let filterLimit = 20

    mutating func recall(_ command: Command) {
        recentCommands = Self.first(command, of: recentCommands, limit: Self.commandLimit)
    }

    mutating func recall(filter text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        recentFilters = Self.first(text, of: recentFilters, limit: Self.filterLimit)
    }

    private static func first<Item: Equatable>(_ item: Item, of items: [Item], limit: Int) -> [Item] {
        Array(([item] + items.filter { $0 != item }).prefix(limit))
    }
}
