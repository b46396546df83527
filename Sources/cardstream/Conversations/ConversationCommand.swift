internal import ArgumentParser
internal import CardStreamComapi
internal import Cards

import struct Foundation.UUID

/// `cardstream conversation`: makes, changes and deletes a conversation.
struct ConversationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversation",
        abstract: "Show, create, change or delete a conversation, or add and remove its participants.",
        discussion: """
            Every subcommand prints JSON: delete and remove print what they removed, as `cardstream schema removal` \
            describes; the others print the conversation (`cardstream schema conversation`). With --if-match ETAG the conversation changes only if ETAG is still its entity \
            tag, which the subcommands print as `etag`. Exit code 1: the conversation has a different entity tag now, \
            or a conversation with this id already exists. 3: no conversation that you are allowed to see has this id.

            EXAMPLES
              cardstream conversation create "Release 4.12" --with ana,ben
              cardstream conversation update release --name "Release 4.13"
              cardstream conversation add release chris
              cardstream conversation delete release
            """,
        subcommands: [
            ConversationShow.self, ConversationCreate.self, ConversationUpdateCommand.self, ConversationDelete.self,
            ConversationAdd.self, ConversationRemove.self,
        ])

    /// Prints a conversation with its participants.
    static func show(_ id: String, _ client: ComapiClient) throws {
        let (conversation, participants) = try runBlocking {
            (try await client.conversations.conversation(id), try await client.conversations.participants(of: id))
        }
        var shown = conversation.value
        shown.etag = conversation.etag ?? shown.etag
        Console.json(shown.printed(participants), isPretty: true)
    }
}

struct ConversationShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print a conversation and its participants.",
        discussion: """
            EXAMPLES
              cardstream conversation show release
            """)

    @OptionGroup var source: SourceOptions
    @OptionGroup var output: JSONFlag

    @Argument(help: ArgumentHelp("The id of the conversation.", valueName: "id"))
    var id: String

    func run() throws { try ConversationCommand.show(id, source.client()) }
}

struct ConversationCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a conversation, with you as its owner.",
        discussion: """
            EXAMPLES
              cardstream conversation create "Release 4.12" --id release --with ana,ben
            """)

    @OptionGroup var source: SourceOptions
    @OptionGroup var output: JSONFlag

    @Argument(help: ArgumentHelp("The name of the conversation.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("The id of the conversation; a random id by default.", valueName: "id"))
    var id: String?

    @Option(help: ArgumentHelp("What the conversation is about.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("The other participants: user ids, separated by commas.", valueName: "users"))
    var with: String?

    @Flag(name: .customLong("public"), help: "Let everyone find the conversation.")
    var isPublic = false

    func run() throws {
        let client = try source.client()
        let conversation = NewConversation(
            id: id ?? UUID().uuidString.lowercased(), name: name, details: description, isPublic: isPublic,
            participants: ParticipantList.read(with ?? "").map { Participant($0) })
        _ = try runBlocking {
            try await ParticipantList.warn(ofUnknown: conversation.participants.map(\.profileID), client)
            return try await client.conversations.create(conversation)
        }
        try ConversationCommand.show(conversation.id, client)
    }
}

struct ConversationUpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Change the name, description or visibility of a conversation.",
        discussion: """
            EXAMPLES
              cardstream conversation update release --name "Release 4.13"
            """)

    @OptionGroup var source: SourceOptions
    @OptionGroup var output: JSONFlag

    @Argument(help: ArgumentHelp("The id of the conversation.", valueName: "id"))
    var id: String

    @Option(help: ArgumentHelp("The new name.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "What the conversation is about; an empty string removes the description.", valueName: "text"))
    var description: String?

    @Flag(inversion: .prefixedNo, help: "Let everyone find the conversation, or only its participants.")
    var `public`: Bool?

    @Option(help: ArgumentHelp("Change the conversation only if it has this entity tag.", valueName: "etag"))
    var ifMatch: String?

    func validate() throws {
        guard name != nil || description != nil || self.public != nil else {
            throw ValidationError("nothing to change: give --name, --description, --public or --no-public")
        }
    }

    func run() throws {
        let client = try source.client()
        let (id, name, description, isPublic, etag) = (id, name, description, self.public, ifMatch)
        _ = try runBlocking {
            let current = try await client.conversations.conversation(id)
            var update = ConversationUpdate(current.value)
            if let name { update.name = name }
            if let description { update.details = description.isEmpty ? nil : description }
            if let isPublic { update.isPublic = isPublic }
            return try await client.conversations.update(id, update, ifMatch: etag ?? current.etag)
        }
        try ConversationCommand.show(id, client)
    }
}

struct ConversationDelete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a conversation for all its participants.",
        discussion: """
            EXAMPLES
              cardstream conversation delete release
            """)

    @OptionGroup var source: SourceOptions
    @OptionGroup var output: JSONFlag

    @Argument(help: ArgumentHelp("The id of the conversation.", valueName: "id"))
    var id: String

    @Option(help: ArgumentHelp("Delete the conversation only if it has this entity tag.", valueName: "etag"))
    var ifMatch: String?

    func run() throws {
        let client = try source.client()
        let (id, etag) = (id, ifMatch)
        try runBlocking { try await client.conversations.delete(id, ifMatch: etag) }
        Console.json(["id": .string(id), "deleted": true], isPretty: true)
    }
}

struct ConversationAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add participants to a conversation.",
        discussion: """
            EXAMPLES
              cardstream conversation add release chris dana --owner
            """)

    @OptionGroup var source: SourceOptions
    @OptionGroup var output: JSONFlag

    @Argument(help: ArgumentHelp("The id of the conversation.", valueName: "id"))
    var id: String

    @Argument(help: ArgumentHelp("The user ids of the new participants.", valueName: "users"))
    var users: [String]

    @Flag(help: "Make the new participants owners.")
    var owner = false

    func run() throws {
        let client = try source.client()
        let (id, role) = (id, owner ? Participant.Role.owner : .participant)
        let participants = users.flatMap(ParticipantList.read).map { Participant($0, role: role) }
        try runBlocking {
            try await ParticipantList.warn(ofUnknown: participants.map(\.profileID), client)
            try await client.conversations.add(participants, to: id)
        }
        try ConversationCommand.show(id, client)
    }
}

struct ConversationRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove participants from a conversation.",
        discussion: """
            To leave the conversation, remove your own user id.

            EXAMPLES
              cardstream conversation remove release chris
            """)

    @OptionGroup var source: SourceOptions
    @OptionGroup var output: JSONFlag

    @Argument(help: ArgumentHelp("The id of the conversation.", valueName: "id"))
    var id: String

    @Argument(help: ArgumentHelp("The user ids of the participants to remove.", valueName: "users"))
    var users: [String]

    func run() throws {
        let client = try source.client()
        let (id, users) = (id, users.flatMap(ParticipantList.read))
        try runBlocking { try await client.conversations.remove(users, from: id) }
        Console.json(["id": .string(id), "removed": .array(users.map(JSONValue.string))], isPretty: true)
    }
}

/// Reads lists of profile ids that are separated by commas.
enum ParticipantList {
    static func read(_ text: String) -> [String] {
        text.split(separator: ",").compactMap { part in
            guard let first = part.firstIndex(where: { $0 != " " }), let last = part.lastIndex(where: { $0 != " " })
            else { return nil }
            return String(part[first...last])
        }
    }

    /// Warns about users that the service does not know yet. The service adds them to the conversation nevertheless.
    static func warn(ofUnknown users: [String], _ client: ComapiClient) async throws {
        for user in users {
            do throws(ComapiError) { _ = try await client.profiles.profile(user) } catch {
                guard error.code == .notFound else { throw error }
                Console.error(
                    "warning: the service has no user \"\(user.escapingControls)\" yet; `cardstream profiles` lists "
                        + "the users")
            }
        }
    }
}
