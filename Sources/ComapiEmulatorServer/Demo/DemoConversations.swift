import Cards
import ComapiEmulator
import EmulatorSockets

/// The people and conversations of the demo.
enum DemoConversations {
    /// The profile id of the user.
    static let user = "ana"

    private struct Person {
        let id: String
        let firstName: String
        let lastName: String
    }

    private struct Message {
        let sender: String
        /// The age of the message at the start of the demo, in minutes.
        let age: Double
        let text: String
    }

    private struct Conversation {
        let id: String
        let name: String
        let description: String
        /// The profile ids of the participants. The first one is the owner.
        let people: [String]
        var isPublic = false
        /// The messages, oldest first.
        let messages: [Message]
        /// The number of messages at the end that the user has not read.
        var unread = 0
    }

    private static let people = [
        Person(id: user, firstName: "Ana", lastName: "Moreno"), Person(id: "ben", firstName: "Ben", lastName: "Okafor"),
        Person(id: "cleo", firstName: "Cleo", lastName: "Lind"),
    ]

    private static let conversations = [
        Conversation(
            id: "workshop", name: "Workshop notes", description: "Our findings, day by day",
            people: ["ben", user],
            messages: notes),
        Conversation(
            id: "lobby", name: "Lobby", description: "Open to all", people: ["cleo", "ben"], isPublic: true,
            messages: [
                Message(sender: "cleo", age: 3000, text: "Welcome. Anyone can read and join here."),
                Message(sender: "ben", age: 2950, text: "Good to have a place for everything else."),
            ]),
        Conversation(
            id: "lunch", name: "Lunch on Friday", description: "Where and when", people: ["cleo", user],
            messages: [
                Message(sender: "cleo", age: 1600, text: "The new place at the harbour has a table for us at 12:30."),
                Message(sender: user, age: 1580, text: "Lovely. Do they have anything without fish?"),
                Message(sender: "cleo", age: 1575, text: "Soup and bread, and the bread is very good."),
            ]),
        Conversation(
            id: "release", name: "Release 4.12", description: "Everything for the next version",
            people: ["ben", "cleo", user],
            messages: [
                Message(sender: "ben", age: 52, text: "The release notes are ready. Who has ten minutes to read them?"),
                Message(sender: "cleo", age: 47, text: "I do. Reading now."),
                Message(sender: "cleo", age: 31, text: "Two typos on the first page, the rest is good."),
                Message(sender: user, age: 30, text: "Thanks, both corrected."),
                Message(sender: "ben", age: 4, text: "Ana, shall we publish at four?"),
            ], unread: 1),
    ]

    /// The messages of a conversation that has several pages.
    private static let notes: [Message] = {
        let topics = [
            "the search is quicker with an index by date", "the second form has too many fields",
            "people look for help in the menu first", "the new colours are easier to read at night",
            "two of five testers did not see the button", "the export works with files of 2 GB",
            "the old report is no longer needed",
        ]
        let count = 300
        return (0..<count).map { index in
            Message(
                sender: index.isMultiple(of: 3) ? user : "ben", age: Double(count - index) * 40 + 200,
                text: "Note \(index + 1): \(topics[index % topics.count]).")
        }
    }()

    /// Creates the people and conversations with requests of the people. The clock is set back to the time of each
    /// request.
    ///
    /// - Returns: The people with their sessions.
    static func fill(
        _ emulator: ComapiEmulator, _ configuration: EmulatorConfiguration, _ clock: DemoClock
    ) async throws(DemoError) -> [DemoPerson] {
        let oldest = (conversations.compactMap { $0.messages.first?.age }.max() ?? 0) + 60
        clock.goBack(oldest * 60)
        var result: [DemoPerson] = []
        for person in people {
            let one = try await DemoPerson(person.id, emulator, configuration, now: clock.now)
            try await one.send(
                "PATCH", "/profiles/\(person.id)",
                [
                    "firstName": .string(person.firstName), "lastName": .string(person.lastName),
                    "email": .string("\(person.id)@example.com"),
                ])
            result.append(one)
        }
        for conversation in conversations { try await write(conversation, result, clock) }
        clock.goBack(0)
        return result
    }

    private static func write(
        _ conversation: Conversation, _ people: [DemoPerson], _ clock: DemoClock
    ) async throws(DemoError) {
        let members = people.filter { conversation.people.contains($0.id) }
        guard let owner = members.first(where: { $0.id == conversation.people.first }) else { return }
        clock.goBack(((conversation.messages.first?.age ?? 0) + 5) * 60)
        let others = conversation.people.dropFirst().map { id -> JSONValue in ["id": .string(id)] }
        try await owner.send(
            "POST", "/conversations",
            [
                "id": .string(conversation.id), "name": .string(conversation.name),
                "description": .string(conversation.description), "isPublic": .bool(conversation.isPublic),
                "participants": .array(others),
                "roles": [
                    "owner": ["canSend": true, "canAddParticipants": true, "canRemoveParticipants": true],
                    "participant": ["canSend": true, "canAddParticipants": true, "canRemoveParticipants": false],
                ],
            ])
        let lastRead = conversation.messages.count - conversation.unread
        for (index, message) in conversation.messages.enumerated() {
            clock.goBack(message.age * 60)
            guard let sender = members.first(where: { $0.id == message.sender }) else { continue }
            let id = try await sender.say(message.text, in: conversation.id)
            // Pages count statuses as well: with a status for every message, they would have few messages.
            guard conversation.messages.count < 20 else { continue }
            for reader in members where reader.id != message.sender && (reader.id != user || index < lastRead) {
                try await reader.report("read", of: [id], in: conversation.id, at: clock.now)
            }
        }
    }
}
