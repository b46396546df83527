internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// `cardstream outcomes`: prints the outcomes of closed cards, and new ones as they arrive.
struct OutcomesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outcomes",
        abstract: "Print the outcomes of closed cards.",
        discussion: """
            Prints a line for each published card that was answered, dismissed or cancelled, or that has expired, in \
            the order in which the cards were closed. The server keeps outcomes for 30 days. With --json, a line is \
            the object that `cardstream outcome` prints, plus the title of the card and a cursor, as `cardstream \
            schema outcomes` describes. A cursor stays valid when the server restarts or moves. The server refuses a \
            cursor of another feed, or one that is newer than the backup from which the feed was restored.

            --follow prints the outcomes from now on, until Ctrl-C (exit code 130), and tries again while the server \
            cannot be reached. With `--since start`, it begins with the oldest outcome; with `--since CURSOR`, it \
            begins after the line that has this cursor. Without --follow, the command prints the outcomes so far; exit \
            code 3 means that there are none.

            The outcomes come from the server to which `cardstream publish` sends cards. If the configuration has no \
            server, they come from the feed of your profile, and no other program needs to run.

            EXAMPLES
              cardstream outcomes --last 10
              cardstream outcomes --follow --json | jq -r '.responses[-1].button'


            Each run of these lines adds the new outcomes to answers.jsonl. If a run is interrupted, the next one may \
            repeat outcomes, with the same ids, but misses none
              [ -s cursor ] || echo start > cursor
              cardstream outcomes --json --since "$(cat cursor)" > new.jsonl &&
                  tail -n 1 new.jsonl | jq -r .cursor > cursor.new &&
                  cat new.jsonl >> answers.jsonl && mv cursor.new cursor
            """)

    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Flag(help: "Keep printing until Ctrl-C.")
    var follow = false

    @Option(
        help: ArgumentHelp(
            "Print only outcomes after this cursor; with `start`, print all of them.", valueName: "cursor"))
    var since: String?

    @Option(
        help: ArgumentHelp("Print only the latest outcomes, at most this many: from 1 to 1000.", valueName: "number"))
    var last: Int?

    @Flag(help: "Print one line of JSON per outcome.")
    var json = false

    func validate() throws {
        if let last, !(1...1000).contains(last) { throw ValidationError("--last must be from 1 to 1000.") }
        if since != nil, last != nil { throw ValidationError("Use either --since or --last, not both.") }
    }

    func run() throws {
        let signals = follow ? Signals([.interrupt, .terminate, .hangup, .quit]) : nil
        let caller = try PublisherAccess(options.load(publisher.flags).ofKnownProfile()).caller()
        var start: FeedCursor?
        if let since, since != "start" {
            start = try FeedCursor(argument: since, "--since")
            guard start?.parts != nil else {
                throw CommandFailure(
                    .usage,
                    "--since is \"\(since.escapingControls)\"; expected \"start\", or the cursor of a line that `outcomes --json` printed; "
                        + "for the latest outcomes, use --last 10"
                )
            }
        }
        let outcomes = OutcomeFeed(
            from: start, lines: { try await caller.lines(.outcomes($0)) },
            print: Self.printer(isJSON: json), problem: { Console.error($0) })
        do {
            guard let signals else { return try printAll(outcomes) }
            let beginning: OutcomeFeed.Beginning = last.map { .last($0) } ?? (since == nil ? .now : .after)
            try InterruptibleWork.run(until: signals, { try await outcomes.follow(beginning) }, ending: {})
        } catch ExitStatus.interrupted {
            if !json, let cursor = outcomes.cursor { Console.error("continue with --since \(cursor)") }
            throw ExitStatus.interrupted
        } catch FeedError.server(let problem, _) where problem.type == .cursorExpired {
            // Without --since, --follow would leave out the outcomes until now.
            throw CommandFailure(
                .failure,
                "the cursor is from another feed, from before this feed was imported, or newer than the backup from which "
                    + "the feed was restored: continue with --since start, "
                    + "which misses no outcome and repeats those of the last 30 days")
        }
    }

    private func printAll(_ outcomes: OutcomeFeed) throws {
        guard try runBlocking({ [last] in try await outcomes.all(last: last) }) else {
            if !json { Console.error(Self.emptyMessage(since: since)) }
            throw ExitStatus.nothingMatched
        }
    }

    /// - Parameter since: The value of --since; nil if it is not given.
    static func emptyMessage(since: String?) -> String {
        since == nil || since == "start" ? "no closed cards yet" : "no cards were closed after this cursor"
    }

    /// Prints lines of JSON, or rows of a table whose columns only become wider.
    private static func printer(isJSON: Bool) -> @Sendable ([[UInt8]]) throws -> Void {
        let table = Lock(TextTable(["TIME", "STATUS", "ANSWER", "USER", "STREAM", "ID", "TITLE"]))
        return { lines in
            guard !isJSON else { return lines.forEach { Console.json($0) } }
            let rows = try lines.map { row(try JSONParser.parse($0)) }
            let text = table.withLock { table in
                rows.forEach { table.add($0) }
                return table.takeLines()
            }
            Console.print(text.joined(separator: "\n"))
        }
    }

    static func row(_ line: JSONValue) -> [String] {
        let response = line["responses"]?.array?.last
        var answer = [response?["button"]?.string].compactMap(\.self)
        for (name, value) in response?["values"]?.object?.members ?? [] {
            answer.append("\(name)=\(value.text())")
        }
        return [
            line.shownTime("updated"), line.shown("status"), answer.joined(separator: " "), line.shown("user"),
            line.shown("stream"), line.shown("id"), line.shown("title"),
        ]
    }
}
