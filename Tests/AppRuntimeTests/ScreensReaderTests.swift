import AppCore
import Cards
import Testing

@testable import AppRuntime

struct ScreensReaderTests {
    private func load(_ text: String, flags: [String: String] = [:]) throws -> Config {
        try withTemporaryFile(text) { path in try ConfigLoader(path: path, flags: flags).load() }
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

    @Test func `a container uses its own layout, or that of the configuration`() throws {
        let text = """
            layout = "list"
            [containers.rows]
            [containers.cards]
            layout = "cards"
            """
        func layouts(_ config: Config) -> [ContainerOptions.Layout] {
            config.screens?.laidOut(as: config.layout).containers.map(\.layout) ?? []
        }
        #expect(try layouts(load(text)) == [.list, .cards])
        #expect(try layouts(load(text, flags: ["layout": "cards"])) == [.cards, .cards])
        #expect(try load("").layout == .cards)
        #expect(throws: ConfigError.self) { try load("layout = \"tiles\"") }
        #expect(throws: ConfigError.self) { try load("[containers.rows]\nlayout = \"tiles\"") }
    }

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
        // A container without a stream shows the configured stream.
        #expect(screens.streams == [StreamID("highlights"), StreamID("mine")])
        let options = screens.containers.map(\.options)
        #expect(options[0].cardWidth == 40 && options[0].titleAlignment == .leading && options[0].emptyStyle == .shrink)
        #expect(options[0].scrollMode == .free && options[0].loneCard == .fill)
        #expect(options[1].maxWidth == .fixed(70, .leading) && options[1].footerMessage == "That is all")
        #expect(options[2].maxWidth == .fill && options[2].loadsNext && !options[2].hasHeader)
        #expect(options[3].modalPosition == .bottom(2))
    }

    @Test func `containers without a stream use that of the command line`() throws {
        #expect(try load(Self.desk, flags: ["stream": "other"]).screens?.streams.last == StreamID("other"))
    }

    @Test func `without screens, each container gets its own, with the modal ones above`() throws {
        let screens = try #require(try load("[containers.a]\n[containers.b]\nkind = \"modal\"\n").screens)
        #expect(screens.screens.map(\.name) == ["a"])
        #expect(screens.screens[0].modals == [ContainerID("b")])
    }

    @Test func `the tab of a container without a title has its name`() throws {
        let text = "[containers.one]\n[containers.two]\n[containers.three]\ntitle = \"Third\"\n"
        #expect(try load(text).screens?.screens.map(\.title) == ["one", "two", "Third"])
    }

    @Test func `without containers and screens, there is one container`() throws {
        #expect(try load("stream = \"mine\"").screens == nil)
        #expect(ScreensConfig.single("mine").streams == [StreamID("mine")])
    }

    /// Symbols: launch-background, launch-text, launch-icon, launch-button, interface-style, ui-elements, custom-headers
    static let everything = """
        [containers.a]
        header = false
        footer = false
        footer_message = "That is all"
        header_command = "date"
        header_interval = 0
        action_button = "New"
        action_command = "true"
        launch_background = "#102030"
        launch_text = "white"
        launch_loading_indicator = "11"
        launch_button = "bright-green"
        appearance = "light"
        toasts = false
        refresh_interval = 30
        variables_timeout = 0.5
        variables_events = true
        snooze_title = "Later"
        toast_card_snoozed = "Back {time}"

        [containers.b]
        header_lines = ["One", "Two"]
        refresh_interval = 5

        [screens.s]
        container = "a"
        appearance = "dark"
        """

    @Test func `every option of a container is read`() throws {
        let config = try #require(try load(Self.everything).screens)
        let options = config.containers[0].options
        #expect(options.elements == [] && options.strings[.cardListFooterMessage] == "That is all")
        #expect(options.customHeader == .command("date", refresh: 0))
        #expect(options.presentation == .withActionButton("New"))
        #expect(config.actionCommands == [ContainerID("a"): "true"])
        #expect(options.launchColors.background == "#102030" && options.launchColors.text == "white")
        #expect(options.launchColors.loadingIndicator == "11" && options.launchColors.button == "bright-green")
        #expect(options.appearance == .light && config.screens[0].appearance == .dark)
        #expect(options.refreshInterval == 30 && options.variableTimeout == 0.5 && options.reportsVariables)
        #expect(options.strings[.snoozeTitle] == "Later" && options.strings[.toastCardSnoozeMessage] == "Back {time}")
        #expect(config.containers[1].options.customHeader == .lines(["One", "Two"]))
        // The second container is on no screen.
        #expect(config.notes.count == 1)
    }

    @Test func `the order and the groups of a container`() throws {
        let config = try #require(
            try load(
                """
                [containers.a]
                sort = "newest"
                group = "day"
                [containers.b]
                sort = "priority"
                [containers.c]
                kind = "horizontal"
                sort = "expiring"
                group = "category"
                """
            ).screens)
        let options = config.containers.map(\.options)
        #expect(options.map(\.order) == [.newest, .feed, .expiring] && options[0].grouping == .day)
        #expect(config.notes.count == 1 && config.notes[0].description.contains("group has no effect"))
    }

    @Test func `containers of the same stream use the shortest interval`() throws {
        let config = try #require(try load(Self.everything).screens)
        #expect(config.intervals == [StreamID("inbox"): 5] && config.pollingSeconds(otherwise: 15) == 5)
        let never = try #require(
            try load(
                "[containers.a]\nrefresh_interval = 0\n[containers.b]\nrefresh_interval = 9\n[containers.c]\nstream = \"c\""
            )
            .screens)
        #expect(never.intervals == [StreamID("inbox"): 9] && never.pollingSeconds(otherwise: 15) == 9)
    }

    @Test func `all 24 strings are settings with documented defaults`() {
        let names = ContainerSetting.all.map(\.name)
        #expect(Set(names).count == names.count)
        for string in CustomString.allCases { #expect(names.contains(string.rawValue)) }
        #expect(ContainerSetting.all.allSatisfy { !$0.help.isEmpty && !$0.defaultValue.isEmpty })
    }

    @Test func `a setting without effect for the kind of container is reported with its line`() throws {
        let text = """
            [containers.a]
            kind = "single"
            card_width = 30
            load_next = true
            footer_message = "x"
            camera_access_message = "y"
            """
        let notes = try #require(try load(text).screens).notes.map(\.description)
        #expect(notes.count == 3)
        #expect(
            notes[0].hasSuffix(":3: card_width has no effect in a single container; it applies only to: horizontal"))
        #expect(
            notes[1].hasSuffix(":5: footer_message has no effect in a single container; it applies only to: vertical"))
        #expect(notes[2].hasSuffix(":6: camera_access_message has no effect in a terminal"))
    }

    static let mistakes: [(String, String)] = [
        ("containers = 5", ":1: containers is 5; expected tables, [containers.NAME]"),
        ("theme = \"ink\"\n[container.a]\n", ":2: unknown table \"container\"; did you mean \"containers\"?"),
        ("[screen.a]\n", ":1: unknown table \"screen\"; did you mean \"screens\"?"),
        ("[[containers]]\n", ":1: containers is a list; expected tables, [containers.NAME]"),
        (
            "[containers.a]\n[screens.s]\nrows = [\n  { container = \"a\" },\n  { container = \"b\" },\n]",
            ":5: unknown container \"b\"; did you mean \"a\"?"
        ),
        (
            "[containers.a]\n[screens.s]\nrows = [ # two\n  { columns = [\n    { container = \"a\", size = \"big\" },\n  ] },\n]",
            ":5: screens.s.rows[0].columns[0].size is \"big\"; expected a number of cells, a share such as \"40%\", or \"fill\""
        ),
        (
            "[containers.a]\n[screens.s]\nrows = [\n  3,\n]",
            ":4: screens.s.rows[0] is 3; expected { container = \"NAME\" }"
        ),
        (
            "[containers.a]\nrefresh_interval = 0.5",
            ":2: containers.a.refresh_interval is 0.5; expected a number of seconds from 1 to 3600, such as 15 or \"15s\", or 0 for off"
        ),
        (
            "[containers.a]\nsort = \"oldest\"",
            ":2: containers.a.sort is \"oldest\"; expected one of \"feed\", \"newest\", \"expiring\", \"priority\""
        ),
        (
            "[containers.a]\ngroup = \"stream\"",
            ":2: containers.a.group is \"stream\"; expected one of \"none\", \"category\", \"day\", \"priority\""
        ),
        (
            "[containers.a]\nvariables_timeout = -1",
            ":2: containers.a.variables_timeout is -1; expected a number of seconds from 0 to 60, such as 15 or \"15s\""
        ),
        (
            "[containers.a]\nlaunch_text = \"pinkish\"",
            ":2: containers.a.launch_text is \"pinkish\"; expected a colour name (red, bright-blue, …), \"default\", a number from 0 to 255, or #RRGGBB"
        ),
        (
            "[containers.a]\naction_button = \"New\"",
            ":2: containers.a.action_button needs an action_command to run"
        ),
        (
            "[containers.a]\naction_button = \"New\"\naction_command = 3",
            ":3: containers.a.action_command is 3; expected a string in quotes"
        ),
        (
            "[containers.a]\nheader_lines = []\nheader_command = \"date\"",
            ":3: containers.a has both header_lines and header_command; remove one"
        ),
        (
            "[containers.a]\nheader_lines = [\(String(repeating: "\"x\", ", count: 11))]",
            ":2: containers.a.header_lines has 11 lines; the limit is 10"
        ),
        (
            "[containers.a]\nheader_interval = 5",
            ":2: containers.a.header_interval has no effect without header_command; add header_command, or remove header_interval"
        ),
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
        ("[containers.a]\n[screens.s]\ncontainer = \"inbox\"", ":3: unknown container \"inbox\"; known: a"),
        ("[containers.a]\n[screens.s]\nrows = []", ":3: screens.s.rows is empty; add a container, or remove rows"),
        (
            "[containers.a]\n[screens.s]\nrows = [{ container = \"a\", size = \"half\" }]",
            ":3: screens.s.rows[0].size is \"half\"; expected a number of cells, a share such as \"40%\", or \"fill\""
        ),
        (
            "[containers.a]\n[screens.s]\ntitle = \"S\"",
            ":2: screens.s needs exactly one of container, rows and columns"
        ),
        (
            "[containers.a]\n[screens.s]\ncontainer = \"a\"\nrows = [{ container = \"a\" }]",
            ":4: screens.s needs exactly one of container, rows and columns, not container and rows"
        ),
        (
            "[containers.a]\n[screens.s]\ncontainer = \"a\"\nmodals = [\"a\"]",
            ":4: a is not a modal container; set kind = \"modal\" in [containers.a]"
        ),
        (
            "[containers.a]\nkind = \"modal\"\n[screens.s]\ncontainer = \"a\"",
            ":3: a is a modal container, shown over the others; name it in modals = […]"
        ),
        (
            "[screens.s]\ncontainer = \"a\"",
            ":1: there are screens but no containers to put on them; add a table [containers.NAME]"
        ),
        (
            "[containers.a]\n[containers.b]\n[screens.s]\ncontainer = \"a\"\nfocus = \"b\"",
            ":5: b is not on this screen; choose one of the screen's containers"
        ),
        (
            "[containers.a]\n[screens.s]\nrows = [{ container = \"a\" }, { container = \"a\" }]",
            ":2: a is on this screen twice; to show its stream twice, add another container"
        ),
        (
            "[containers.a]\nstream = \"no such!\"",
            ":2: containers.a.stream is \"no such!\"; expected from 1 to 64 letters, digits, '-', '_' or '.'"
        ),
        ("[containers]\na = 3", ":2: containers.a is not a table; write a table [containers.a] with its settings"),
    ]

    @Test func `a container on no screen is told, and its stream is none of the screens'`() throws {
        let text = """
            [containers.a]
            stream = "a"
            [containers.b]
            stream = "b"
            kind = "modal"
            [containers.unused]
            stream = "c"
            [screens.s]
            container = "a"
            modals = ["b"]
            """
        let screens = try #require(try load(text).screens)
        #expect(screens.notes.map(\.description).count == 1)
        #expect(
            screens.notes.first?.description.hasSuffix(
                ":6: containers.unused is on no screen; add it to a screen, or remove it") == true)
        #expect(screens.streams == ["a", "b"])
    }

    @Test func `all mistakes in containers and screens are told at once, each of them once`() throws {
        let text = """
            [containers.a]
            stream = "no such!"
            kind = "vertcal"
            header_interval = 5
            colour = "red"
            [containers.b]
            [containers.c]
            [screens.s]
            rows = [
                { container = "a", size = "big" },
                { container = "d" },
                3,
            ]
            modals = ["b", "e"]
            focus = "c"
            titel = "S"
            [screens.t]
            columns = []
            appearance = "grey"
            """
        let mistakes = try withTemporaryFile(text) { path in ConfigLoader(path: path).read().mistakes }
        let told = mistakes.flatMap { $0.description.split(separator: "\n") }.map(String.init)
        let expected = [
            ":2: containers.a.stream is", ":3: containers.a.kind is", ":4: containers.a.header_interval has no effect",
            ":5: unknown setting \"colour\"", ":10: screens.s.rows[0].size is", ":11: unknown container \"d\"",
            ":12: screens.s.rows[2] is 3", ":14: b is not a modal container", ":14: unknown container \"e\"",
            ":15: c is not on this screen", ":16: unknown setting \"titel\"", ":18: screens.t.columns is empty",
            ":19: screens.t.appearance is",
        ]
        #expect(told.count == expected.count, "\(told)")
        for words in expected { #expect(told.count { $0.contains(words) } == 1, "\(words): \(told)") }
    }

    /// Servers accept no more streams on one connection, and the viewer would wait for all of them.
    @Test func `the number of streams is limited`() throws {
        func text(_ count: Int) -> String {
            (1...count).map { "[containers.c\($0)]\nstream = \"s\($0)\"\n" }.joined()
                + "[containers.again]\nstream = \"s1\"\n"
        }
        #expect(try load(text(64)).screens?.streams.count == 64)
        let error = #expect(throws: ConfigError.self) { try load(text(65)) }
        #expect(
            error?.description.contains(":129: containers can show at most 64 streams") == true,
            "\(error?.description ?? "")")
    }

    @Test(arguments: mistakes)
    func `a mistake names line, setting and what is allowed`(text: String, message: String) throws {
        let error = #expect(throws: ConfigError.self) { try load(text) }
        #expect(error?.description.hasSuffix(message) == true, "\(error?.description ?? "")")
    }
}
