internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards

/// `cardstream status`: prints a short text for a status bar at once.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say in a few words what waits, for tmux and status bars.",
        discussion: """
            From what is on this machine, in milliseconds and without a network: as fresh as the last viewer left it, and live \
            while one is open. Exit code 0 when cards wait. When none does nothing is printed, and the exit code is 1; --json \
            prints all the same, as `cardstream schema status` describes.

            --format takes a text with {total}, {unseen}, {seen}, {stream}, and for your actions {waiting} (to be sent) and \
            {refused}; {{ and }} are braces. The numbers are of all streams; with --stream of one.

            EXAMPLES
              cardstream status
              cardstream status --format '{unseen} new' --stream ops
              cardstream status >/dev/null && notify-send "Cards wait"
              set -g status-right '#(cardstream status --format "cards {unseen}/{total}")'      in tmux.conf
            """)

    @OptionGroup(title: "Settings")
    var options: ConfigOptions

    @Option(help: ArgumentHelp("What to print.", valueName: "text"))
    var format = StatusFormat.initial

    @Flag(help: "As JSON.")
    var json = false

    func run() throws {
        let format = try StatusFormat(format)
        let setup = try options.load()
        let path = setup.paths.database(profile: setup.config.profile)
        let store = try CardSession.storeCounts(at: path) ?? CardSession.StoreCounts()
        let stream = options.stream == nil ? nil : setup.config.stream
        let hasCards = store.counts(of: stream).total > 0
        if json {
            Console.json(Self.json(store, of: stream))
        } else if hasCards {
            Console.print(format.text(store, of: stream))
        }
        if !hasCards { throw ExitStatus.failure }
    }

    static func json(_ store: CardSession.StoreCounts, of stream: StreamID?) -> JSONValue {
        func counts(_ counts: UserMetrics.Counts) -> JSONObject {
            ["total": .number(JSONNumber(counts.total)), "unseen": .number(JSONNumber(counts.unseen))]
        }
        var object = counts(store.counts(of: stream))
        object["waiting"] = .number(JSONNumber(store.waiting))
        object["refused"] = .number(JSONNumber(store.refused))
        if let time = store.syncedAt { object["synced"] = .string(time.rfc3339) }
        var streams = JSONObject()
        for (id, value) in store.metrics.streams.sorted(by: { $0.key < $1.key })
        where stream == nil || stream == id {
            streams[id.rawValue] = .object(counts(value))
        }
        object["streams"] = .object(streams)
        return .object(object)
    }
}
