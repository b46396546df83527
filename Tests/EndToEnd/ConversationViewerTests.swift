import Basics
import Foundation
import Support
import Testing

/// Two people talk through one service, each with a viewer in a separate terminal.
@Suite(.serialized) struct ConversationViewerTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a test with a service that has a conversation between Ana and Ben.
    private func run(_ test: @escaping @Sendable (ConversationFixture) throws -> Void) async throws {
        try await ConversationService.run(in: directory.url) { service in
            for user in ["ana", "ben"] { try service.configure(user) }
            #expect(try await service.run(as: "ben", "profile").status == 0)
            let made = try await service.run(
                as: "ana", "conversation", "create", "Release", "--id", "release", "--with", "ben")
            #expect(made.status == 0, "\(made)")
            // On another thread, because the service needs the threads of this process.
            try await Blocking.run { Result { try test(ConversationFixture(service: service)) } }.get()
        }
    }

    @Test func `messages of one user reach the other one once and in order`() async throws {
        try await run { fixture in
            let (ana, ben) = (try fixture.viewer("ana"), try fixture.viewer("ben"))
            for number in 1...3 {
                try fixture.type("Question \(number)", in: ana)
                if number == 1 { try ben.wait("who types") { $0.contains("ana is typing…") } }
                try fixture.leaveField(of: ana)
                try ana.press("1")
                try ben.wait("question \(number)") { $0.contains("Question \(number)") }
                try fixture.say("Answer \(number)", in: ben)
                try ana.wait("answer \(number)") { $0.contains("Answer \(number)") }
            }
            let expected = (1...3).flatMap { ["Question \($0)", "Answer \($0)"] }
            #expect(try fixture.texts() == expected)
            for viewer in [ana, ben] {
                let screen = try viewer.screen()
                for text in expected { #expect(screen.components(separatedBy: text).count == 2, "\(screen)") }
            }
        }
    }

    @Test func `typed text survives kill -9, and is sent once`() async throws {
        try await run { fixture in
            var ana = try fixture.viewer("ana")
            let ben = try fixture.viewer("ben")
            try fixture.type("Half a sentence", in: ana)
            try fixture.waitForDraft("Half a sentence", of: "ana")
            try ana.signalProgram("KILL")
            ana = try fixture.viewer("ana", until: "Half a sentence")
            #expect(try fixture.texts() == [])
            try ana.press("1")
            try ben.wait("the sentence") { $0.contains("Half a sentence") }
            #expect(try fixture.texts() == ["Half a sentence"])
            // If the viewer is killed while it sends, the text is either sent or still in the field, never both.
            for number in 1...3 {
                let text = "Race \(number)"
                try fixture.type(text, in: ana)
                try fixture.waitForDraft(text, of: "ana")
                try fixture.leaveField(of: ana)
                try ana.press("1")
                try ana.signalProgram("KILL")
                ana = try fixture.viewer("ana", until: text)
                if try fixture.hasInField(text, ana) { try ana.press("1") }
                try ben.wait(text) { $0.contains(text) }
            }
            #expect(try fixture.texts() == ["Half a sentence", "Race 1", "Race 2", "Race 3"])
        }
    }

    @Test func `unsent text is restored when the user leaves a conversation and is added again`() async throws {
        try await run { fixture in
            var ben = try fixture.viewer("ben")
            try fixture.type("Not sent yet", in: ben)
            try fixture.waitForDraft("Not sent yet", of: "ben")
            try fixture.leaveField(of: ben)
            try fixture.pressButton("Details", in: ben)
            try fixture.pressButton("Leave", in: ben)
            try ben.wait("the question") { $0.contains("Leave “Release”?") }
            try ben.press("y")
            let left = try ben.wait("an empty stream") { !$0.contains("│ Reply") && !$0.contains("Leave “") }
            #expect(!left.contains("filling in"))
            try ben.press("q")
            try ben.wait("the shell") { $0.contains("READY$") }
            let added = try fixture.command("conversation", "add", "release", "ben", as: "ana")
            #expect(added.status == 0, "\(added)")
            ben = try fixture.viewer("ben", until: "Not sent yet")
            try ben.wait("the text in the field") { _ in try fixture.hasInField("Not sent yet", ben) }
            #expect(try fixture.texts() == [])
        }
    }

    @Test func `the user's profile is edited in the viewer, and stored by the service`() async throws {
        try await run { fixture in
            let ana = try fixture.viewer("ana")
            try fixture.pressButton("Profile", in: ana)
            try ana.wait("the profile") { $0.contains("First name") && $0.contains("Your id is ana") }
            try ana.press("Tab")
            try ana.send("Annabel")
            try ana.wait("what is typed") { $0.contains("Annabel") }
            try fixture.leaveField(of: ana)
            try fixture.pressButton("Save", in: ana)
            try ana.wait("that it is saved") { $0.contains("Your profile is saved") }
            // The service does not notify other users; they see the name the next time they load it.
            let seen = try fixture.command("profile", "ana", as: "ben")
            #expect(seen.status == 0 && seen.output.contains("Annabel"), "\(seen)")
        }
    }

    @Test(arguments: [false, true])
    func `a change that comes while a form is filled in is a conflict, and the text stays`(
        restarts: Bool
    ) async throws {
        try await run { fixture in
            var ana = try fixture.viewer("ana")
            try fixture.pressButton("Details", in: ana)
            try ana.wait("the details") { $0.contains("Description") }
            try ana.press("Tab")
            try ana.send(" draft")
            try ana.wait("what is typed") { $0.contains("Release draft") }
            let changed = try fixture.command("conversation", "update", "release", "--name", "Theirs", as: "ana")
            #expect(changed.status == 0, "\(changed)")
            // Waits until the change has reached the viewer, before the form is sent.
            try ana.wait("the change") { $0.contains("Details · Theirs") && $0.contains("Release draft") }
            try ana.press("Enter")
            try ana.wait("the conflict") { screen in
                let words = screen.split { $0.isWhitespace || "│▌┃".contains($0) }.joined(separator: " ")
                return words.contains("changed the conversation in the meantime")
            }
            func name() throws -> String { try fixture.command("conversation", "show", "release", as: "ana").output }
            #expect(try name().contains("Theirs"))
            if restarts {
                try ana.press("q")
                ana = try fixture.viewer("ana", title: "Theirs", until: "Refused")
            }
            // The user can still send the change again.
            try ana.press("X")
            if restarts {
                try ana.wait("that it is discarded") { !$0.contains("Refused") }
                // A key right after the card has changed is ignored, so it is pressed again after a while.
                var pressed = ContinuousClock.now - .seconds(2)
                try ana.wait("the details") { screen in
                    if screen.contains("Description") { return true }
                    if pressed.duration(to: .now) > .seconds(1) {
                        pressed = .now
                        try fixture.pressButton("Details", in: ana)
                    }
                    return false
                }
            }
            try ana.wait("the text") { $0.contains("Release draft") }
            try fixture.pressButton("Save", in: ana)
            try ana.wait("that it is saved") { $0.contains("Details saved") }
            #expect(try name().contains("Release draft"))
        }
    }

    @Test func `a refused reply is shown in its card with the reason, and discarding returns it to the field`()
        async throws
    {
        try await run { fixture in
            let ana = try fixture.viewer("ana")
            try fixture.type("Too late", in: ana)
            try fixture.leaveField(of: ana)
            fixture.service.refuseNext("POST", "/conversations/release/messages")
            try ana.press("1")
            try ana.wait("the refusal") { $0.contains("You · not sent: ") && $0.contains("Too late") }
            try fixture.leaveField(of: ana)
            try ana.press("X")
            try ana.wait("the text in the field") { _ in try fixture.hasInField("Too late", ana) }
            #expect(try fixture.texts() == [])
            try ana.press("1")
            try ana.wait("the message among the others") { $0.contains("You ·") && $0.contains("Too late") }
            #expect(try fixture.texts() == ["Too late"])
        }
    }

    @Test func `the error output of the token command is shown`() async throws {
        try await run { fixture in
            let config = fixture.service.folder(of: "ana").appending(path: "config.toml")
            let text = try String(contentsOf: config, encoding: .utf8)
            let broken = text.replacing(
                /token_command = .*/, with: #"token_command = "echo no key in the vault >&2; exit 3""#)
            try broken.write(to: config, atomically: true, encoding: .utf8)
            try FileManager.default.removeItem(at: fixture.service.folder(of: "ana").appending(path: "state"))
            let tmux = try Tmux(
                directory: fixture.service.folder(of: "ana"), environment: fixture.service.environment(of: "ana"))
            try tmux.run("\(Command.cardstream) --stream conversations")
            try tmux.wait("the complaint") { $0.contains("token_command: exit code 3: no key in the") }
        }
    }

    @Test func `a conversation is started in the viewer, and the other one sees it`() async throws {
        try await run { fixture in
            let (ana, ben) = (try fixture.viewer("ana"), try fixture.viewer("ben"))
            try ana.press("T")
            try ana.wait("the question for a name") { $0.contains("New conversation: name") }
            try ana.send("Lunch")
            try ana.press("Enter")
            try ana.wait("the question for people") { $0.contains("New conversation: participants") }
            try ana.send("bem")
            try ana.press("Enter")
            try ana.wait("the refusal") { $0.contains("No person has the id or name") }
            try ana.press("BSpace")
            try ana.send("n")
            try ana.press("Enter")
            try ana.wait("the conversation") { $0.contains("▌ Lunch") }
            try ben.wait("the conversation") { $0.contains("Lunch") }
        }
    }

    @Test func `messages of two users during an outage arrive once, although one viewer is killed`() async throws {
        try await run { fixture in
            var ana = try fixture.viewer("ana")
            let ben = try fixture.viewer("ben")
            try fixture.say("Before", in: ana)
            try ben.wait("the first message") { $0.contains("Before") }
            for user in ["ana", "ben"] { fixture.service.setAway(true, from: user) }
            for viewer in [ana, ben] { try viewer.wait("the loss of the service") { $0.contains("team") } }
            for number in 1...3 {
                try fixture.queue("From Ana \(number)", in: ana)
                try fixture.queue("From Ben \(number)", in: ben)
            }
            try ana.signalProgram("KILL")
            ana = try fixture.viewer("ana", until: "Before")
            let fromScript = try Command.finish(
                Command.cardstream, ["say", "release", "From a script"],
                environment: fixture.service.environment(of: "ben"))
            #expect(fromScript.status == 7, "\(fromScript)")
            for user in ["ana", "ben"] { fixture.service.setAway(false, from: user) }
            let expected =
                ["Before", "From a script"] + ["Ana", "Ben"].flatMap { name in (1...3).map { "From \(name) \($0)" } }
            for viewer in [ana, ben] {
                try viewer.wait("all messages", seconds: 90) { screen in
                    expected.allSatisfy { screen.contains($0) }
                }
            }
            let texts = try fixture.texts()
            #expect(texts.sorted() == expected.sorted())
            // The texts of each user are in the order in which they were written.
            for name in ["Ana", "Ben"] {
                #expect(texts.filter { $0.contains(name) } == (1...3).map { "From \(name) \($0)" })
            }
        }
    }
}

/// Viewers of users who talk in one conversation.
private struct ConversationFixture: Sendable {
    let service: ConversationService

    /// A viewer that shows the conversation with `title`, and a text in it.
    func viewer(_ user: String, title: String = "Release", until text: String = "Release") throws -> Tmux {
        // A new folder each time, because the terminal of a killed viewer is not reused.
        let folder = service.folder(of: user).appending(path: "\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let tmux = try Tmux(
            directory: folder, columns: 100, rows: 60, environment: service.environment(of: user))
        try tmux.run("\(Command.cardstream) --stream conversations")
        try tmux.wait("the conversation of \(user)") { $0.contains(title) && $0.contains(text) }
        return tmux
    }

    /// Types into the reply field.
    func type(_ text: String, in tmux: Tmux) throws {
        // After a reply, the reply field has the focus again; otherwise it may be several steps away.
        let isThere = { (screen: String) in screen.contains(/▸[│┃] Reply/) }
        var (screen, isReached) = try tmux.look(for: .milliseconds(500), until: isThere)
        for _ in 0..<8 where !isReached {
            let before = screen
            try tmux.press("Tab")
            screen = try tmux.look(for: .seconds(2)) { $0 != before }.screen
            isReached = isThere(screen)
        }
        try #require(isReached, "the field is not reached; the screen:\n\(screen)")
        try tmux.send(text)
        try tmux.wait("the text in the field") { $0.contains(text) }
    }

    /// Waits until the card store contains what was typed. Drafts are written asynchronously.
    func waitForDraft(_ text: String, of user: String) throws {
        let folder = service.folder(of: user).appending(path: "data/cardstream/default")
        let deadline = Date.now.addingTimeInterval(20)
        while true {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let isThere = names.contains { name in
                name.hasPrefix("cards.sqlite")
                    && (try? Data(contentsOf: folder.appending(path: name)))?.range(of: Data(text.utf8)) != nil
            }
            if isThere { return }
            try #require(Date.now < deadline, "the draft is not stored")
            usleep(20_000)
        }
    }

    /// Leaves the field; its text stays.
    func leaveField(of tmux: Tmux) throws {
        try tmux.press("Escape")
        try tmux.wait("the end of the field") { !$0.contains("esc leave") }
    }

    /// Types a reply and sends it with the first button.
    func say(_ text: String, in tmux: Tmux) throws {
        try type(text, in: tmux)
        try leaveField(of: tmux)
        try tmux.press("1")
        try tmux.wait("the message among the others") { screen in
            screen.contains("You ·") && screen.contains(text) && !screen.contains("waiting to be sent")
        }
    }

    /// Types a reply that cannot be sent yet.
    func queue(_ text: String, in tmux: Tmux) throws {
        try type(text, in: tmux)
        try leaveField(of: tmux)
        try tmux.press("1")
        try tmux.wait("the empty field") { try !hasInField(text, $0) }
        try tmux.wait("the message, and that it waits") { screen in
            screen.contains("You · waiting to be sent") && screen.contains(text)
        }
    }

    /// Presses the button with this label, by its number.
    func pressButton(_ label: String, in tmux: Tmux) throws {
        let button = try Regex("([0-9]) \(label)\\b")
        let screen = try tmux.wait("the button \(label)") { $0.contains(button) }
        try tmux.press(String(try #require(screen.firstMatch(of: button)?.output[1].substring)))
    }

    func command(_ words: String..., as user: String) throws -> Command.Result {
        try Command.finish(Command.cardstream, words, environment: service.environment(of: user))
    }

    func hasInField(_ text: String, _ tmux: Tmux) throws -> Bool { try hasInField(text, try tmux.screen()) }

    /// Whether the reply field contains the text, in one of the lines below its label.
    private func hasInField(_ text: String, _ screen: String) throws -> Bool {
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        guard let label = lines.lastIndex(where: { $0.contains(/[│┃] Reply/) }) else { return false }
        return lines[(label + 1)...].prefix(4).contains { $0.contains(text) }
    }

    /// The texts of all messages of the conversation.
    func texts() throws -> [String] { try service.texts(of: "release", as: "ben") }
}
