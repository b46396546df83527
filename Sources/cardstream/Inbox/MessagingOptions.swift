internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import CardStreamCordial
internal import Cards

/// Options of commands for a message account: the account, and the time limit of its service.
struct MessagingOptions: ParsableArguments {
    @OptionGroup(title: "Settings")
    var profile: ProfileOptions

    @OptionGroup var name: SourceName

    @OptionGroup var sending: SendingOptions

    /// Makes a client of the account without connecting it.
    func client() throws -> CordialClient { try Self.client(of: name, in: try profile.load()) }

    static func client(of name: SourceName, in setup: Setup) throws -> CordialClient {
        let config = try name.config(in: setup, kind: .cordial, of: "messages")
        return try CordialClient(config, setup.environment(of: config))
    }
}

/// The options that control how a command sends stored data and reports the result.
struct SendingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("How long to wait for the service, from 0.1 to 3600 seconds.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout: Double = 30

    @Flag(help: "Store the change or event without sending it; the next command or viewer that is connected sends it.")
    var noWait = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard timeout >= 0.1, timeout <= 3600 else {
            throw ValidationError("--timeout must be from 0.1 to 3600 seconds.")
        }
    }

    /// Sends the waiting data of the account, unless --no-wait is given.
    ///
    /// - Returns: The result.
    func send(_ client: CordialClient) throws -> SendingOutcome {
        guard !noWait else {
            let waiting = try runBlocking { try await client.waitingCount() }
            return SendingOutcome(waiting: waiting, isAsked: false)
        }
        return try Self.send(client, within: timeout)
    }

    /// Sends the waiting data of the account.
    ///
    /// - Parameter seconds: The time limit.
    static func send(_ client: CordialClient, within seconds: Double) throws -> SendingOutcome {
        try runBlocking {
            try await client.prepare()
            let isOut = try await client.contact.isUnset()
            let report = await firstResult(
                of: { () -> OutboxReport? in await client.events.flush() },
                { () -> OutboxReport? in
                    // Cancellation only means that the timer is no longer needed.
                    try? await Task.sleep(for: .seconds(seconds))
                    return nil
                })
            guard let report = report ?? nil else {
                return SendingOutcome(
                    waiting: try await client.waitingCount(), reason: "no response in \(seconds.formattedSeconds)")
            }
            return SendingOutcome(report, isOut: isOut)
        }
    }

    /// Prints the result of a command, and throws the exit code if data is still waiting or was refused.
    ///
    /// - Parameters:
    ///   - words: A message about the action, such as "set the contact ana".
    ///   - kind: The kind of request whose refusal is an error; nil for all kinds.
    ///   - members: Members of the JSON in addition to those of every result.
    ///   - isData: Whether `words` is data for scripts. Then standard output has nothing else.
    func report(
        _ words: String, of kind: CordialNotice.Request?, _ outcome: SendingOutcome, _ members: JSONObject = [:],
        isData: Bool = false
    ) throws {
        let refusal = kind.map { outcome.refused[$0] } ?? outcome.refused.values.first
        if let refusal {
            throw CommandFailure(.failure, refusal.wordsOfRefusal)
        }
        if json {
            var object = members
            for (name, value) in outcome.json.members { object[name] = value }
            Console.json(.object(object))
        } else if isData {
            Console.print(words)
            if outcome.waiting > 0 { Console.error("the event is \(outcome.messageSuffix.dropFirst(2))") }
        } else {
            Console.print(words + outcome.messageSuffix)
        }
        if outcome.isKept { throw ExitStatus.kept }
    }
}

extension CordialError {
    /// The message about a request that the service has refused.
    var wordsOfRefusal: String {
        let words = description.escapingControls
        return words.hasPrefix("the service refused") ? words : "the service refused the request: \(words)"
    }
}

/// The result of sending stored data.
struct SendingOutcome: Sendable, Equatable {
    var sent = 0
    var waiting: Int
    /// Why data is still waiting; nil if that is not known.
    var reason: String?
    var refused: [CordialNotice.Request: CordialError] = [:]
    /// Whether the command tried to send.
    var isAsked = true

    init(waiting: Int, reason: String? = nil, isAsked: Bool = true) {
        self.waiting = waiting
        self.reason = reason
        self.isAsked = isAsked
    }

    /// - Parameter isOut: Whether no contact is set, so that all data waits for a contact.
    init(_ report: OutboxReport, isOut: Bool) {
        (sent, waiting, refused) = (report.sent, report.waiting, report.refused)
        guard waiting > 0 else { return }
        reason =
            if isOut {
                "no contact is set"
            } else {
                report.failure?.description.escapingControls ?? "another program is sending the waiting changes"
            }
    }

    /// Whether the command tried to send, and data is still waiting.
    var isKept: Bool { isAsked && waiting > 0 }

    /// The text that follows the message about the action; empty if no data is waiting.
    var messageSuffix: String {
        guard waiting > 0 else { return "" }
        return "; stored and waiting to be sent" + (reason.map { ": \($0)" } ?? "")
    }

    /// The members that every result has as JSON.
    var json: JSONObject {
        var object: JSONObject = [
            "outcome": .string(waiting > 0 ? "queued" : "delivered"), "waiting": .number(JSONNumber(waiting)),
        ]
        if let reason { object["reason"] = .string(reason) }
        return object
    }
}
