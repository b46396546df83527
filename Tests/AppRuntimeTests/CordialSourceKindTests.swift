import AppCore
import CardStreamCordial
import Cards
import Foundation
import Support
import Testing

@testable import AppRuntime

/// Tables `[sources.NAME]` with the kind `cordial`.
struct CordialSourceKindTests {
    private func source(_ more: String = "") throws(ConfigError) -> SourceConfig {
        var config = Config()
        let text = "[sources.shop]\nkind = \"cordial\"\naccount_key = \"a\"\nchannel_key = \"c\"\n\(more)"
        let mistakes = ConfigLoader(path: "config.toml").merge(file: Array(text.utf8), into: &config)
        if let all = ConfigError.joined(mistakes) { throw all }
        return config.sources[0]
    }

    private let place = SourceEnvironment(folder: "/nowhere", authorityFile: nil, requestPolicy: nil, version: "1")

    @Test func `an account has defaults, and streams of its own`() throws {
        let source = try source()
        #expect(source.stream == "messages" && source.overlay == "in-app" && source.streams == ["messages", "in-app"])
        let account = CordialAccount(source, place)
        #expect(account.accountKey == "a" && account.channelKey == "c")
        #expect(account.eventsURL == CordialAccount.defaultEventsURL && account.messageHubURL == "")
        #expect(account.eventLimit == 1000 && account.bulkSize == 5 && account.bulkInterval == .seconds(30))
        #expect(account.inboxCache == InboxCacheLimits() && account.vanityDomains.isEmpty)
        #expect(account.systemEventProperties.isEmpty && account.location == nil)
        #expect(account.databasePath == "/nowhere/cordial.sqlite")
        #expect(CordialViewing.Rules(source) == CordialViewing.Rules())
    }

    @Test func `every setting reaches the account`() throws {
        let source = try source(
            """
            events_url = "http://127.0.0.1:9/es"
            message_hub_url = "https://hub.example"
            in_app = "show"
            in_app_stream = "over"
            in_app_not_on = "stream, shop"
            in_app_delay = 2.5
            vanity_domains = "click.example , go.example"
            categories = "sale=Sales, -new=New things"
            location_command = "echo 48.2 16.4"
            event_properties = "branch=north"
            event_limit = 7
            bulk_size = "3"
            bulk_interval = 60
            inbox_cache = 1
            inbox_cache_message = 2
            """)
        let account = CordialAccount(source, place)
        #expect(source.overlay == "over" && account.eventsURL == "http://127.0.0.1:9/es")
        #expect(account.messageHubURL == "https://hub.example")
        #expect(
            CordialViewing.Rules(source) == CordialViewing.Rules(excluded: ["stream", "shop"], delay: 2.5))
        #expect(account.vanityDomains == ["click.example", "go.example"])
        #expect(account.systemEventProperties == ["branch": "north"])
        #expect(account.eventLimit == 7 && account.bulkSize == 3 && account.bulkInterval == .seconds(60))
        #expect(account.inboxCache.size == 1024 * 1024 && account.inboxCache.messageSize == 2048)
        #expect(
            NotificationCategory.list(source["categories"]) == [
                NotificationCategory(key: "sale", name: "Sales", isOn: true),
                NotificationCategory(key: "new", name: "New things", isOn: false),
            ])
        #expect(try self.source("in_app = \"off\"").overlay == nil)
    }

    @Test(arguments: [
        ("in_app = \"never\"", "5: sources.shop.in_app is \"never\"; expected one of \"show\", \"hold\", \"off\""),
        (
            "in_app_not_on = \"stream, shp\"",
            "5: sources.shop.in_app_not_on has \"shp\", which is not a screen; did you mean \"shop\"?"
        ),
        (
            "in_app_not_on = \"checkout\"",
            "5: sources.shop.in_app_not_on has \"checkout\", which is not a screen; known: stream, shop"
        ),
        (
            "in_app_stream = \"inbox\"",
            "5: sources.shop.in_app_stream is \"inbox\", which is the feed's stream; expected a different stream"
        ),
        (
            "in_app_stream = \"messages\"",
            "5: sources.shop.in_app_stream is \"messages\", which is already the stream of this source; expected a different stream"
        ),
        (
            "events_url = \"http://shop.example\"",
            "5: sources.shop.events_url is \"http://shop.example\"; expected https://HOST[:PORT], or http:// with a host of this machine"
        ),
        ("bulk_size = 0", "5: sources.shop.bulk_size is \"0\"; expected a number from 1 to 1000"),
        ("bulk_size = 1e300", "5: sources.shop.bulk_size is \"1e+300\"; expected a number from 1 to 1000"),
        (
            "categories = \"sale\"",
            "5: sources.shop.categories is \"sale\"; expected KEY=NAME, separated by commas, each KEY only once"
        ),
        (
            "categories = \"a=A, -a=B\"",
            "5: sources.shop.categories is \"a=A, -a=B\"; expected KEY=NAME, separated by commas, each KEY only once"
        ),
        (
            "event_properties = \"=x\"",
            "5: sources.shop.event_properties is \"=x\"; expected k=v, separated by commas, each k only once"
        ),
        ("chanel_key = \"c\"", "5: unknown setting \"chanel_key\" of sources.shop; did you mean \"channel_key\"?"),
    ])
    func `a mistake is reported with its line`(text: String, words: String) {
        #expect { try source(text) } throws: { "\($0)" == "config.toml:\(words)" }
    }

    @Test(arguments: [
        ("48.2 16.4\n", CordialLocation(latitude: 48.2, longitude: 16.4)),
        ("48.2, 16.4", CordialLocation(latitude: 48.2, longitude: 16.4)),
        ("Vienna", nil), ("91 0", nil), ("1 181", nil), ("1 2 3", nil), ("nan 1", nil), ("", nil),
    ])
    func `the location command prints a location or nothing`(text: String, location: CordialLocation?) {
        #expect(LocationCommand.read(text) == location)
    }

    @Test func `messages over other cards are on every screen, according to their form`() throws {
        let screens = ScreensConfig.single("inbox").showing([try source()])
        #expect(screens.streams == ["inbox", "messages", "in-app"])
        #expect(screens.screens.map(\.name) == ["stream", "shop"])
        let ids = ["top", "bottom", "center"].map { ContainerID("sources.shop.\($0)") }
        #expect(screens.screens.allSatisfy { $0.modals == ids })
        func place(_ form: String) throws -> [ContainerID] {
            let card = Card(
                id: "a", streamID: "in-app", createdAt: Date(timeIntervalSince1970: 0),
                body: CardBody(metadata: ["form": .string(form)]))
            return screens.containers.filter { container in
                container.kind == .modal && container.options.filters.allSatisfy { $0.matches(card) }
            }.map(\.id)
        }
        #expect(try place("banner_up") == [ids[0]] && place("banner_bottom") == [ids[1]])
        #expect(try place("modal") == [ids[2]] && place("fullscreen") == [ids[2]])
        var own = ScreensConfig.single("inbox")
        own.containers.append(ContainerModel(id: ContainerID("mine"), kind: .modal, streamID: "in-app"))
        own.screens[0].modals = [ContainerID("mine")]
        #expect(own.showing([try source()]).screens.allSatisfy { $0.modals == [ContainerID("mine")] })
    }
}
