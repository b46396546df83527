internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedTransport

/// `cardstream invite`: invites a user to a server.
struct InviteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Invite a user to a server.",
        discussion: """
            Prints an invitation: one line with the server's address and a code. The user runs `cardstream login` and \
            pastes the line. The code works only once, and by default expires after an hour; the server keeps only a \
            hash of the code. Send the line where only that user can read it: the first person who uses the code gets \
            the user's cards.

            --data chooses the server by its data directory: this needs no key, and works while the server is not \
            running, unless its feed is in PostgreSQL. --server chooses a server by its address, and needs the \
            publisher key. Without either, the server is your own `cardstream serve`. The address in the invitation is \
            the first of these that is set: --url, the setting serve.url, --server, or the address where the server \
            listens. --days sets how long the user's token is valid.

            EXAMPLES
              cardstream invite ana --data ./feed
              cardstream invite ana --data ./feed --url https://cards.example --expires 1d
              cardstream invite ana --server https://cards.example --key-file publisher.key
              cardstream invite --list
              cardstream invite --revoke 5c0e7b1e
            """)

    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Argument(help: ArgumentHelp("The name of the user on the server.", valueName: "user"))
    var user: String?

    @Option(help: ArgumentHelp("The server's data directory.", valueName: "directory"), completion: .directory)
    var data: String?

    @Option(help: ArgumentHelp("The server's file of environments and keys.", valueName: "file"), completion: .file())
    var keys: String?

    @Option(help: ArgumentHelp("The address at which the user reaches the server.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("How long the code works, such as 30m or 1d; at most 7d.", valueName: "duration"))
    var expires = "1h"

    @Option(help: ArgumentHelp("How many days the user's token is valid, from 1 to 3650.", valueName: "days"))
    var days = InvitationRequest.defaultTokenDays

    @Flag(help: "List the invitations that can still be used.")
    var list = false

    @Option(help: ArgumentHelp("Revoke the invitation whose id is, or begins with, this text.", valueName: "id"))
    var revoke: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard [user != nil, list, revoke != nil].count(where: \.self) == 1 else {
            throw ValidationError("name a user, as in `cardstream invite ana`, or give --list or --revoke.")
        }
        guard InvitationRequest.allowedTokenDays.contains(days) else {
            throw ValidationError("--days must be from 1 to 3650.")
        }
        guard data == nil || options.server == nil else {
            throw ValidationError("use either --data (a server on this machine) or --server, not both.")
        }
        _ = try seconds
    }

    private var seconds: Int {
        get throws {
            guard let length = CardDuration.seconds(expires), let seconds = Int(exactly: length.rounded()),
                InvitationRequest.allowedSeconds.contains(seconds)
            else { throw ValidationError("--expires must be \(CardDuration.secondsExpected); from 1s to 7d.") }
            return seconds
        }
    }

    func run() throws {
        let setup = try options.load(
            publisher.flags.merging(["serve.data": data, "serve.keys": keys, "serve.url": url]) { $1 },
            reading: [.server])
        let access = try InvitingAccess(setup, usesData: data != nil || keys != nil)
        let caller = access.caller
        if list { return try show(try runBlocking { try await caller.invitations() }) }
        if let revoke {
            return try runBlocking {
                let id = try Self.id(revoke, among: try await caller.invitations().map(\.id))
                try await caller.revokeInvitation(id)
            }
        }
        let user = try UserID(argument: user ?? "", "the user")
        // Report a wrong address before making an invitation.
        let address = try access.address
        let request = InvitationRequest(user: user, seconds: try seconds, tokenDays: days)
        let invitation = try runBlocking { try await caller.makeInvitation(request) }
        guard let code = invitation.code else {
            throw CommandFailure(.network, "the server's response has no code; is this a cardstream server?")
        }
        let text = InvitationText.text(server: address.base, code: code)
        if json { return Console.json(Self.json(invitation, text: text)) }
        Console.data(text)
        access.warnings.forEach(Console.error)
        guard Console.isErrorTerminal else { return }
        Console.error(
            "\(user.rawValue.escapingControls) runs `cardstream login` and pastes this line. The line works once, "
                + "and expires at \(TextTable.time(FeedTime.text(invitation.expiresAt))) UTC.")
        if address.isLoopback {
            Console.error(
                "this address works only on this machine; for other machines, give an address that they can reach, with --url or serve.url"
            )
        }
    }

    /// The invitation that a text names, by its id or the beginning of its id.
    ///
    /// - Parameter open: The invitations that can still be used.
    static func id(_ text: String, among open: [InvitationID]) throws(CommandFailure) -> InvitationID {
        if let id = try CardReference.id(text, among: open) { return id }
        if let failure = CardReference.tooShort(text, "open invitation") { throw failure }
        throw CommandFailure(
            .nothingMatched,
            "no open invitation \"\(text.escapingControls)\"; `cardstream invite --list` lists the open invitations")
    }

    private func show(_ invitations: [Invitation]) throws {
        if json {
            for invitation in invitations { Console.json(Self.json(invitation, text: nil)) }
        } else if invitations.isEmpty {
            Console.error("no open invitations")
        } else {
            var table = TextTable(["ID", "USER", "CREATED", "EXPIRES"])
            let ids = ShortIDs(invitations.map(\.id.rawValue))
            for invitation in invitations {
                table.add([
                    ids[invitation.id.rawValue], invitation.user.rawValue,
                    TextTable.time(FeedTime.text(invitation.createdAt)),
                    TextTable.time(FeedTime.text(invitation.expiresAt)),
                ])
            }
            Console.print(table.lines.joined(separator: "\n"))
        }
        if invitations.isEmpty { throw ExitStatus.nothingMatched }
    }

    private static func json(_ invitation: Invitation, text: String?) -> JSONValue {
        var object: JSONObject = [
            "id": .string(invitation.id.rawValue), "user": .string(invitation.user.rawValue),
            "created": .string(FeedTime.text(invitation.createdAt)),
            "expires": .string(FeedTime.text(invitation.expiresAt)),
        ]
        if let text { object["invitation"] = .string(text) }
        return .object(object)
    }
}
