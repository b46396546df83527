import Foundation
import Support
import Testing

/// Two viewers of one profile at the same time, each in a separate terminal.
@Suite(.serialized)
struct SeveralViewersTests {
    let directory: TemporaryDirectory
    let server: Server

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
    }

    /// The directories of the profile that all viewers share.
    private var shared: [String: String] {
        [
            "XDG_DATA_HOME": directory.url.appending(path: "data").path,
            "XDG_STATE_HOME": directory.url.appending(path: "state").path,
        ]
    }

    private func viewer(_ name: String, _ environment: [String: String], undoWindow: Int = 0) throws -> Tmux {
        let folder = directory.url.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let more = environment.merging(["CARDSTREAM_UNDO_WINDOW": "\(undoWindow)"]) { $1 }
        let tmux = try Tmux(directory: folder, columns: 80, rows: 24, environment: shared.merging(more) { $1 })
        try tmux.run(Command.cardstream)
        return tmux
    }

    /// Dismisses the selected card. Keys are ignored for a second after the selected card was removed without a key, as
    /// it is when another viewer answers it; so the key is repeated.
    private func dismiss(_ title: String, in tmux: Tmux) throws {
        for _ in 0..<5 {
            try tmux.press("d")
            let end = Date.now.addingTimeInterval(3)
            while Date.now < end {
                if try !tmux.screen().contains(title) { return }
                usleep(20_000)
            }
        }
        Issue.record("\(title) is not dismissed; the screen:\n\(try tmux.screen())")
    }

    private func dismissals(of card: String) throws -> Int {
        try Command.run(
            Command.cardstream, ["outcome", card], environment: server.environment().merging(Server.bare) { $1 }
        ).components(separatedBy: #""action":"dismiss""#).count - 1
    }

    private func waitForDismissal(of card: String) throws {
        let deadline = Date.now.addingTimeInterval(20)
        while try dismissals(of: card) == 0 {
            try #require(Date.now < deadline, "the server never heard of it")
            usleep(50_000)
        }
    }

    @Test func `two viewers are live, act, and may end in any order`() throws {
        let cards = try ["Alpha", "Beta", "Gamma"].map { try server.publish($0) }
        let first = try viewer("first", server.environment())
        try first.wait("the cards") { $0.contains("Alpha") && $0.contains("live") }
        let second = try viewer("second", server.environment())
        try second.wait("the cards") { $0.contains("Alpha") && $0.contains("Gamma") && $0.contains("live") }

        try dismiss("Gamma", in: second)
        try first.wait("what the second did") { !$0.contains("Gamma") }
        try waitForDismissal(of: cards[2])
        try dismiss("Beta", in: first)
        try second.wait("what the first did") { !$0.contains("Beta") }
        _ = try server.publish("Delta")
        for tmux in [first, second] { try tmux.wait("a new card") { $0.contains("Delta") } }

        let third = try viewer("third", server.environment())
        try third.wait("the cards") { $0.contains("Delta") && $0.contains("live") }
        try second.press("q")
        try second.wait("the shell") { $0.contains("READY$") && !$0.contains("Delta") }
        _ = try server.publish("Epsilon")
        for tmux in [first, third] { try tmux.wait("a card without the second") { $0.contains("Epsilon") } }
        try first.press("q")
        try first.wait("the shell") { $0.contains("READY$") && !$0.contains("Epsilon") }
        _ = try server.publish("Zeta")
        try third.wait("a card without the first") { $0.contains("Zeta") && $0.contains("live") }
        #expect(try cards.map(dismissals) == [0, 1, 1])
    }

    @Test(arguments: ["first", "second"])
    func `an action in the second viewer is sent once, whichever viewer is killed`(killed: String) throws {
        let card = try server.publish("Goes away")
        let first = try viewer("first", server.environment(), undoWindow: 2)
        try first.wait("the card") { $0.contains("Goes away") && $0.contains("live") }
        let second = try viewer("second", server.environment(), undoWindow: 2)
        try second.wait("the card") { $0.contains("Goes away") && $0.contains("live") }
        try second.press("d")
        try second.wait("the time left") { !$0.contains("Goes away") && $0.contains("u to undo") }
        try (killed == "first" ? first : second).signalProgram("KILL")
        let stays = killed == "first" ? second : first
        #expect(try dismissals(of: card) == 0)
        try waitForDismissal(of: card)
        _ = try server.publish("Afterwards")
        try stays.wait("a later card") { $0.contains("Afterwards") && $0.contains("live") }
        try stays.press("H")
        try stays.wait("what was done") { $0.contains("Goes away") }
        #expect(try dismissals(of: card) == 1)
        #expect(try stays.screen().contains("READY$") == false)
    }

    private func quit(_ tmux: Tmux) throws {
        if try tmux.screen().contains("esc leave") {
            try tmux.press("Escape")
            try tmux.wait("the end of the field") { !$0.contains("esc leave") }
        }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") }
    }

    /// Waits until a draft is stored, which happens a moment after its keys.
    private func waitUntilStored(_ text: String) throws {
        let store = directory.url.appending(path: "data/cardstream/default/cards.sqlite-wal")
        let end = Date.now.addingTimeInterval(20)
        while try Data(contentsOf: store).range(of: Data(text.utf8)) == nil {
            try #require(Date.now < end, "the draft is not stored")
            usleep(20_000)
        }
    }

    @Test func `values entered by two viewers into one form are kept, whichever ends first`() throws {
        _ = try server.publish(
            card: """
                {"content":[{"type":"headline","text":"Expenses"},{"type":"textInput","name":"note","label":"Note"},
                {"type":"textInput","name":"with","label":"With"},
                {"type":"buttons","buttons":[{"text":"Send","action":{"type":"submit","name":"send"}}]}]}
                """)
        var viewers = try ["first", "second"].map { try viewer($0, server.environment()) }
        for tmux in viewers { try tmux.wait("the form") { $0.contains("Expenses") && $0.contains("live") } }
        // Both viewers have read the draft, and each changes another field of it.
        try viewers[0].press("Tab")
        try viewers[0].press("-l", "Lu")
        try waitUntilStored("Lu")
        for tmux in viewers { try quit(tmux) }
        viewers = try ["third", "fourth"].map { try viewer($0, server.environment()) }
        for tmux in viewers { try tmux.wait("the draft") { $0.contains("Lu") && $0.contains("live") } }
        try viewers[0].press("Tab")
        try viewers[0].press("-l", "nch for two")
        try viewers[0].wait("the text") { $0.contains("Lunch for two") }
        try waitUntilStored("Lunch for two")
        try viewers[1].press("Tab", "Tab")
        try viewers[1].press("-l", "Jo from Oslo")
        try viewers[1].wait("the text") { $0.contains("Jo from Oslo") }
        for tmux in viewers { try quit(tmux) }
        let last = try viewer("fifth", server.environment())
        try last.wait("all that was entered") { $0.contains("Lunch for two") && $0.contains("Jo from Oslo") }
    }

    @Test func `entered values survive a kill, and the next viewer has them`() throws {
        _ = try server.publish(
            card: """
                {"content":[{"type":"headline","text":"Expenses"},{"type":"textInput","name":"note","label":"Note"},
                {"type":"buttons","buttons":[{"text":"Send","action":{"type":"submit","name":"send"}}]}]}
                """)
        let first = try viewer("first", server.environment())
        try first.wait("the form") { $0.contains("Expenses") && $0.contains("live") }
        let second = try viewer("second", server.environment())
        try second.wait("the form") { $0.contains("Expenses") && $0.contains("live") }
        try second.press("Tab")
        try second.press("-l", "Lunch with Jo")
        try second.wait("the text") { $0.contains("Lunch with Jo") }
        try waitUntilStored("Lunch with Jo")
        try second.signalProgram("KILL")
        let third = try viewer("third", server.environment())
        try third.wait("what was entered") { $0.contains("Lunch with Jo") && $0.contains("live") }
    }

    @Test func `u in a viewer undoes its own actions first, and names those of the other`() throws {
        let card = try server.publish("Comes back")
        let first = try viewer("first", server.environment(), undoWindow: 30)
        try first.wait("the card") { $0.contains("Comes back") && $0.contains("live") }
        let second = try viewer("second", server.environment(), undoWindow: 30)
        try second.wait("the card") { $0.contains("Comes back") && $0.contains("live") }
        try second.press("d")
        try first.wait("the card to go") { !$0.contains("Comes back") }
        try second.press("u")
        for tmux in [first, second] { try tmux.wait("the card again") { $0.contains("Comes back") } }
        try dismiss("Comes back", in: first)
        try second.wait("the card to go") { !$0.contains("Comes back") }
        try second.press("u")
        try second.wait("whose it was") {
            $0.contains("Comes back") && $0.contains("Undone: the dismissal of “Comes back”, from another viewer")
        }
        #expect(try dismissals(of: card) == 0)
    }

    @Test(arguments: [true, false])
    func `Ctrl-Z in the first viewer keeps the second one live, and fg continues`(hasOwnServer: Bool) throws {
        let environment = hasOwnServer ? [:] : server.environment()
        func publish(_ title: String) throws {
            guard hasOwnServer else {
                _ = try server.publish(title)
                return
            }
            try Command.run(
                Command.cardstream, ["publish", "--title", title],
                environment: shared.merging(["HOME": directory.url.path, "TERM": "xterm"]) { $1 })
        }
        let first = try viewer("first", environment)
        try first.wait("a connection") { $0.contains("live") }
        let second = try viewer("second", environment)
        try second.wait("a connection") { $0.contains("live") }
        try publish("Alpha")
        for tmux in [first, second] { try tmux.wait("the card") { $0.contains("Alpha") } }
        try first.press("C-z")
        try first.wait("the shell") { $0.contains("READY$") }
        try publish("Beta")
        try second.wait("a later card") { $0.contains("Beta") && $0.contains("live") }
        try second.press("g")
        try dismiss("Beta", in: second)
        try first.run("fg")
        try first.wait("what was missed") { $0.contains("Alpha") && !$0.contains("Beta") && $0.contains("live") }
        try second.press("q")
        try second.wait("the shell") { $0.contains("READY$") && !$0.contains("Alpha") }
        try publish("Gamma")
        try first.wait("a card without the second") { $0.contains("Gamma") && $0.contains("live") }
    }

    @Test(arguments: [true, false])
    func `a viewer that starts while another one is stopped by Ctrl-Z is live, and act works`(
        hasOwnServer: Bool
    ) throws {
        let environment = hasOwnServer ? [:] : server.environment()
        let bare = shared.merging(environment) { $1 }.merging(Server.bare) { $1 }
            .merging(["HOME": directory.url.path]) { $1 }
        func publish(_ title: String) throws {
            if hasOwnServer {
                try Command.run(Command.cardstream, ["publish", title], environment: bare)
            } else {
                _ = try server.publish(title)
            }
        }
        let first = try viewer("first", environment)
        try first.wait("a connection") { $0.contains("live") }
        try first.press("C-z")
        try first.wait("the shell") { $0.contains("READY$") }
        for title in ["Alpha", "Omega"] { try publish(title) }
        let cards = try Command.run(Command.cardstream, ["cards"], environment: bare).split(separator: "\n")
        let id = try #require(cards.first { $0.hasSuffix("Omega") }, "\(cards)").prefix { $0 != " " }
        let act = try Command.finish(
            Command.cardstream, ["act", "dismiss", String(id), "--timeout", "10"], environment: bare)
        #expect(act.status == 0, "\(act)")
        let second = try viewer("second", environment)
        try second.wait("a connection and the card") {
            $0.contains("live") && $0.contains("Alpha") && !$0.contains("Omega")
        }
        try first.run("fg")
        try first.wait("the card") { $0.contains("Alpha") && $0.contains("live") }
    }

    /// The process is stopped, as by a debugger or by a desktop's SIGSTOP, so it cannot hand over the lead to another
    /// viewer.
    @Test func `a viewer that another program stops is named with a remedy`() throws {
        let environment = server.environment()
        let bare = shared.merging(environment) { $1 }.merging(Server.bare) { $1 }
        let card = try server.publish("Alpha")
        let first = try viewer("first", environment)
        try first.wait("the card") { $0.contains("Alpha") && $0.contains("live") }
        let lock = directory.url.appending(path: "data/cardstream/default/cards.sqlite.lock")
        let process = try #require(
            try String(contentsOf: lock, encoding: .utf8).split(separator: "\n").first.flatMap { Int32($0) })
        kill(process, SIGSTOP)
        defer { kill(process, SIGCONT) }
        let start = ContinuousClock.now
        let act = try Command.finish(Command.cardstream, ["act", "dismiss", card], environment: bare)
        #expect(act.status == 1 && act.error.contains("(process \(process)) is suspended: resume it"), "\(act)")
        #expect(ContinuousClock.now - start < .seconds(5))
        let second = try viewer("second", environment)
        try second.wait("the reason") { $0.contains("is suspended") }
        try second.wait("the stored card") { $0.contains("Alpha") }
    }

    @Test func `a stopped follower catches up, and a viewer of another user is notified`() throws {
        _ = try server.publish("Alpha")
        let first = try viewer("first", server.environment())
        try first.wait("the card") { $0.contains("Alpha") && $0.contains("live") }
        let second = try viewer("second", server.environment())
        try second.wait("the card") { $0.contains("Alpha") && $0.contains("live") }
        try second.press("C-z")
        try second.wait("the shell") { $0.contains("READY$") && !$0.contains("Alpha") }
        _ = try server.publish("Beta")
        try first.wait("the card") { $0.contains("Beta") }
        try second.run("fg")
        try second.wait("the card") { $0.contains("Beta") }

        let token = try Command.run(
            Command.cardstream, ["token", "--data", server.directory.appending(path: "data").path, "--user", "bob"])
        let file = directory.url.appending(path: "bob").path
        #expect(
            FileManager.default.createFile(
                atPath: file, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600]))
        let other = try viewer("other", server.environment().merging(["CARDSTREAM_TOKEN_FILE": file]) { $1 })
        try other.wait("whose it is") { $0.contains("READY$") && $0.contains("ana") }
    }
}
