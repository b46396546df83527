internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// `cardstream admin analytics`: prints analytics records and custom events of viewers.
struct AdminAnalytics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analytics", abstract: "Print what users see and do.",
        discussion: """
            Prints all records that the server keeps (30 days), oldest first. With --follow, prints the last ten \
            records and then new records until Ctrl-C (exit code 130).

            EXAMPLES
              cardstream admin analytics --follow
              cardstream admin analytics --json --since 1200 >> analytics.ndjson
              cardstream admin analytics --custom
            """)

    @OptionGroup var admin: AdminOptions

    @Flag(help: "Keep printing until Ctrl-C.")
    var follow = false

    @Flag(help: "Print custom events instead of analytics.")
    var custom = false

    @Option(help: ArgumentHelp("Print only records after this sequence number.", valueName: "seq"))
    var since: Int64?

    @Option(
        help: ArgumentHelp("Print only the latest records, at most this many: from 1 to 10000.", valueName: "number"))
    var last: Int?

    func validate() throws {
        if let since, since < 0 { throw ValidationError("--since must be 0 or more.") }
        if let last, !(1...10_000).contains(last) { throw ValidationError("--last must be from 1 to 10000.") }
        if since != nil, last != nil { throw ValidationError("Use either --since or --last, not both.") }
    }

    /// The polling interval in seconds.
    private static let interval = 1.0

    func run() throws {
        let caller = try admin.caller()
        var isEmpty = true
        var query = RecordQuery(since: since ?? 0, last: last ?? (follow && since == nil ? 10 : nil))
        while true {
            let route: FeedRoute = custom ? .events(query) : .analytics(query)
            let lines = try runBlocking { try await caller.lines(route) }
            for value in try AdminOptions.values(of: lines) { try show(value, &query) }
            isEmpty = isEmpty && lines.isEmpty
            query.last = nil
            guard lines.isEmpty || (last != nil && !follow) else { continue }
            guard follow else {
                guard isEmpty else { return }
                if !admin.json { Console.error("no records yet") }
                throw ExitStatus.nothingMatched
            }
            try runBlocking { try await Task.sleep(for: .seconds(Self.interval)) }
        }
    }

    private func show(_ value: JSONValue, _ query: inout RecordQuery) throws {
        guard let sequence = value["seq"]?.int else {
            throw CommandFailure(.network, "the server's response is invalid; is this a cardstream server?")
        }
        query.since = Int64(sequence)
        if admin.json { return Console.json(value) }
        let card = value["cardContext"]?.shown("cardInstanceId") ?? ""
        let stream = value["sdkContext"]?.shown("containerId") ?? ""
        let name = value.shown(custom ? "name" : "eventName")
        let more = value["properties"]?.text() ?? ""
        let words = [value.shownTime("receivedAt"), value.shown("endUserId"), name, stream, card, more]
        Console.print(words.filter { !$0.isEmpty }.joined(separator: "  "))
    }
}
