internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import FeedTransport

import struct Foundation.Date

/// `cardstream admin audit`: lists and checks the audit record of questions.
struct AdminAudit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "List and check the audit record: what happened to questions.",
        discussion: """
            The server records who was asked, who received and saw the card, who answered what, and how each question \
            ended. The column DEVICE has the name that the user's viewer sent for its machine; the server cannot check this name. The server only \
            adds rows to the record; the hash of each row covers the row itself and the hash of the previous row. --json prints a line for each row, as `cardstream schema admin-audit` describes.

            --verify checks the record from its first row, and names the first row that was changed, removed or moved. \
            If the record is intact, the hash of the last row is printed: keep the hash on a different machine, and \
            give it to --expect at the next check. Without --expect, rows that were removed from the end are not \
            noticed.

            EXAMPLES
              cardstream admin audit --since 7d
              cardstream admin audit --ask "$id" --json
              cardstream admin audit --verify
              cardstream admin audit --verify --expect "$(cat last-hash)"

            EXIT CODES
              0 done, 1 the record was changed, 2 usage error, 3 nothing to list,
              4 authentication, 5 network
            """)

    @OptionGroup var admin: AdminOptions

    @Option(
        help: ArgumentHelp(
            "List only rows since this time: a duration before now, such as 7d, or an RFC 3339 time.",
            valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("List only rows of this question.", valueName: "id"))
    var ask: String?

    @Flag(help: "Check the whole record.")
    var verify = false

    @Option(help: ArgumentHelp("With --verify: a hash that an earlier check printed.", valueName: "hash"))
    var expect: String?

    /// The number of rows in one request.
    private static let page = 1000

    func validate() throws {
        if verify, since != nil || ask != nil {
            throw ValidationError("--verify checks the whole record; leave out --since and --ask.")
        }
        guard let expect else { return }
        guard verify else { throw ValidationError("--expect needs --verify.") }
        guard expect.utf8.count == 64, expect.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else {
            throw ValidationError("--expect must be 64 hexadecimal digits, as --verify prints them.")
        }
    }

    func run() throws {
        var query = AuditQuery(limit: Self.page)
        if let since { query.since = try Self.time(since, now: Date()) }
        let caller = try admin.caller()
        if let ask { query.ask = try runBlocking { try await AskReference.ask(ask, of: caller) } }
        if verify { try check(caller, query) } else { try list(caller, query) }
    }

    /// Calls `body` with all rows, page by page.
    private static func rows(
        _ caller: FeedHTTPClient, _ query: AuditQuery, _ body: ([JSONValue]) throws -> Void
    ) throws {
        var query = query
        while true {
            let route = FeedRoute.audit(query)
            let rows = try AdminOptions.values(of: try runBlocking { try await caller.lines(route) })
            try body(rows)
            guard rows.count == page, let last = rows.last?["number"]?.number?.int, last > query.after else { return }
            query.after = Int64(last)
        }
    }

    private func list(_ caller: FeedHTTPClient, _ query: AuditQuery) throws {
        var table = TextTable(["ROW", "TIME", "EVENT", "USER", "DEVICE", "ASK", "DETAIL"])
        var isEmpty = true
        try Self.rows(caller, query) { rows in
            isEmpty = isEmpty && rows.isEmpty
            let ids = ShortIDs(rows.map { $0.shown("ask") })
            for row in rows {
                if admin.json { Console.json(row) }
                table.add([
                    row.shown("number"), row.shownTime("at"), row.shown("event"), row.shown("user"),
                    Self.name(forDevice: row["detail"]?["device"]), ids[row.shown("ask")],
                    Self.summary(for: row["detail"]),
                ])
            }
        }
        guard !isEmpty else {
            if !admin.json { Console.error("no matching rows in the record") }
            throw ExitStatus.nothingMatched
        }
        if !admin.json { Console.print(table.lines.joined(separator: "\n")) }
    }

    /// The most useful members of a row's detail; --json prints all of them.
    private static func summary(for detail: JSONValue?) -> String {
        guard let detail else { return "" }
        return ["users", "outcome", "button", "reason", "by"].map { detail.shown($0) }.filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// The name of a device with the beginning of its id, because names are not unique: "laptop (1f0c9a2b)".
    private static func name(forDevice device: JSONValue?) -> String {
        guard let id = device?["id"]?.string else { return "" }
        let short = id.prefix(8)
        return device?["name"]?.string.map { "\($0) (\(short))" } ?? String(short)
    }

    private func check(_ caller: FeedHTTPClient, _ query: AuditQuery) throws {
        var check = AuditCheck(expecting: expect)
        try Self.rows(caller, query) { rows in
            for row in rows {
                if let finding = check.add(row) { throw CommandFailure(.failure, Self.message(for: finding)) }
            }
        }
        guard check.hasExpected else {
            throw CommandFailure(
                .failure,
                "no row has the hash given with --expect: rows were removed from the end of the record, or the whole "
                    + "record was replaced; the last row is now row \(check.last)")
        }
        if admin.json {
            return Console.json(.object(["rows": .number(JSONNumber(Int(check.last))), "hash": .string(check.hash)]))
        }
        Console.error(check.last == 1 ? "1 row is unchanged" : "\(check.last) rows are unchanged")
        Console.print(check.hash)
    }

    private static func message(for finding: AuditCheck.Finding) -> String {
        switch finding {
        case .missing(let number): "the record was changed: row \(number) is missing"
        case .changed(let number): "the record was changed: row \(number) does not match its hash"
        case .moved(let number): "the record was changed: row \(number) does not have the hash of the row before it"
        case .unreadable(let number): "the record was changed: the line after row \(number) is not a row"
        }
    }

    private static func time(_ text: String, now: Date) throws(CommandFailure) -> Date {
        if let seconds = CardDuration.seconds(text) { return now.addingTimeInterval(-seconds) }
        if let date = Date(rfc3339: text) { return date }
        throw CommandFailure(
            .usage,
            "--since: \"\(text.escapingControls)\" is not a time; expected a duration such as 7d, or a time such as "
                + "2026-11-24T14:00:00Z"
        )
    }
}
