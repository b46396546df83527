import Foundation
import Support
import Testing

/// `serve`, `invite`, `login`, and cards on the screen: in a new home directory, with no file written by hand.
@Suite(.serialized) struct LoginTests {
    let directory: TemporaryDirectory
    let server: Server

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
    }

    private var home: URL { directory.url.appending(path: "home") }
    private var configuration: URL { home.appending(path: ".config/cardstream/config.toml") }
    private var data: String { server.directory.appending(path: "data").path }

    private func environment(_ more: [String: String] = [:]) -> [String: String] {
        ["PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8"].merging(more) { $1 }
    }

    private func run(_ words: [String], input: String? = nil, _ more: [String: String] = [:]) throws -> Command.Result {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        return try Command.finish(Command.cardstream, words, input: input, environment: environment(more))
    }

    private func invite(_ words: [String] = []) throws -> String {
        let result = try run(["invite", "ana", "--data", data] + words)
        #expect(result.status == 0, "\(result)")
        return result.output.trimmingCharacters(in: .newlines)
    }

    private func login(_ invitation: String, _ words: [String] = []) throws -> Command.Result {
        try run(["login", "--code", "-"] + words, input: invitation + "\n")
    }

    private func files() -> [String] {
        (FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []).filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: home.path + "/" + $0, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }

    private func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: home.appending(path: name).path)[.posixPermissions] as? Int
    }

    private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    private func code(_ invitation: String) throws -> String {
        String(try #require(invitation.split(separator: "#").last))
    }

    // MARK: From the invitation to the viewer

    @Test func `an invitation is enough for a login, and works once`() throws {
        try server.publish("Sign the lease")
        let invitation = try invite()
        #expect(invitation.hasPrefix("\(server.address)/#"))
        let done = try login(invitation)
        #expect(done.status == 0, "\(done)")
        #expect(done.output.contains("connected to \(server.address) as ana: 1 card waits"))
        #expect(done.output.contains("analytics = false"))
        let token = try text(home.appending(path: ".local/share/cardstream/default/token"))
        for secret in [try code(invitation), token.trimmingCharacters(in: .newlines)] {
            #expect(!(done.output + done.error).contains(secret))
        }

        let cards = try run(["cards"])
        #expect(cards.status == 0 && cards.output.contains("Sign the lease"), "\(cards)")
        for name in [".local/share/cardstream/default/token", ".local/share/cardstream/default/viewer.key"] {
            #expect(try permissions(name) == 0o600)
        }
        #expect(try permissions(".config/cardstream/config.toml") == 0o600)
        let settings = try text(configuration)
        #expect(settings.contains("server = \"\(server.address)\"\nenvironment = \"development\"\ntoken_file = "))

        let again = try login(invitation, ["--profile", "other"])
        #expect(again.status == 4 && again.error.contains("The invitation was used at"), "\(again)")
        #expect(again.error.contains(#/ at [0-9-]{10} [0-9:]{5} UTC\./#), "\(again)")
        #expect(!files().contains { $0.contains("other") })
    }

    @Test func `the first card to an invited user can be strict, before and after the login`() throws {
        // A first user: without other users, no name can look like a misspelling of another.
        try server.publish("For ana")
        #expect(try login(try invite(), ["--profile", "ana"]).status == 0)
        let invitation = try run(["invite", "zoe", "--data", data]).output
        func publish(to user: String) throws -> Command.Result {
            try run(["publish", "Hi", "--strict", "--user", user], server.environment())
        }
        #expect(try publish(to: "zoe").status == 0)
        #expect(try login(invitation, ["--profile", "zoe"]).status == 0)
        #expect(try publish(to: "zoe").status == 0)
        let misspelt = try publish(to: "zoey")
        #expect(misspelt.status == 1 && misspelt.error.contains("did you mean \"zoe\"?"), "\(misspelt)")
    }

    /// The shells of these terminals do not restore the terminal settings themselves.
    @Test(arguments: ["TERM", "HUP"])
    func `a signal at the hidden question leaves a terminal with echo`(signal: String) throws {
        let tmux = try Tmux(directory: directory.url, environment: [:])
        try tmux.run("\(Command.cardstream) login; stty -a | grep -qwe -echo; echo echo-$?")
        try tmux.wait("the question") { $0.contains("Invitation:") }
        try tmux.signalProgram(signal)
        try tmux.wait("the end") { $0.contains("echo-1") }
    }

    @Test func `an invalid invitation is asked for again`() throws {
        try server.publish("Sign the lease")
        let tmux = try Tmux(directory: directory.url, environment: [:])
        let invitation = try invite()
        try tmux.run("\(Command.cardstream) login; echo exit-$?")
        try tmux.wait("the question") { $0.contains("Invitation:") }
        try tmux.send(String(invitation.dropLast(3)))
        try tmux.press("Enter")
        try tmux.wait("the second question") {
            $0.contains("paste it again, or press Enter to stop") && $0.split(separator: "Invitation:").count == 3
        }
        try tmux.send(invitation)
        try tmux.press("Enter")
        try tmux.wait("the next question") { $0.contains("May the publisher see what") }
        let secret = String(try code(invitation).prefix(20))
        #expect(try !tmux.screen().contains(secret))
    }

    @Test func `the viewer of a new home shows the card after a pasted invitation`() throws {
        try server.publish("Sign the lease")
        let tmux = try Tmux(directory: directory.url, environment: [:])
        let invitation = try invite()
        try tmux.run("\(Command.cardstream) login; echo exit-$?")
        try tmux.wait("the question") { $0.contains("Invitation:") }
        try tmux.send(invitation)
        try tmux.press("Enter")
        try tmux.wait("the second question") { $0.contains("May the publisher see what") }
        let secret = try code(invitation)
        #expect(try !tmux.screen().contains(secret))
        try tmux.send("n")
        try tmux.press("Enter")
        let screen = try tmux.wait("the end") { $0.contains("exit-0") }
        #expect(screen.contains("connected to \(server.address) as ana: 1 card waits"))
        let file = directory.url.appending(path: "config/cardstream/config.toml")
        #expect(try text(file).contains("analytics = false"))
        try tmux.run(Command.cardstream)
        try tmux.wait("the card") { $0.contains("Sign the lease") && $0.contains("live") }
        try tmux.press("q")
    }

    @Test func `a login beside an open viewer reports what is not shown any more, and counts exclude earlier cards`()
        throws
    {
        try server.publish("For ana")
        let places = ["config", "state", "data", "cache"].map {
            ("XDG_\($0.uppercased())_HOME", directory.url.appending(path: $0).path)
        }
        func run(_ words: String..., input: String? = nil) throws -> Command.Result {
            try self.run(words, input: input, Dictionary(uniqueKeysWithValues: places))
        }
        for title in ["My own one", "My own two"] { #expect(try run("publish", title).status == 0) }
        let viewer = try Tmux(directory: directory.url, environment: [:])
        try viewer.run(Command.cardstream)
        try viewer.wait("the own feed") { $0.contains("My own one") && $0.contains("live") }

        let login = try run("login", "--code", "-", input: invite() + "\n")
        #expect(login.status == 0 && login.output.contains("your own feed stays on this machine"), "\(login)")
        #expect(login.output.contains("needs a publisher key"), "\(login)")
        #expect(login.error.contains("an open viewer (process "), "\(login)")
        #expect(try run("status", "--timeout", "60").output == "1 unseen of 1\n")
        server.stop()
        let status = try run("status", "--timeout", "60")
        #expect(status.output.isEmpty && status.status == 5, "\(status)")
        for words in [["count"], ["metrics"]] {
            let result = try self.run(words, Dictionary(uniqueKeysWithValues: places))
            #expect(result.output.isEmpty && result.status == 5, "\(words) \(result)")
        }
        let other = directory.url.appending(path: "second")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        let second = try Tmux(directory: other, environment: Dictionary(uniqueKeysWithValues: places))
        try second.run("\(Command.cardstream); echo exit-$?")
        try second.wait("the refusal") { $0.contains("exit-1") && $0.contains("another viewer of this profile") }
        try viewer.press("q")
        try viewer.wait("the shell") { !$0.contains("My own one") }

        // The first frame already shows nothing of the previous feed.
        try server.start()
        try viewer.run("clear; \(Command.cardstream)")
        let screen = try viewer.wait("the new account") { $0.contains("For ana") || $0.contains("My own") }
        #expect(!screen.contains("My own"), "\(screen)")
        try viewer.wait("what became of the own feed") { $0.contains("Your own feed stays on this") }
        try viewer.press("q")
        try viewer.wait("the shell again") { $0.contains("READY$") }
        #expect(try run("logout").status == 0)
        #expect(try run("cards").output.contains("My own two"))
    }

    @Test func `after a login, the first steps are not shown again, and no loss is reported`() throws {
        let places = ["config", "state", "data", "cache"].map {
            ("XDG_\($0.uppercased())_HOME", directory.url.appending(path: $0).path)
        }
        func run(_ words: String..., input: String? = nil) throws -> Command.Result {
            try self.run(words, input: input, Dictionary(uniqueKeysWithValues: places))
        }
        #expect(try run("publish", "My own one").status == 0)
        let viewer = try Tmux(directory: directory.url, environment: [:])
        try viewer.run(Command.cardstream)
        try viewer.wait("the own feed") { $0.contains("My own one") && $0.contains("live") }
        try viewer.press("q")
        try viewer.wait("the shell") { $0.contains("READY$") }
        #expect(try run("login", "--code", "-", input: invite() + "\n").status == 0)
        try viewer.run("clear; \(Command.cardstream)")
        let first = try viewer.wait("the notice") { $0.contains("Your own feed stays on this") }
        #expect(!first.contains("Removed"), "\(first)")
        #expect(!first.contains("Watch the demo"), "\(first)")
        try viewer.press("q")
        try viewer.wait("the shell again") { $0.contains("READY$") }
        try viewer.run("clear; \(Command.cardstream)")
        let second = try viewer.wait("the empty feed") { $0.contains("live") }
        #expect(!second.contains("Watch the demo") && !second.contains("Your own feed"), "\(second)")
        try viewer.press("q")
    }

    @Test func `a start with another server keeps drafts and actions`() throws {
        let places = ["config", "state", "data", "cache"].map {
            ("XDG_\($0.uppercased())_HOME", directory.url.appending(path: $0).path)
        }
        let form = #"{"content":[{"type":"headline","text":"Lunch"},{"type":"textInput","name":"n","label":"Note"}]}"#
        for (words, input) in [(["publish", "Old"], nil), (["publish", "-"], form)] {
            #expect(try run(words, input: input, Dictionary(uniqueKeysWithValues: places)).status == 0)
        }
        let viewer = try Tmux(directory: directory.url, environment: ["CARDSTREAM_UNDO_WINDOW": "0"])
        try viewer.run(Command.cardstream)
        try viewer.wait("both cards") { $0.contains("Lunch") && $0.contains("Old") && $0.contains("live") }
        try viewer.press("j", "d")
        try viewer.wait("the dismissal") { !$0.contains("Old") }
        try viewer.press("Tab")
        try viewer.press("-l", "Soup today")
        try viewer.wait("the text") { $0.contains("Soup today") }
        try viewer.press("C-c")
        try viewer.wait("the shell") { $0.contains("READY$") && !$0.contains("Soup") }
        // Nothing listens there.
        try viewer.run("clear; CARDSTREAM_SERVER=http://127.0.0.1:1 \(Command.cardstream)")
        try viewer.wait("what became of the own feed") { $0.contains("Your own feed stays on this") }
        try viewer.press("q")
        try viewer.wait("the shell") { $0.contains("READY$") && !$0.contains("own feed") }
        try viewer.run("clear; \(Command.cardstream)")
        try viewer.wait("what was typed") { $0.contains("Soup today") }
        try viewer.press("H")
        try viewer.wait("what was done") { $0.contains("History") && $0.contains("Old") }
    }

    @Test func `Ctrl-C at the question leaves the terminal as it was`() throws {
        let tmux = try Tmux(directory: directory.url, environment: [:])
        try tmux.run("\(Command.cardstream) login; echo exit-$?")
        try tmux.wait("the question") { $0.contains("Invitation:") }
        try tmux.send("https")
        try tmux.press("C-c")
        try tmux.wait("the end") { $0.contains("exit-130") }
        try tmux.run("echo vis''ible")
        try tmux.wait("an echo") { $0.contains("visible") }
    }

    @Test func `a code in the command line is not in the list of processes`() throws {
        let invitation = try invite()
        // A server that accepts the connection but does not respond delays the command.
        server.pause()
        let process = Process()
        process.executableURL = URL(filePath: Command.cardstream)
        process.arguments = ["login", invitation]
        process.environment = environment()
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        func arguments() -> String {
            String(
                decoding: FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/cmdline") ?? Data(),
                as: UTF8.self)
        }
        let deadline = ContinuousClock.now + .seconds(10)
        while !arguments().contains("#xxxx"), ContinuousClock.now < deadline { usleep(2000) }
        #expect(arguments().contains("\(server.address)/#" + String(repeating: "x", count: 26)))
        server.resume()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    // MARK: An existing configuration

    @Test func `a login keeps the rest of the configuration, and logout reverts it`() throws {
        let before = "# Mine\ntheme = \"ink\" # dark\n\n# The screens\n[containers.inbox]\nstream = \"inbox\"\n"
        try FileManager.default.createDirectory(
            at: configuration.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(before.utf8).write(to: configuration)
        let invitation = try invite()
        #expect(try login(invitation, ["--no-analytics"]).status == 0)
        let after = try text(configuration)
        #expect(after.hasPrefix("# Mine\ntheme = \"ink\" # dark\nserver = "))
        #expect(after.contains("analytics = false\n\n# The screens\n[containers.inbox]\n"))
        let out = try run(["logout"])
        #expect(out.status == 0 && out.error.contains("server, environment, token_file, viewer_key_file, analytics in"))
        #expect(try text(configuration) == before)
        #expect(!files().contains { $0.hasSuffix("token") || $0.hasSuffix("viewer.key") || $0.hasSuffix("login.json") })
        #expect(try run(["logout"]).status == 0)
    }

    @Test func `logout keeps settings that were changed since the login`() throws {
        #expect(try login(try invite()).status == 0)
        let changed = try text(configuration).replacing("environment = \"development\"", with: "environment = \"x\"")
        try Data(changed.utf8).write(to: configuration)
        _ = try run(["logout", "--timeout", "1"])
        #expect(try text(configuration) == "environment = \"x\"\n")
    }

    @Test func `the configured server is replaced only if confirmed`() throws {
        #expect(try login(try invite()).status == 0)
        let before = try text(configuration)
        let other = try Server(directory: directory.url.appending(path: "second"))
        let path = other.directory.appending(path: "data").path
        let second = try run(["invite", "ana", "--data", path]).output
        let refused = try login(second)
        #expect(refused.status == 2 && refused.error.contains("--replace"), "\(refused)")
        #expect(try text(configuration) == before)
        // The invitation code is still valid.
        let done = try login(second, ["--replace"])
        #expect(done.status == 0 && done.output.contains(other.address), "\(done)")
        #expect(try text(configuration).contains(other.address) && !text(configuration).contains(server.address))
        // A login at the same server needs no confirmation and stores a new token.
        let token = home.appending(path: ".local/share/cardstream/default/token")
        let old = try text(token)
        let third = try run(["invite", "ana", "--data", path, "--days", "7"]).output
        #expect(try login(third).status == 0)
        #expect(try text(token) != old)
    }

    @Test func `another user of the same server cannot log in while an action waits, and loses no code`() throws {
        let card = try server.publish("For Ana")
        #expect(try login(try invite()).status == 0)
        #expect(try run(["act", "dismiss", card, "--no-wait"]).status == 0)
        let token = home.appending(path: ".local/share/cardstream/default/token")
        let before = try text(token)
        let bens = try run(["invite", "ben", "--data", data]).output
        let refused = try login(bens)
        #expect(
            refused.status == 1 && refused.error.contains("1 action of ana at 127.0.0.1")
                && refused.error.contains("(the code was not used up)"), "\(refused)")
        #expect(try text(token) == before)
        // The same user can log in again, and another user can log in with a separate profile.
        #expect(try login(try invite()).status == 0)
        let other = try login(bens, ["--profile", "ben"])
        #expect(other.status == 0 && other.output.contains("as ben"), "\(other)")
        // A token that was replaced by hand is reported.
        try FileManager.default.removeItem(at: token)
        try FileManager.default.copyItem(at: home.appending(path: ".local/share/cardstream/ben/token"), to: token)
        let doctor = try run(["doctor"], ["TERM": "xterm-256color"])
        #expect(doctor.output.contains("account") && doctor.output.contains("action of ana at"), "\(doctor)")
    }

    /// The directories below ``home``, because a terminal sets its own.
    private var tmuxPlaces: [String: String] {
        [
            "HOME": home.path, "XDG_CONFIG_HOME": home.appending(path: ".config").path,
            "XDG_DATA_HOME": home.appending(path: ".local/share").path,
            "XDG_STATE_HOME": home.appending(path: ".local/state").path,
        ]
    }

    @Test func `the next user of a profile sees and answers their own cards`() throws {
        for (user, title) in [("ana", "For Ana"), ("ben", "For Ben")] {
            _ = try server.publish(card: #"{"content":[{"type":"headline","text":"\#(title)"}]}"#, user: user)
            let invitation = try run(["invite", user, "--data", data]).output
            #expect(try login(invitation).status == 0)
            let tmux = try Tmux(directory: directory.url, environment: tmuxPlaces)
            try tmux.run(Command.cardstream)
            try tmux.wait("the card") { $0.contains(title) && $0.contains("live") }
            try tmux.press("q")
            try tmux.wait("the end") { $0.contains("READY$") }
        }
    }

    @Test func `logging out an unknown profile fails, and does not create it`() throws {
        #expect(try login(try invite(), ["--profile", "work"]).status == 0)
        let refused = try run(["logout", "--profile", "wrok"])
        #expect(refused.status == 2 && refused.error.contains(#"did you mean "work"?"#), "\(refused)")
        #expect(!files().contains { $0.contains("wrok") })
        #expect(try run(["logout", "--profile", "work"]).status == 0)
    }

    @Test func `another profile has its own file`() throws {
        #expect(try login(try invite()).status == 0)
        let before = try text(configuration)
        let other = try Server(directory: directory.url.appending(path: "second"))
        try other.publish("From work")
        let second = try run(["invite", "ana", "--data", other.directory.appending(path: "data").path]).output
        let done = try login(second, ["--profile", "work"])
        #expect(done.status == 0 && done.output.contains("cardstream --profile work"), "\(done)")
        #expect(try text(configuration) == before)
        #expect(try run(["cards", "--profile", "work"]).output.contains("From work"))
        #expect(try run(["cards"]).status == 3)
        #expect(try run(["logout", "--profile", "work"]).status == 0)
        #expect(try text(configuration) == before && !files().contains { $0.contains("work.toml") })
    }

    @Test func `a second file of one profile is refused, because its token would reach the other server`() throws {
        #expect(try login(try invite()).status == 0)
        let token = home.appending(path: ".local/share/cardstream/default/token")
        let before = try text(token)
        let invitation = try invite()
        let file = home.appending(path: "own.toml").path
        let refused = try login(invitation, ["--config", file])
        #expect(refused.status == 1 && refused.error.contains("--profile NAME"), "\(refused)")
        #expect(try text(token) == before && !files().contains("own.toml"))
        #expect(try login(invitation, ["--config", file, "--profile", "own"]).status == 0)
        #expect(try run(["count", "--config", file, "--profile", "own"]).status == 3)
    }

    // MARK: Refusals

    @Test func `codes that are late, wrong or withdrawn are refused, and nothing is written`() throws {
        let late = try invite(["--expires", "1s"])
        let withdrawn = try invite()
        let listed = try run(["invite", "--list", "--data", data])
        let secret = try code(withdrawn)
        #expect(listed.output.contains("ana") && !listed.output.contains(secret))
        let open = try run(["invite", "--list", "--data", data, "--json"]).output
        for line in open.split(separator: "\n") {
            let id = try #require(line.firstMatch(of: /"id":"([^"]+)"/)).1.description
            #expect(try run(["invite", "--revoke", id, "--data", data]).status == 0)
        }
        #expect(try run(["invite", "--list", "--data", data]).status == 3)
        let wrong = "\(server.address)/#\(String(repeating: "0", count: 26))"
        for invitation in [late, withdrawn, wrong] {
            let refused = try login(invitation)
            #expect(refused.status == 4, "\(refused)")
            #expect(refused.error.contains("ask for a new") || refused.error.contains("Ask for a new"), "\(refused)")
            let secret = try code(invitation)
            #expect(!refused.error.contains(secret))
        }
        #expect(files().isEmpty)
    }

    @Test func `each wrong address is a clear error, and nothing is written`() throws {
        let code = String(repeating: "0", count: 26)
        let web = try FileHost([:])
        defer { web.stop() }
        let cases: [(url: String, status: Int32, words: String)] = [
            ("http://127.0.0.1:1", 5, "cannot be reached"),
            ("https://no-such-host.invalid", 5, "cardstream:"),
            ("https://127.0.0.1:\(server.port)", 5, "TLS"),
            ("http://127.0.0.1:\(web.port)", 5, "check the address"),
            ("http://cards.example", 2, "plain HTTP to another machine"),
            ("http://127.0.0.1.example", 2, "plain HTTP to another machine"),
            ("https://ana:geheim@host", 2, "without a user name or password"),
            ("cards.example", 2, "the argument has no address"),
        ]
        for (url, status, words) in cases {
            let refused = try run(["login", url, "--code", "-"], input: code)
            #expect(refused.status == status, "\(url): \(refused)")
            #expect(refused.error.contains(words), "\(url): \(refused.error)")
            #expect(!refused.error.contains("geheim") && !refused.error.contains(code))
        }
        #expect(files().isEmpty)
    }

    @Test func `a broken configuration is reported before the code is used up`() throws {
        try FileManager.default.createDirectory(
            at: configuration.deletingLastPathComponent(), withIntermediateDirectories: true)
        let invitation = try invite()
        try Data("theme = \n".utf8).write(to: configuration)
        let refused = try login(invitation)
        #expect(refused.status == 2 && refused.error.contains("config.toml:1"), "\(refused)")
        #expect(try text(configuration) == "theme = \n")
        try FileManager.default.removeItem(at: configuration)
        #expect(try login(invitation).status == 0)
    }

    @Test func `only one of two concurrent logins with one invitation succeeds`() throws {
        let invitation = try invite()
        let file = directory.url.appending(path: "invitation")
        try Data(invitation.utf8).write(to: file)
        let logins = try ["a", "b", "c", "d"].map { name in
            let process = Process()
            process.executableURL = URL(filePath: Command.cardstream)
            process.arguments = ["login", "--code", file.path]
            process.environment = environment(["HOME": directory.url.appending(path: name).path])
            process.standardInput = FileHandle.nullDevice
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            return process
        }
        let statuses = logins.map { process in
            process.waitUntilExit()
            return process.terminationStatus
        }
        #expect(statuses.sorted() == [0, 4, 4, 4])
    }

    // MARK: Other ways to log in

    @Test func `a user-supplied token works as well`() throws {
        let variables = server.environment()
        let (token, key) = (variables["CARDSTREAM_TOKEN_FILE"] ?? "", variables["CARDSTREAM_VIEWER_KEY_FILE"] ?? "")
        let missing = try run(["login", server.address, "--token-file", token])
        #expect(missing.status == 2 && missing.error.contains("--viewer-key-file"))
        let wrong = try run(["login", server.address, "--token-command", "echo a.b.c", "--viewer-key-file", key])
        #expect(wrong.status == 4 && files().isEmpty, "\(wrong)")
        let done = try run([
            "login", server.address, "--token-command", "cat '\(token)'", "--viewer-key-file", key, "--json",
        ])
        #expect(done.status == 0, "\(done)")
        #expect(try JSONSchema(of: "login").problems(of: done.output) == [])
        #expect(try text(configuration).contains("token_command = \"cat '\(token)'\""))
        #expect(try run(["count"]).status == 3)
    }

    @Test func `a publisher invites over the network, and without a running server`() throws {
        let publisher = server.environment()["CARDSTREAM_PUBLISHER_KEY_FILE"] ?? ""
        let result = try run([
            "invite", "ana", "--server", server.address, "--key-file", publisher, "--url", "https://cards.example/",
            "--json",
        ])
        #expect(try JSONSchema(of: "invite").problems(of: result.output) == [])
        #expect(result.output.contains(##""invitation":"https://cards.example/#"##), "\(result)")
        let plain = try run(["invite", "ana", "--data", data, "--url", "http://cards.example"])
        #expect(plain.status == 2 && plain.error.contains("TLS proxy"))
        let nowhere = try run(["invite", "ana", "--data", directory.url.appending(path: "none").path])
        #expect(nowhere.status == 1 && nowhere.error.contains("holds no keys"))

        server.stop()
        let stopped = try run(["invite", "ana", "--data", data, "--url", server.address])
        #expect(stopped.status == 0, "\(stopped)")
        try server.start()
        #expect(try login(stopped.output).status == 0)
    }

    @Test func `another home invites to its own server`() throws {
        let own = try run(["invite", "ana", "--url", "https://cards.example"])
        #expect(own.status == 0 && own.output.hasPrefix("https://cards.example/#"), "\(own)")
    }
}
