import Basics
import CardSources
package import CardStreamCordial
import Cards
import Glibc

extension SourceKind {
    /// Messages of an account of Cordial.
    package static let cordial = SourceKind(
        name: "cordial", help: "Messages of a shop or brand that uses Cordial; each message is a card.",
        stream: "messages",
        overlaySetting: "in_app_stream",
        settings: [
            SourceSetting("account_key", isRequired: true, help: "The key of the Cordial account."),
            SourceSetting("channel_key", isRequired: true, help: "The key of the account's channel."),
            SourceSetting(
                "events_url", .address, defaultValue: CordialAccount.defaultEventsURL, rule: .encrypted,
                help: "The address of the event stream service."),
            SourceSetting(
                "message_hub_url", .address, rule: .encrypted,
                help:
                    "The address of the message hub. Empty: the address in events_url, with \"events-stream\" replaced by \"message-hub\"."
            ),
            SourceSetting(
                "in_app", .choice(["show", "hold", "off"]), defaultValue: "show",
                help:
                    "What happens to in-app messages. show: they are shown as they arrive. hold: they wait until you press W. off: they are never shown."
            ),
            SourceSetting(
                "in_app_stream", .identifier(StreamID.rule), defaultValue: "in-app",
                help: "The stream of in-app messages."),
            SourceSetting(
                "in_app_not_on", namesScreens: true,
                help: "Screens on which in-app messages wait until you press W, separated by commas."),
            SourceSetting(
                "in_app_delay", .number(0...3600), defaultValue: "0.5",
                help: "Seconds before an in-app message is shown, from 0 to 3600."),
            SourceSetting(
                "vanity_domains",
                help:
                    "Hosts of tracking links, separated by commas. Such links record the click and then redirect to the page."
            ),
            SourceSetting(
                "categories", rule: .categories,
                help:
                    "Categories of notifications, KEY=NAME, separated by commas. A category with - before its KEY is off by default."
            ),
            SourceSetting(
                "location_command",
                help:
                    "A shell command that prints a latitude and a longitude for events. Empty: events have no location."
            ),
            SourceSetting(
                "event_properties", rule: .properties,
                help: "Properties to add to the events that cardstream sends automatically, k=v, separated by commas."),
            SourceSetting(
                "event_limit", .number(1...100_000), defaultValue: "1000",
                help: "How many events can wait to be sent. If there are more, the oldest are lost."),
            SourceSetting(
                "bulk_size", .number(1...1000), defaultValue: "5", help: "How many events are sent together."),
            SourceSetting(
                "bulk_interval", .number(3...86_400), defaultValue: "30",
                help: "Seconds after which waiting events are sent even if there are fewer than bulk_size."),
            SourceSetting(
                "inbox_cache", .number(0...1000), defaultValue: "10",
                help: "The largest total size, in MiB, of the message contents that are kept on this machine."),
            SourceSetting(
                "inbox_cache_message", .number(0...100_000), defaultValue: "200",
                help: "The largest message content, in KiB, that is kept on this machine."),
        ],
        make: { config, environment throws(SourceProblem) in
            let client: CordialClient
            do throws(CordialError) { client = try CordialClient(config, environment) } catch {
                throw SourceProblem(words(for: error, config))
            }
            return CheckedSource(
                CordialSource(
                    client: client, stream: config.stream, inAppStream: config.overlay,
                    categories: NotificationCategory.list(config["categories"]) ?? []),
                viewing: config.overlay == nil ? nil : CordialViewing(client, .init(config))
            ) { () throws(SourceProblem) in
                do throws(CordialError) { return try await check(client) } catch {
                    throw SourceProblem(words(for: error, config))
                }
            }
        })

    /// Requests the contact's inbox from the service.
    private static func check(_ client: CordialClient) async throws(CordialError) -> String {
        let page = try await client.reachInbox()
        let contact = try await client.contact.current()
        let waiting = try await client.waitingCount()
        let who = contact.primaryKey.map { "contact \($0.escapingControls)" } ?? "a guest"
        return "\(who), device \(contact.deviceID), notifications \(contact.pushStatus), "
            + "\(page.total) messages, \(waiting) changes or events waiting to be sent"
    }
}

/// Explains an error, and which settings to check.
private func words(for error: CordialError, _ config: SourceConfig) -> String {
    switch error.code {
    case .connectionFailed: "\(error.message); check events_url, message_hub_url and the network"
    case .unauthorized: "\(error.description); check account_key and channel_key"
    case .notLoggedIn: "\(error.description); set a contact: cardstream contact set KEY --source \(config.name)"
    default: error.description
    }
}

extension SourceSetting.Rule {
    /// Requires HTTPS, because the account's keys are sent to the address.
    static let encrypted = SourceSetting.Rule("https://HOST[:PORT], or http:// with a host of this machine") { text in
        var account = CordialAccount(accountKey: "", channelKey: "", eventsURL: text, messageHubURL: text)
        account.databasePath = ""
        return account.hasUsableAddresses
    }

    /// `KEY=NAME`, separated by commas.
    static let categories = SourceSetting.Rule("KEY=NAME, separated by commas, each KEY only once") {
        NotificationCategory.list($0) != nil
    }

    /// `k=v`, separated by commas.
    static let properties = SourceSetting.Rule("k=v, separated by commas, each k only once") {
        CordialAccount.pairs($0) != nil
    }
}

extension NotificationCategory {
    /// Parses the categories of a setting; nil if it is not valid.
    package static func list(_ text: String) -> [NotificationCategory]? {
        guard let pairs = CordialAccount.pairs(text) else { return nil }
        let categories = pairs.map { key, name in
            NotificationCategory(
                key: key.hasPrefix("-") ? String(key.dropFirst()) : key, name: name, isOn: !key.hasPrefix("-"))
        }
        let keys = Set(categories.map(\.key))
        return keys.count == categories.count && !keys.contains("") ? categories : nil
    }
}

extension CordialAccount {
    /// Parses the pairs `k=v` of a setting, in order; nil if it is not valid.
    static func pairs(_ text: String) -> [(String, String)]? {
        var pairs: [(String, String)] = []
        for word in SourceSetting.words(text) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !pairs.contains(where: { $0.0 == parts[0] })
            else { return nil }
            pairs.append((parts[0], parts[1]))
        }
        return pairs
    }

    /// The account of a configured source of kind ``SourceKind/cordial``.
    package init(_ config: SourceConfig, _ environment: SourceEnvironment) {
        self.init(
            accountKey: config["account_key"], channelKey: config["channel_key"], eventsURL: config["events_url"],
            messageHubURL: config["message_hub_url"])
        databasePath = CordialFile.path(in: environment.folder)
        eventLimit = Int(config.number("event_limit") ?? 1000)
        bulkSize = Int(config.number("bulk_size") ?? 5)
        bulkInterval = .waiting(config.number("bulk_interval") ?? 30)
        for (name, value) in Self.pairs(config["event_properties"]) ?? [] {
            systemEventProperties[name] = .string(value)
        }
        let command = config["location_command"]
        if !command.isEmpty {
            let finder = LocationCommand(command)
            location = { await finder.location() }
        }
        vanityDomains = config.list("vanity_domains")
        inboxCache.size = Int((config.number("inbox_cache") ?? 10) * 1024 * 1024)
        inboxCache.messageSize = Int((config.number("inbox_cache_message") ?? 200) * 1024)
        device.programVersion = environment.version
        authorityFile = environment.authorityFile
        requestPolicy = environment.requestPolicy
    }
}

/// The database file of an account.
package enum CordialFile {
    /// The path of the file in the source's directory.
    package static func path(in folder: String) -> String { "\(folder)/cordial.sqlite" }
}

extension CordialClient {
    /// The client of a configured source of kind ``SourceKind/cordial``. Nothing is connected yet.
    package convenience init(_ config: SourceConfig, _ environment: SourceEnvironment) throws(CordialError) {
        do throws(FileProblem) { try PrivateFile.makeDirectory(environment.folder) } catch {
            throw CordialError(.storage, error.description)
        }
        try self.init(CordialAccount(config, environment))
    }
}

extension CordialViewing.Rules {
    /// - Parameter config: The configuration of a source of kind ``SourceKind/cordial``.
    init(_ config: SourceConfig) {
        self.init(
            excluded: Set(config.list("in_app_not_on")), holdsAll: config["in_app"] == "hold",
            delay: config.number("in_app_delay") ?? 0.5)
    }
}
