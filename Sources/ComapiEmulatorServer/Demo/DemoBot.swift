import Basics
import Cards
import ComapiEmulator
import EmulatorHTTP

/// Plays a person who answers when the user writes: the message is delivered, read, and after some typing there is an
/// answer. Nothing runs between two messages.
struct DemoBot: Sendable {
    /// Seconds from the arrival of a message until it is read.
    static let readingTime = 1.0
    /// Seconds of typing.
    static let typingTime = 2.0

    private let person: DemoPerson
    private let user: String
    private let earlierBots: Set<String>
    private let clock: SyncClock

    /// - Parameters:
    ///   - user: Whose messages are answered.
    ///   - earlierBots: In their conversations they answer, and this one is silent.
    init(_ person: DemoPerson, answering user: String, unlessAmong earlierBots: Set<String>, clock: SyncClock) {
        self.person = person
        self.user = user
        self.earlierBots = earlierBots
        self.clock = clock
    }

    /// Takes part until the socket ends or the task is cancelled.
    func run(on socket: EmulatorSocket) async {
        var count = 0
        for await frame in socket.frames {
            guard let message = DemoMessage(frame), message.sender == user else { continue }
            do throws(DemoError) {
                if try await answer(message, number: count) { count += 1 }
            } catch {
                // The user has left the conversation or deleted it meanwhile.
            }
        }
    }

    /// Returns whether there was an answer.
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

/// What a bot needs of an event of a message.
struct DemoMessage: Hashable, Sendable {
    let id: String
    /// Percent-encoded, for paths.
    let conversation: String
    let sender: String
    let text: String

    /// Nil for frames that say something else.
    init?(_ frame: String) {
        // Frames come from the emulator; one that is no JSON is a fault on request.
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

/// What the people of the demonstration answer.
enum DemoAnswers {
    /// - Parameter number: How many answers there were before.
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
