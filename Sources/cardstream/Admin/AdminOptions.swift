internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// Options of all admin commands.
struct AdminOptions: ParsableArguments {
    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Flag(help: "Print one line of JSON per item.")
    var json = false

    /// For commands that make nothing new.
    func caller() throws -> FeedHTTPClient {
        try PublisherAccess(options.load(publisher.flags).ofKnownProfile()).caller()
    }

    /// Requests a page of lines and prints them unchanged, or as a table.
    ///
    /// - Parameter row: Makes a row from a line, with the short forms of the ids of all lines.
    /// - Returns: The last line, for the next page.
    @discardableResult
    func show(
        _ route: FeedRoute, _ caller: FeedHTTPClient, empty: String, titles: [String],
        row: (JSONValue, ShortIDs) -> [String]
    ) throws -> JSONValue? {
        let values = try Self.values(of: try runBlocking { try await caller.lines(route) })
        let ids = ShortIDs(values.map { $0.shown("id") })
        try show(values, empty: empty, titles: titles, json: { Console.json($0) }) { row($0, ids) }
        return values.last
    }

    /// Prints all items of a list as lines of JSON, or as a table.
    ///
    /// - Parameters:
    ///   - empty: The message for an empty list; not printed with --json.
    ///   - printJSON: Prints one item.
    ///   - row: The cells of one item.
    /// - Throws: ``ExitStatus/nothingMatched`` for an empty list.
    func show<Item>(
        _ items: [Item], empty: String, titles: [String], json printJSON: (Item) throws -> Void,
        row: (Item) -> [String]
    ) throws {
        guard !items.isEmpty else {
            if !json { Console.error(empty) }
            throw ExitStatus.nothingMatched
        }
        if json { return try items.forEach(printJSON) }
        var table = TextTable(titles)
        for item in items { table.add(row(item)) }
        Console.print(table.lines.joined(separator: "\n"))
    }

    /// The parsed lines of a response. Lines that cannot be parsed are reported and skipped.
    ///
    /// - Throws: ``CommandFailure`` if no line can be parsed, because then the response is not from a cardstream
    ///   server.
    static func values(of lines: [[UInt8]]) throws(CommandFailure) -> [JSONValue] {
        var values: [JSONValue] = []
        var problems: [String] = []
        for (index, line) in lines.enumerated() {
            do {
                values.append(try JSONParser.parse(line, depthLimit: JSONParser.maxDepthLimit))
            } catch {
                problems.append(
                    "line \(index + 1) of the server's response cannot be read and is skipped: \(error.kind)")
            }
        }
        if values.isEmpty, let problem = problems.first {
            throw CommandFailure(
                .network, "the server's response is invalid; is this a cardstream server? \(problem)")
        }
        problems.forEach(Console.error)
        return values
    }
}

extension JSONValue {
    /// The text of a member for a table; empty if it is missing.
    func shown(_ key: String) -> String {
        switch self[key] {
        case .string(let text): text
        case .number(let number): number.literal
        case .bool(let bool): bool ? "yes" : "no"
        case .array(let values): values.compactMap(\.string).joined(separator: ",")
        case .object, .null, nil: ""
        }
    }

    func shownTime(_ key: String) -> String { TextTable.time(shown(key)) }
}

/// Paging of a long list.
struct AdminPage: ParsableArguments {
    @Option(help: ArgumentHelp("List at most this many rows, from 1 to 1000.", valueName: "number"))
    var limit = 100

    @Option(help: ArgumentHelp("Continue after this position, which the previous run printed.", valueName: "position"))
    var after: String?

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000.") }
    }

    /// Prints how to continue if there may be more.
    func printContinuation(after last: String?) {
        guard let last, Console.isErrorTerminal else { return }
        Console.error("there may be more rows; continue with --after \(last)")
    }
}
