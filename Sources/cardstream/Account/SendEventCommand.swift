internal import AppRuntime
internal import ArgumentParser
internal import CardStreamCordial
internal import Cards
internal import FeedAPI

import struct Foundation.Date
import struct Foundation.UUID

/// `cardstream send-event`: sends a custom event to the publisher.
struct SendEventCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send-event",
        abstract: "Send a custom event to the publisher.",
        discussion: """
            Sends the event as the user of the token. A property k=v is a string; k:=v is JSON, such as a \
            number or true. Prints the event's id; an event sent again with the same --id counts once.

            With --source, the event belongs to the contact of that source; the source must be of kind cordial. The \
            event is attributed to the message whose link you followed last. The event is stored on this machine \
            first, so the command also works without a network. --json prints an object, as `cardstream schema \
            send-event` describes. Exit code 1: the service refused the event. 7: the event is stored, and the next \
            command or viewer of this profile sends it.

            EXAMPLES
              cardstream send-event signed-up plan=gold seats:=3
              cardstream send-event deploy service=api --id "deploy-$BUILD"
              cardstream send-event --source shop browse sku=polo543
            """)

    @OptionGroup var account: AccountOptions
    @OptionGroup var source: SourceName
    @OptionGroup var sending: SendingOptions

    @Argument(help: ArgumentHelp("The name of the event.", valueName: "name"))
    var name: String

    @Argument(help: ArgumentHelp("A property of the event, k=v or k:=JSON.", valueName: "property"))
    var properties: [String] = []

    @Option(help: ArgumentHelp("The id of the event, instead of a random id.", valueName: "id"))
    var id: String?

    func validate() throws {
        if source.source == nil {
            if sending.noWait { throw ValidationError("--no-wait works only with --source.") }
            if sending.json { throw ValidationError("--json works only with --source.") }
        } else if id != nil {
            throw ValidationError("--id does not work with --source.")
        }
    }

    func run() throws {
        if source.source != nil { return try queue() }
        let event = CustomEvent(
            id: id ?? UUID().uuidString.lowercased(), name: name, properties: try Self.read(properties), at: Date())
        do { try event.validate() } catch {
            throw CommandFailure(
                .usage, "the event's \(error.pointer.dropFirst()) must be \(error.expected)".escapingControls)
        }
        let access = ViewerAccess(try account.setup())
        try runBlocking { try await access.requests().sendEvent(event) }
        Console.print(event.id)
    }

    /// Stores the event for the contact of a source, and sends it.
    private func queue() throws {
        let (name, properties) = (name, try Self.read(properties))
        let client = try MessagingOptions.client(of: source, in: try account.setup())
        try runBlocking { try await client.events.send(name, properties: properties) }
        try sending.report(
            "recorded the event \(name)", of: .events, try sending.send(client), ["event": .string(name)])
    }

    /// Reads arguments such as `k=v`.
    ///
    /// - Parameter what: What the command's help calls an argument.
    static func read(_ properties: [String], as what: String = "property") throws(CommandFailure) -> JSONObject {
        var object = JSONObject()
        for property in properties {
            guard let equals = property.firstIndex(of: "="), equals != property.startIndex else {
                throw CommandFailure(
                    .usage, "\"\(property.escapingControls)\" is not a \(what); expected k=v or k:=JSON")
            }
            var key = property[..<equals]
            let text = String(property[property.index(after: equals)...])
            var value = JSONValue.string(text)
            if key.hasSuffix(":") {
                key.removeLast()
                // The parser's reason does not matter: the message names the property and the syntax.
                guard let json = try? JSONParser.parse(text),
                    json.number != nil || json.bool != nil || json.string != nil
                else {
                    throw CommandFailure(
                        .usage,
                        "\(key): \"\(text.escapingControls)\" is not a number, a string in quotes, true or false")
                }
                value = json
            }
            guard !key.isEmpty, object[String(key)] == nil else {
                throw CommandFailure(
                    .usage, "\"\(property.escapingControls)\": the \(what)'s name is missing or given twice")
            }
            object[String(key)] = value
        }
        return object
    }
}
