import Basics
import Cards
import ComapiEmulator
import EmulatorHTTP

/// Plays a person who replies to the user's messages: marks the message as delivered and as read, is typing for a
/// while, and sends a reply. It handles one message at a time, and does nothing between messages.
struct DemoBot: Sendable {
    /// Seconds between the arrival of a message and reading it.
    static let readingTime = 1.0
    /// Seconds of typing.
    static let typingTime = 2.0

    private let person: DemoPerson
    private let user: String
    private let earlierBots: Set<String>
    private let clock: SyncClock

    /// - Parameters:
    ///   - user: The profile id of the user to whose messages the bot replies.
    ///   - earlierBots: The profile ids of bots that take precedence. This bot does not reply in their conversations.
    init(_ person: DemoPerson, answering user: String, unlessAmong earlierBots: Set<String>, clock: SyncClock) {
        self.person = person
        self.user = user
        self.earlierBots = earlierBots
        self.clock = clock
    }

    /// Runs until the socket ends or the task is cancelled.
    func run(on socket: EmulatorSocket) async {
        var count = 0
        for await frame in socket.frames {
            guard let message = DemoMessage(frame), message.sender == user else { continue }
            do throws(DemoError) {
                if try await answer(message, number: count) { count += 1 }
            } catch {
                // The user has left or deleted the conversation in the meantime.
            }
        }
    }

    /// Handles a message. Returns whether the bot has replied.
    private func answer(_ message: DemoMessage, number: Int) async throws(DemoError) -> Bool {
        let conversation = message.conversation
        try await person.report("delivered", of: [message.id], in: conversation, at: clock.now())
        let members = try await person.send("GET", "/conversations/\(conversation)/participants").array ?? []
        await pause(Self.readingTime)
        try await person.report("read", of: [message.id], in: conversation, at: clock.now())
        guard !members.contains(where: { earlierBots.contains($0["id"]?.string ?? "") }) else { return false }
        try await person.send("POST", "/conversations/\(conversation)/typing")
        await pause(Self.typingTime)
        try await person.send("DELETE", "/conversations/\(conversation)/typing")
        guard !Task.isCancelled else { return false }
        try await person.say(DemoAnswers.text(to: message.text, number: number), in: conversation)
        return true
    }

    private func pause(_ seconds: Double) async { await clock.sleep(clock.uptime() + seconds) }
}

/// The data that a bot needs from the event of a message.
struct DemoMessage: Hashable, Sendable {
    let id: String
    /// The conversation's id, percent-encoded for paths.
    let conversation: String
    let sender: String
    let text: String

    /// Reads a frame; nil if it is not the event of a message.
    init?(_ frame: String) {
        // The emulator sends only JSON, except for a requested fault.
        guard let json = try? JSONParser.parse(frame), json["name"] == "conversationMessage.sent",
            let payload = json["payload"], let id = payload["messageId"]?.string, let context = payload["context"],
            let conversation = context["conversationId"]?.string, let sender = context["from"]?["id"]?.string
        else { return nil }
        self.id = id
        self.conversation = PercentCoding.encode(conversation)
        self.sender = sender
        text = (payload["parts"]?.array ?? []).compactMap { $0["data"]?.string }.joined(separator: " ")
    }
}

/// The replies of the people in the demo.
enum DemoAnswers {
    /// Returns a reply to a text.
    ///
    /// - Parameter number: The number of earlier replies. It selects the next one in turn.
    static func text(to text: String, number: Int) -> String {
        let answers = text.utf8.last == UInt8(ascii: "?") ? toQuestions : toOthers
        return answers[number % answers.count]
    }

    private static let toQuestions = [
        "Yes, that works for me.", "I think so. Give me a minute to check.", "Not before tomorrow, I am afraid.",
    ]
    private static let toOthers = [
        "Sounds good.", "Thanks, I will have a look.", "Noted. I will come back to it this afternoon.",
        "Good point.",
    ]
}
