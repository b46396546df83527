internal import AppRuntime
internal import ArgumentParser
internal import CardStreamCordial
internal import Cards

/// `cardstream push`: processes a push notification that another program has received.
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Process a push notification that another program received.",
        discussion: """
            For programs that receive pushes. The file is the payload of the push, as JSON. --tapped records that you \
            tapped the notification, and prints the address of its link; --foreground records that the push arrived \
            while the program was in the foreground; --silent records nothing. With --foreground or --silent, the next \
            command or viewer loads the messages that the push announces. The record is stored on this machine first, \
            so the command also works without a network.

            --json prints an object, as `cardstream schema push` describes. Exit code 3: the push comes from another \
            service. 7: the record is stored, and the next command or viewer of this profile sends it.

            EXAMPLES
              cardstream push payload.json --tapped
              cardstream push - --silent < payload.json
            """)

    @OptionGroup var options: MessagingOptions

    @Flag(help: "Record that you tapped the notification.")
    var tapped = false

    @Flag(help: "Record that the push arrived while the program was in the foreground.")
    var foreground = false

    @Flag(help: "Record nothing; the next command or viewer loads the messages that the push announces.")
    var silent = false

    @Argument(
        help: ArgumentHelp("The file with the payload; - reads standard input.", valueName: "payload"),
        completion: .file(extensions: ["json"]))
    var file: String

    private var occurrence: PushOccurrence { tapped ? .tapped : foreground ? .deliveredInForeground : .silent }

    func validate() throws {
        guard [tapped, foreground, silent].count(where: \.self) == 1 else {
            throw ValidationError("choose what happened to the push: --tapped, --foreground or --silent.")
        }
    }

    func run() throws {
        let name = file == "-" ? "standard input" : file.shownAsFile
        guard let payload = try JSONFile.read(file).object else {
            throw CommandFailure(.failure, "\(name): expected the payload of a push, as a JSON object")
        }
        guard let push = CordialPush(payload: payload) else {
            throw CommandFailure(.nothingMatched, "\(name): the push comes from another service: it has no mcID")
        }
        let (client, occurrence) = (try options.client(), occurrence)
        let link = try runBlocking { try await client.pushes.handle(push, occurrence) }
        var members: JSONObject = ["message": .string(push.messageID)]
        if let link { members["url"] = .string(link.url) }
        if let fallback = link?.fallback { members["fallback"] = .string(fallback) }
        if let title = push.title { members["title"] = .string(title) }
        if let text = push.text { members["text"] = .string(text) }
        let pictures = push.carousel.map { item -> JSONValue in
            var picture: JSONObject = ["image": .string(item.imageURL)]
            if let link = item.link { picture["url"] = .string(link) }
            return .object(picture)
        }
        if !pictures.isEmpty { members["carousel"] = .array(pictures) }
        let announced = (push.announcesInbox ? ["inbox"] : []) + (push.announcesInApp ? ["in-app"] : [])
        if !announced.isEmpty { members["announces"] = .array(announced.map { .string($0) }) }
        try options.sending.report(
            link?.url ?? "recorded the push \(push.messageID)", of: .events, try options.sending.send(client), members,
            isData: link != nil)
    }
}
