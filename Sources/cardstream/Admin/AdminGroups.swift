internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// `cardstream admin groups`: manages the groups of users of an environment.
struct AdminGroups: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups", abstract: "List, set and remove groups of users, for `cardstream ask --to @NAME`.",
        discussion: """
            A group is a named list of users on the server. In --to, --not and --escalate of `cardstream ask`, @NAME \
            stands for the users who are in the group when the question is asked. With --json each group is a line, as \
            `cardstream schema admin-groups` describes.

            EXAMPLES
              cardstream admin groups set oncall ana bo
              cardstream admin groups set leads carl
              cardstream admin groups
              cardstream ask "Roll back?" --to @oncall --escalate 5m:@leads
              cardstream admin groups remove oncall

            EXIT CODES
              0 done, 2 usage error, 3 unknown group; for list: no groups
            """,
        subcommands: [GroupsList.self, GroupsSet.self, GroupsRemove.self], defaultSubcommand: GroupsList.self)

    /// A name as written on the command line, with or without the @ of asks.
    static func name(_ text: String) throws(CommandFailure) -> GroupName {
        try GroupName(argument: text.hasPrefix("@") ? String(text.dropFirst()) : text, "the name of the group")
    }
}

struct GroupsList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the groups and their users.")

    @OptionGroup var admin: AdminOptions

    func run() throws {
        let caller = try admin.caller()
        let groups = try runBlocking { try await caller.groups() }
        try admin.show(
            groups, empty: "no groups; make a group with `cardstream admin groups set NAME USER`",
            titles: ["NAME", "CHANGED", "USERS"], json: { Console.json(FeedCoder.encode($0)) }
        ) { group in
            [
                group.name.rawValue, TextTable.time(FeedTime.text(group.updatedAt)),
                group.users.map(\.rawValue).joined(separator: ","),
            ]
        }
    }
}

struct GroupsSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Make a group, or replace its users.")

    @OptionGroup var admin: AdminOptions

    @Argument(help: ArgumentHelp("The name of the group: letters, digits, -, _ and dots.", valueName: "name"))
    var name: String

    @Argument(help: ArgumentHelp("The users of the group.", valueName: "user"))
    var users: [String]

    func run() throws {
        let name = try AdminGroups.name(name)
        let users = try users.map { user throws(CommandFailure) in try UserID(argument: user, "the user") }
        let setup = try admin.options.load(admin.publisher.flags)
        let caller = try PublisherAccess(setup).caller()
        if let words = try Recipients(users: users).unknown(to: caller, own: setup) { Console.error(words) }
        let group = try runBlocking { try await caller.setGroup(name, users: users) }
        if admin.json { Console.json(FeedCoder.encode(group)) }
    }
}

struct GroupsRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a group. This does not change questions that its users have already received.")

    @OptionGroup var admin: AdminOptions

    @Argument(help: ArgumentHelp("The name of the group.", valueName: "name"))
    var name: String

    func run() throws {
        let caller = try admin.caller()
        let name = try AdminGroups.name(name)
        try runBlocking { try await caller.removeGroup(name) }
    }
}
