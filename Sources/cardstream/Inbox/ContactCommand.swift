internal import AppRuntime
internal import ArgumentParser
internal import CardStreamCordial
internal import Cards

/// `cardstream contact`: shows, sets or changes the contact whose messages this machine receives.
struct ContactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contact",
        abstract: "Show, set or change the contact whose messages you get.",
        discussion: """
            The contact belongs to a source of kind cordial. A change is stored on this machine first, so the command \
            also works without a network. The command then sends all waiting changes and events. --json prints an \
            object, as `cardstream schema contact` describes.

            Exit code 1: the service refused the change. 7: the change is stored, and the next command or viewer of \
            this profile sends it.

            EXAMPLES
              cardstream contact
              cardstream contact set ana@example.com
              cardstream contact attr name=Ana age:=41 address.city=Porto
              cardstream contact attr newsletter:=true 'sizes:=["M","L"]'
              cardstream contact unset
            """,
        subcommands: [ContactShow.self, ContactSet.self, ContactUnset.self, ContactAttr.self],
        defaultSubcommand: ContactShow.self)

    /// The JSON of the contact, from the data stored on this machine.
    static func json(_ contact: CordialContact.Current, isUnset: Bool) -> JSONObject {
        var object = JSONObject()
        if let key = contact.primaryKey { object["key"] = .string(key) }
        object["state"] = .string(isUnset ? "unset" : contact.isLoggedIn ? "accepted" : "waiting")
        object["device"] = .string(contact.deviceID)
        object["pushToken"] = .string(contact.pushToken)
        object["notifications"] = .string(contact.pushStatus)
        object["attributes"] = .object(contact.attributes)
        return object
    }

    /// The members of the JSON after a change.
    static func members(_ client: CordialClient) throws -> JSONObject {
        try runBlocking {
            json(try await client.contact.current(), isUnset: try await client.contact.isUnset())
        }
    }
}

struct ContactShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the contact that is stored on this machine.",
        discussion: """
            The service is not contacted.

            EXAMPLES
              cardstream contact show --json | jq .attributes
            """)

    @OptionGroup var options: MessagingOptions

    func run() throws {
        let setup = try options.profile.load()
        let source = try options.name.config(in: setup, kind: .cordial, of: "messages")
        let client = try CordialClient(source, setup.environment(of: source))
        let members = try ContactCommand.members(client)
        let waiting =
            try runBlocking { try await client.waitingCount() } + StoredActions(of: source, setup).count
        if options.sending.json {
            return try options.sending.report("", of: nil, SendingOutcome(waiting: waiting, isAsked: false), members)
        }
        var lines: [String] = []
        for (name, value) in members.members where name != "attributes" {
            lines.append("\(name): \(value.string ?? value.text())")
        }
        if members["key"] == nil { lines.insert("key: none", at: 0) }
        for (name, value) in members["attributes"]?.object?.members ?? [] {
            lines.append("attribute \(name): \(value.string ?? value.text())")
        }
        lines.append("waiting to be sent: \(waiting)")
        Console.print(lines.joined(separator: "\n"))
    }
}

struct ContactSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the contact.",
        discussion: """
            What you did as a guest, and everything stored while no contact was set, will belong to the new contact. \
            The messages and attributes of the previous contact are removed from this machine, unless the new \
            contact is the same. If changes or events of the previous contact have not been sent yet, nothing is \
            changed: send them with `cardstream flush`, or discard them with --discard.

            EXAMPLES
              cardstream contact set ana@example.com
              cardstream contact set email:ana@example.com    a secondary key
              cardstream contact set --guest
            """)

    @OptionGroup var options: MessagingOptions

    @Flag(help: "Continue as a guest, identified only by this machine.")
    var guest = false

    @Flag(
        help:
            "Set the contact even if changes or events of the previous contact have not been sent yet; these changes and events are lost."
    )
    var discard = false

    @Argument(help: ArgumentHelp("The contact's primary key, or a secondary key as NAME:KEY.", valueName: "key"))
    var key: String?

    func validate() throws {
        guard (key == nil) == guest else { throw ValidationError("give either the key of a contact or --guest.") }
        guard key?.isEmpty != true else { throw ValidationError("the key of the contact is empty.") }
    }

    func run() throws {
        let setup = try options.profile.load()
        let source = try options.name.config(in: setup, kind: .cordial, of: "messages")
        let client = try CordialClient(source, setup.environment(of: source))
        let (stored, key) = (StoredActions(of: source, setup), key)
        let ofViewer = stored.unsent(besides: key)
        if discard {
            if ofViewer != nil { try stored.discard(until: .now + .seconds(options.sending.timeout)) }
        } else {
            var waiting = try runBlocking { try await client.contact.unsent(besides: key) }
            // Most unsent events are only waiting to be sent in a batch, so send them first.
            if waiting != nil, !options.sending.noWait {
                for refusal in try options.sending.send(client).refused.values {
                    Console.error(refusal.wordsOfRefusal)
                }
                waiting = try runBlocking { try await client.contact.unsent(besides: key) }
            }
            let (current, isUnset) = try runBlocking {
                (try await client.contact.current().primaryKey, try await client.contact.isUnset())
            }
            let count = (waiting?.count ?? 0) + (ofViewer?.count ?? 0)
            if count > 0 {
                throw Self.unsent(
                    count, of: waiting?.primaryKey ?? ofViewer?.key, current: current, isUnset: isUnset)
            }
        }
        try runBlocking { try await client.contact.set(key) }
        let outcome = try options.sending.send(client)
        try options.sending.report(
            key.map { "set the contact \($0)" } ?? "you are a guest", of: .contact, outcome,
            ContactCommand.members(client))
    }
}

extension ContactSet {
    /// The error if setting a contact would lose unsent changes or events. Those of a guest, or stored while no contact
    /// was set, are transferred to the new contact; all others belong to the old contact.
    ///
    /// - Parameters:
    ///   - owner: The contact to which the unsent changes and events belong; nil for a guest.
    ///   - current: The contact that is set; nil for a guest.
    ///   - isUnset: Whether no contact is set.
    static func unsent(_ count: Int, of owner: String?, current: String?, isUnset: Bool) -> CommandFailure {
        let name = owner?.escapingControls ?? "the guest"
        let (unsent, them) =
            count == 1
            ? ("1 change or event of \(name) has", "it") : ("\(count) changes and events of \(name) have", "them")
        let way =
            owner == current && !isUnset
            ? "cardstream flush" : "cardstream contact set \(owner.map(\.quotedForShell) ?? "--guest")"
        return CommandFailure(
            .failure,
            "\(unsent) not been sent yet: send \(them) with `\(way)`, or discard \(them) with --discard; nothing was changed"
        )
    }
}

struct ContactUnset: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Unset the contact on this machine.",
        discussion: """
            Unsent events and changes of this contact are kept, and are sent when the same contact is set again. New \
            events and changes are kept too, and are sent when any contact is set. To remove everything instead, use \
            `cardstream logout`. Exit code 4: no contact is set.

            EXAMPLES
              cardstream contact unset
            """)

    @OptionGroup var options: MessagingOptions

    func run() throws {
        let client = try options.client()
        try runBlocking { try await client.contact.unset() }
        let outcome = try options.sending.send(client)
        try options.sending.report("unset the contact", of: .logout, outcome, ContactCommand.members(client))
    }
}

struct ContactAttr: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attr", abstract: "Set attributes of the contact, and add the contact to lists.",
        discussion: """
            NAME=VALUE sets a string. NAME:=JSON sets a number, true or false, a list of strings, or an object; null \
            removes the value. Use a dot to set a member of an object, as in address.city. To add the contact to a list of \
            contacts, set the attribute with the list's name to true; false removes the contact from the list.

            EXAMPLES
              cardstream contact attr name=Ana age:=41
              cardstream contact attr newsletter:=true 'sizes:=["M","L"]'
              cardstream contact attr nickname:=null
            """)

    @OptionGroup var options: MessagingOptions

    @Argument(help: ArgumentHelp("An attribute, NAME=VALUE or NAME:=JSON.", valueName: "attribute"))
    var attributes: [String]

    func run() throws {
        let values = try AttributeArguments.read(attributes)
        let client = try options.client()
        _ = try runBlocking { try await client.contact.update(values) }
        let outcome = try options.sending.send(client)
        try options.sending.report(
            "set \(values.keys.sorted().joined(separator: ", "))", of: .contact, outcome,
            ContactCommand.members(client))
    }
}
