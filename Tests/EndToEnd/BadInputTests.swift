import Foundation
import Support
import Testing

/// What the viewer does when something around it is broken: it says what and where, and never leaves the terminal in a
/// bad state.
@Suite(.serialized)
struct BadInputTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Creates a file in the test's directory.
    @discardableResult
    private func write(_ bytes: Data, to path: String) throws -> URL {
        let file = directory.url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
        return file
    }

    private static let database = "data/cardstream/default/cards.sqlite"

    @Test(arguments: [
        ("config.toml", "\nthem = \"dark\"", "config.toml:2: unknown setting \"them\"; did you mean \"theme\"?"),
        ("config.toml", "mouse = \"yes\"", "config.toml:1: mouse is \"yes\""),
        ("config.toml", "poll_interval = 0.5", "seconds from 1 to 3600, such as 15 or \"15s\", or 0 for off"),
        ("keys.toml", "[stream]\n\"x\" = \"nosuch\"", "keys.toml:2: unknown command \"nosuch\""),
        ("config.toml", "a = 1\n[[[x]]]", "config.toml:2:3: not TOML: expected a key"),
        ("keys.toml", "[.shape]", "keys.toml:1:2: not TOML: expected a key"),
    ])
    func `a mistake in a file is reported with its line and exit code 2`(name: String, text: String, part: String)
        throws
    {
        try write(Data(text.utf8), to: "config/cardstream/\(name)")
        let tmux = try Tmux(directory: directory.url, columns: 200)
        try tmux.run("\(Command.cardstream); echo rc=$?")
        try tmux.wait("the complaint") { $0.contains(part) && $0.contains("rc=2") }
    }

    @Test(arguments: [4, 6, 12]) func `too few file descriptors are reported`(limit: Int) throws {
        let words = ["-c", "ulimit -n \(limit) && exec \"$0\" status", Command.cardstream]
        let result = try Command.finish("/bin/sh", words, environment: ["HOME": directory.url.path])
        #expect(result.status == 1 && result.error.contains("too few files can be open"), "\(result)")
    }

    @Test func `doctor reports a token that the server refuses, and invalid keys`() throws {
        let server = try Server(directory: directory.url)
        var environment = server.environment()
        environment["HOME"] = directory.url.path
        environment["TERM"] = "xterm"
        let well = try Command.finish(Command.cardstream, ["doctor"], environment: environment)
        #expect(well.status == 0, "\(well.output)")
        #expect(well.output.contains("ok    access"))
        let stale = try write(Data("no.token.atall".utf8), to: "stale")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: stale.path)
        environment["CARDSTREAM_TOKEN_FILE"] = stale.path
        try write(Data("[stream]\n\"x\" = \"nosuch\"".utf8), to: ".config/cardstream/keys.toml")
        let ill = try Command.finish(Command.cardstream, ["doctor"], environment: environment)
        #expect(ill.status == 1)
        #expect(ill.output.contains("fail  access"))
        #expect(ill.output.contains("keys.toml:2: unknown command \"nosuch\""))
    }

    private func run(_ words: [String], as user: Int? = nil) throws -> Command.Result {
        let places = ["config", "data", "state", "cache"].map {
            ("XDG_\($0.uppercased())_HOME", directory.url.appending(path: $0).path)
        }
        let own = ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8", "TERM": "xterm"]
        let environment = own.merging(places) { $1 }
        guard let user else { return try Command.finish(Command.cardstream, words, environment: environment) }
        let change = ["--reuid", "\(user)", "--clear-groups", Command.cardstream]
        return try Command.finish("/usr/bin/setpriv", change + words, environment: environment)
    }

    @Test func `a mistake in a setting that a command does not read is a warning`() throws {
        try write(
            Data("theme = 5\nnotify = \"loud\"\nfrobnicate = 1\n[serve]\nmax_upload = 0\n".utf8),
            to: "config/cardstream/config.toml")
        let published = try run(["publish", "Still here"])
        #expect(published.status == 0, "\(published)")
        let cards = try run(["cards"])
        #expect(cards.status == 0 && cards.output.contains("Still here"))
        for line in 1...3 { #expect(cards.error.split(separator: "config.toml:\(line): ").count == 2, "\(cards)") }
        #expect(cards.error.contains("config.toml:5: ") && cards.error.contains("(this does not affect the command)"))
        #expect(try run(["watch", "--no-notify"]).status == 2)
        #expect(try run(["themes"]).status == 2)
        #expect(try run(["serve", "--listen", "127.0.0.1:0"]).status == 2)
        #expect(try run(["config"]).error.split(separator: "\n").count == 4)

        try write(Data("enviroment = \"test\"\n".utf8), to: "config/cardstream/config.toml")
        let misspelt = try run(["cards"])
        #expect(misspelt.status == 2 && misspelt.error.contains("did you mean \"environment\"?"), "\(misspelt)")
    }

    @Test func `status does not need the containers, and reports a mistake of the connection on standard output`()
        throws
    {
        #expect(try run(["publish", "Still here"]).status == 0)
        try write(Data("[containers.a]\nkind = \"nosuch\"\n".utf8), to: "config/cardstream/config.toml")
        #expect(try run(["cards"]).status == 2)
        let counted = try run(["status", "--timeout", "20"])
        #expect(counted.status == 0 && counted.output == "1 unseen of 1\n", "\(counted)")
        #expect(counted.error.contains("config.toml:2: "), "\(counted)")
        // The streams of the containers are not known, so the numbers cover all streams.
        try write(Data(), to: "config/cardstream/config.toml")
        #expect(try run(["publish", "Elsewhere", "--stream", "ops"]).status == 0)
        try write(
            Data("[containers.a]\nstream = \"ops\"\nkind = \"nosuch\"\n".utf8), to: "config/cardstream/config.toml")
        let all = try run(["status", "--timeout", "20"])
        #expect(all.status == 0 && all.output == "2 unseen of 2\n", "\(all)")

        try write(Data("enviroment = \"test\"\n".utf8), to: "config/cardstream/config.toml")
        let told = try run(["status"])
        #expect(told.status == 2 && told.output == "configuration error: run cardstream doctor\n", "\(told)")
        #expect(told.error.contains("config.toml:1: unknown setting"), "\(told)")
        #expect(try run(["status", "--json"]).output.isEmpty)
        try write(Data(), to: "config/cardstream/config.toml")
        #expect(try run(["status", "--stream", "a b"]).output.isEmpty)
    }

    @Test func `doctor reports every mistake of the configuration, and continues`() throws {
        try write(Data("enviroment = \"x\"\ntheme = 5\n".utf8), to: "config/cardstream/config.toml")
        let result = try run(["doctor"])
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("fail  configuration") } == 2, "\(result.output)")
        for name in ["keys", "data", "state", "store", "background"] {
            #expect(lines.contains { $0.hasPrefix("ok    \(name)") }, "\(name)")
        }
        #expect(lines.contains { $0.hasPrefix("warn  server") })
    }

    @Test(arguments: [
        ("[stream]\nq = \"\"\n[global]\n\"ctrl-c\" = \"\"\n", true),
        ("[stream]\nq = \"\"\n\"ctrl-c\" = \"help\"\n", true),
        ("[stream]\nq = \"\"\n", false), ("[stream]\nq = \"\"\n\"ctrl-c\" = \"help\"\n\"Z Z\" = \"quit\"\n", false),
    ])
    func `doctor warns if no key quits`(text: String, isWarned: Bool) throws {
        try write(Data(text.utf8), to: "config/cardstream/keys.toml")
        let lines = try run(["doctor"]).output.split(separator: "\n")
        let keys = try #require(lines.first { $0.dropFirst(6).hasPrefix("keys ") })
        #expect(keys.hasPrefix(isWarned ? "warn" : "ok"), "\(keys)")
        #expect(keys.contains("write \"q\" = \"quit\" in [stream]") == isWarned, "\(keys)")
    }

    @Test func `doctor checks the theme in spite of other mistakes`() throws {
        try write(Data("theme = \"nosuch\"\nappearance = \"x\"\n".utf8), to: "config/cardstream/config.toml")
        let lines = try run(["doctor"]).output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("fail  configuration") && $0.contains("appearance") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("fail  theme") && $0.contains("nosuch") }, "\(lines)")
    }

    @Test func `a login without a code says where to get one`() throws {
        let named = try run(["login", "https://cards.example"])
        #expect(named.status == 2, "\(named)")
        for part in ["no code for https://cards.example", "cardstream invite NAME", "https://cards.example/#CODE"] {
            #expect(named.error.contains(part), "\(named)")
        }
        #expect(try run(["login"]).error.contains("Paste it at a terminal"))
    }

    @Test func `doctor fails for folders that cannot be written, and names them`() throws {
        let manager = FileManager.default
        for name in ["data", "state"] {
            let folder = directory.url.appending(path: name).path
            try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
        }
        let result = try run(["doctor"], as: getuid() == 0 ? 65534 : nil)
        #expect(result.status == 1, "\(result)")
        for name in ["data", "state"] {
            let line = result.output.split(separator: "\n").first { $0.hasPrefix("fail  \(name) ") }
            let words = "\(directory.url.appending(path: name).path) is not writable"
            #expect(line?.contains("cannot be created: \(words)") == true, "\(result.output)")
        }
        for name in ["data", "state"] { try manager.removeItem(atPath: directory.url.appending(path: name).path) }
        try write(Data(), to: "data")
        let file = try run(["doctor"]).output.split(separator: "\n").first { $0.hasPrefix("fail  data ") }
        #expect(file?.contains("data is not a directory") == true)
    }

    @Test(arguments: [("--theme nope", "Unknown theme \"nope\""), ("--theme bad", "bad.toml:2: ")])
    func `an unusable theme is reported on a working screen`(flags: String, part: String) throws {
        try write(Data("inherits = \"dark\"\n\"no.such\" = \"red\"\n".utf8), to: "config/cardstream/themes/bad.toml")
        let tmux = try Tmux(directory: directory.url)
        try tmux.run("\(Command.cardstream) \(flags)")
        try tmux.wait("the notice") { $0.contains(part) }
        try tmux.wait("a live connection") { $0.contains("live") }
    }

    @Test func `a damaged database is set aside, and the user is told`() throws {
        let file = try write(Data((0..<8192).map { _ in .random(in: .min ... .max) }), to: Self.database)
        try write(Data(repeating: UInt8(ascii: "\n"), count: 32), to: Self.database + ".lock")
        let tmux = try Tmux(directory: directory.url)
        try tmux.run(Command.cardstream)
        // Both lines of the notice are visible.
        try tmux.wait("the notice") { $0.contains("The card store was damaged") && $0.contains("no unsent") }
        let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        #expect(names.contains { $0.hasPrefix("cards.sqlite.corrupt-") })
        try tmux.wait("a live connection") { $0.contains("live") }
    }

    @Test func `a damaged feed is reported by doctor with a remedy, and set aside by a server that continues`() throws {
        let server = "data/cardstream/default/server"
        let tmux = try Tmux(directory: directory.url, columns: 300)
        let card = #"{"content":[{"type":"headline","text":"Card"}]}"#
        try write(Data(card.utf8), to: "card.json")
        let program = Command.cardstream
        try tmux.run("cd; \(program) publish card.json; echo published-$?")
        try tmux.wait("the card") { $0.contains("published-0") }
        try write(Data(repeating: 0x5A, count: 9000), to: server + "/feed.sqlite")
        try tmux.run("clear; \(program) doctor | grep feed; \(program) status; echo status-$?")
        try tmux.wait("the diagnosis") { screen in
            screen.contains("fail  feed") && screen.contains("feed.sqlite is damaged") && screen.contains("status-1")
                && screen.contains("serve --set-aside --data ")
        }
        // Runs the command from the message.
        let folder = directory.url.appending(path: server).path
        try tmux.run("clear; \(program) serve --set-aside --data \(folder) --listen 127.0.0.1:0 2>&1 | cat &")
        try tmux.wait("the new feed") {
            $0.contains("the feed was damaged; it is stored as") && $0.contains("listening on http://")
        }
        try tmux.run("clear; \(program) publish card.json; echo again-$?; \(program) doctor | grep 'ok  *server'")
        try tmux.wait("the running server") { $0.contains("again-0") && $0.contains("your own server runs at") }
        try tmux.run("kill %1; clear")
    }

    @Test func `a database of a later version is left as it is`() throws {
        var header = Data("SQLite format 3\0".utf8) + Data([0x10, 0, 1, 1, 0, 64, 32, 32])
        header += Data(count: 60 - header.count) + Data([0, 0, 0x03, 0xE7])
        let bytes = header + Data(count: 4096 - header.count)
        let file = try write(bytes, to: Self.database)
        try write(Data(repeating: UInt8(ascii: "\n"), count: 32), to: Self.database + ".lock")
        let tmux = try Tmux(directory: directory.url, columns: 200)
        try tmux.run("\(Command.cardstream); echo rc=$?")
        try tmux.wait("the complaint") { $0.contains("was written by a later version") && $0.contains("rc=1") }
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func `a file that was never a store is not changed, and reported`() throws {
        let file = try write(Data("notes\n".utf8), to: Self.database)
        let tmux = try Tmux(directory: directory.url, columns: 200)
        try tmux.run("\(Command.cardstream); echo rc=$?")
        try tmux.wait("the complaint") {
            $0.contains("is not a card store and was not changed") && $0.contains("rc=1")
        }
        #expect(try Data(contentsOf: file) == Data("notes\n".utf8))
    }

    @Test func `doctor sets an unreadable store aside, and says what is lost`() throws {
        let bytes = Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 256) })
        let file = try write(bytes, to: Self.database)
        #expect(try run(["act", "dismiss", "none"]).error.contains("cardstream doctor --set-aside"))
        #expect(try run(["doctor"]).output.contains("fail  store"))
        let done = try run(["doctor", "--set-aside"])
        #expect(done.status == 0 && done.output.contains("ok    store"), "\(done)")
        #expect(done.error.contains("Unsent actions, drafts and the history in it are lost"))
        let kept = try #require(done.error.firstMatch(of: /kept as (\S+)\. U/)).1
        #expect(try Data(contentsOf: URL(filePath: String(kept))) == bytes)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(try run(["doctor", "--set-aside"]).error.contains("not damaged; nothing was changed"))
        #expect(try run(["act", "dismiss", "none"]).status == 3)
    }

    @Test func `a data directory that cannot be created is reported`() throws {
        try write(Data(), to: "data")
        let tmux = try Tmux(directory: directory.url, columns: 200)
        try tmux.run("\(Command.cardstream); echo rc=$?")
        try tmux.wait("the complaint") { $0.contains("the directory cannot be created") && $0.contains("rc=1") }
    }

    @Test func `a theme that inherits from itself does not prevent previews of others`() throws {
        try write(Data("inherits = \"loop\"\n".utf8), to: "config/cardstream/themes/loop.toml")
        let result = try Command.finish(
            Command.cardstream, ["themes", "preview", "--all"],
            environment: [
                "HOME": directory.url.path, "XDG_CONFIG_HOME": directory.url.appending(path: "config").path,
            ])
        #expect(result.status == 1 && result.error.contains("loop → loop"), "\(result.error)")
        #expect(result.output.contains("\nink\n") && result.output.contains("\nplum\n"))
    }

    @Test func `publish says that it reads from the terminal`() throws {
        let tmux = try Tmux(directory: directory.url, columns: 120)
        try tmux.run("\(Command.cardstream) publish; echo rc=$?")
        try tmux.wait("what it waits for") { $0.contains("type JSON; Ctrl-D") }
        try tmux.press("C-d")
        try tmux.wait("the end") { $0.contains("standard input holds no card") && $0.contains("rc=3") }
    }

    @Test func `a terminal without a description is queried, and works if it responds`() throws {
        let tmux = try Tmux(directory: directory.url)
        try tmux.run("TERM=no-such-terminal \(Command.cardstream)")
        try tmux.wait("a live connection") { $0.contains("live") }
        try tmux.press("q")
        try tmux.wait("a clean shell") { $0.contains("READY$") && !$0.contains("q quit") }
        #expect(try tmux.showsCursor())
    }

    @Test(arguments: ["screen", "linux", "tmux-256color", "xterm-256color", "vt100"])
    func `every usual terminal type works and is restored`(type: String) throws {
        let tmux = try Tmux(directory: directory.url)
        try tmux.run("TERM=\(type) \(Command.cardstream)")
        try tmux.wait("a live connection") { $0.contains("live") }
        try tmux.press("q")
        try tmux.wait("a clean shell") { screen in
            screen.contains("READY$") && !screen.contains("live") && !screen.contains("q quit")
        }
        #expect(try tmux.showsCursor())
    }

    @Test func `without a terminal, the viewer says so`() throws {
        let result = try Command.finish(
            "/usr/bin/setsid", ["-w", Command.cardstream],
            environment: ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "TERM": "xterm"])
        #expect(result.status == 1)
        #expect(result.error.contains("no terminal; run in a terminal"))
        #expect(result.output.isEmpty)
    }

    @Test(arguments: ["TERM", "KILL"])
    func `a second viewer takes over the profile from the first one and its server`(signal: String) throws {
        let first = try Tmux(directory: directory.url)
        try first.run(Command.cardstream)
        try first.wait("a live connection") { $0.contains("live") }
        let other = directory.url.appending(path: "second")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        let shared = [
            "XDG_DATA_HOME": directory.url.appending(path: "data").path,
            "XDG_STATE_HOME": directory.url.appending(path: "state").path,
        ]
        let second = try Tmux(directory: other, environment: shared)
        try second.run(Command.cardstream)
        try second.wait("a live connection") { $0.contains("live") }
        try first.signalProgram(signal)
        // Publishers of the profile find the server at its new address.
        let environment = shared.merging(["HOME": other.path, "TERM": "xterm"]) { $1 }
        let card = #"{"content":[{"type":"headline","text":"Under new management"}]}"#
        try Command.run(Command.cardstream, ["publish"], input: card, environment: environment)
        try second.wait("the card") { $0.contains("Under new management") }
        try second.press("d")
        try second.wait("the card to go") { !$0.contains("Under new management") }
        try second.signalProgram("KILL")
        let third = try Tmux(directory: other, environment: shared)
        try third.run(Command.cardstream)
        try third.wait("a live connection") { $0.contains("● live") }
        try third.press("H")
        try third.wait("what was done") { $0.contains("Under new management") }
    }

    @Test func `an unreachable server is reported, and the log contains no token`() throws {
        let token = "not-a-token-but-a-secret"
        let tmux = try Tmux(
            directory: directory.url,
            environment: [
                "CARDSTREAM_TOKEN": token, "CARDSTREAM_VIEWER_KEY": "a-secret-key", "CARDSTREAM_LOG_LEVEL": "debug",
            ])
        try tmux.run("\(Command.cardstream) --server http://127.0.0.1:1")
        try tmux.wait("the state") {
            $0.contains("offline since") && $0.contains("Couldn't load data") && $0.contains("Can't reach 127.0.0.1:1")
        }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("offline") }
        let log = try String(
            contentsOf: directory.url.appending(path: "state/cardstream/cardstream.log"), encoding: .utf8)
        #expect(log.contains("info viewer: started") && log.contains("warning viewer: the viewer is offline"))
        #expect(!log.contains(token) && !log.contains("a-secret-key"))
    }
}
