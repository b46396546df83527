import Cards
import Testing
import ViewModels

@testable import AppRuntime

struct ScreensReaderTests {
    private func load(_ text: String, flags: [String: String] = [:]) throws -> Config {
        try TemporaryFile(text) { path in try ConfigLoader(path: path, flags: flags).load() }
    }

    static let desk = """
        stream = "mine"
        screen = "desk"

        [containers.strip]
        kind = "horizontal"
        stream = "highlights"
        title = "Highlights"
        card_width = 40
        title_align = "leading"
        empty = "shrink"
        scroll = "free"
        lone_card = "fill"

        [containers.inbox]
        card_max_width = 70
        card_align = "leading"
        footer_message = "That is all"

        [containers.today]
        kind = "single"
        load_next = true
        card_max_width = "fill"
        header = false

        [containers.urgent]
        kind = "modal"
        position = "bottom"
        offset = 2

        [screens.desk]
        title = "Desk"
        rows = [
            { container = "strip", size = 12 },
            { columns = [{ container = "inbox", size = "60%" }, { container = "today" }] },
        ]
        modals = ["urgent"]
        focus = "inbox"

        [screens.all]
        container = "inbox"
        """

    @Test func `containers and screens are read in their order`() throws {
        let config = try load(Self.desk)
        let screens = try #require(config.screens)
        #expect(config.screen == "desk")
        #expect(screens.screens.map(\.name) == ["desk", "all"])
        let id = { ContainerID($0) }
        let desk = screens.screens[0]
        #expect(desk.title == "Desk" && desk.focus == id("inbox") && desk.modals == [id("urgent")])
        #expect(
            desk.arrangement
                == .rows([
                    .init(.cells(12), .container(id("strip"))),
                    .init(
                        .fill,
                        .columns([.init(.percent(60), .container(id("inbox"))), .init(.fill, .container(id("today")))])),
                ]))
        #expect(screens.containers.map(\.kind) == [.horizontal, .vertical, .single, .modal])
        // What names no stream shows the one that is set.
        #expect(screens.streams == [StreamID("highlights"), StreamID("mine")])
        let options = screens.containers.map(\.options)
        #expect(options[0].cardWidth == 40 && options[0].titleAlignment == .leading && options[0].emptyStyle == .shrink)
        #expect(options[0].scrollMode == .free && options[0].loneCard == .fill)
        #expect(options[1].maxWidth == .fixed(70, .leading) && options[1].footerMessage == "That is all")
        #expect(options[2].maxWidth == .fill && options[2].loadsNext && !options[2].hasHeader)
        #expect(options[3].modalPosition == .bottom(2))
    }

    @Test func `a stream named on the command line is that of containers that name none`() throws {
        #expect(try load(Self.desk, flags: ["stream": "other"]).screens?.streams.last == StreamID("other"))
    }

    @Test func `containers without screens have one each, below the modal ones`() throws {
        let screens = try #require(try load("[containers.a]\n[containers.b]\nkind = \"modal\"\n").screens)
        #expect(screens.screens.map(\.name) == ["a"])
        #expect(screens.screens[0].modals == [ContainerID("b")])
    }

    @Test func `without either there is one container`() throws {
        #expect(try load("stream = \"mine\"").screens == nil)
        #expect(ScreensConfig.single("mine").streams == [StreamID("mine")])
    }

    static let mistakes: [(String, String)] = [
        (
            "[containers.a]\nkind = \"round\"",
            ":2: containers.a.kind is \"round\"; expected one of \"vertical\", \"horizontal\", \"single\", \"modal\""
        ),
        (
            "[containers.a]\nkind = \"horizontal\"\ncard_width = 0",
            ":3: containers.a.card_width is 0; expected a whole number from 1 to 1000"
        ),
        (
            "[containers.a]\ncardwidth = 3",
            ":2: unknown setting \"cardwidth\" of containers.a; did you mean \"card_width\"?"
        ),
        ("[containers.a]\nheader = \"no\"", ":2: containers.a.header is \"no\"; expected true or false"),
        ("[containers.a]\n[screens.s]\ncontainer = \"inbox\"", ":3: there is no container \"inbox\"; known are a"),
        ("[containers.a]\n[screens.s]\nrows = []", ":3: screens.s.rows is empty"),
        (
            "[containers.a]\n[screens.s]\nrows = [{ container = \"a\", size = \"half\" }]",
            ":3: screens.s.rows[0].size is \"half\"; expected a number of cells, a share as \"40%\", or \"fill\""
        ),
        ("[containers.a]\n[screens.s]\ntitle = \"S\"", ":2: screens.s needs one of container, rows and columns"),
        (
            "[containers.a]\n[screens.s]\ncontainer = \"a\"\nrows = [{ container = \"a\" }]",
            ":4: screens.s needs one of container, rows and columns, not container and rows"
        ),
        (
            "[containers.a]\n[screens.s]\ncontainer = \"a\"\nmodals = [\"a\"]",
            ":4: a is no modal container; set kind = \"modal\" in [containers.a]"
        ),
        (
            "[containers.a]\nkind = \"modal\"\n[screens.s]\ncontainer = \"a\"",
            ":3: a is a modal container: it stands over the others, so name it in modals = […]"
        ),
        (
            "[screens.s]\ncontainer = \"a\"",
            ":1: there are screens but no containers to put on them; add a table [containers.NAME]"
        ),
        (
            "[containers.a]\n[containers.b]\n[screens.s]\ncontainer = \"a\"\nfocus = \"b\"",
            ":5: b is not on this screen, so it cannot have the keys"
        ),
        (
            "[containers.a]\n[screens.s]\nrows = [{ container = \"a\" }, { container = \"a\" }]",
            ":2: a stands twice on this screen; make a second container of its stream"
        ),
        (
            "[containers.a]\nstream = \"no such!\"",
            ":2: containers.a.stream is \"no such!\"; expected 1 to 64 letters, digits, \"-\", \"_\" or \".\""
        ),
        ("[containers]\na = 3", ":2: containers.a is no table; write [containers.a] and its settings below"),
    ]

    @Test(arguments: mistakes)
    func `a mistake names line, setting and what is allowed`(text: String, message: String) throws {
        let error = #expect(throws: ConfigError.self) { try load(text) }
        #expect(error?.description.hasSuffix(message) == true, "\(error?.description ?? "")")
    }
}
