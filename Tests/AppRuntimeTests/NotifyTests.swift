import AppCore
import AppRuntime
import Canvas
import Cards
import Foundation
import Testing

struct NotifyTests {
    @Test func `rules are read as they are written`() {
        let rules = NotificationRules.rules("1-2 notify+bell, 3 bell,4-10 off")
        #expect(
            rules == [
                .init(priorities: 1...2, notifies: true, rings: true),
                .init(priorities: 3...3, notifies: false, rings: true),
                .init(priorities: 4...10, notifies: false, rings: false),
            ])
        #expect(NotificationRules.rules("") == [])
    }

    @Test(arguments: [
        "notify", "1", "1-11 bell", "0 bell", "3-1 bell", "1 shout", "1 notify+", "1 off+bell", "1-2-3 bell", "- bell",
        "1  bell x",
    ])
    func `any other text is refused as a rule`(text: String) { #expect(NotificationRules.rules(text) == nil) }

    @Test func `quiet hours are two times of the day`() {
        #expect(NotificationRules.quietHours("22:00-07:30") == .init(start: 1320, end: 450))
        for text in ["", "22:00", "22-7", "24:00-07:00", "7:00-8:00", "07:00-07:00", "07:60-08:00"] {
            #expect(NotificationRules.quietHours(text) == nil)
        }
    }

    @Test func `the notification method fits the terminal, and tmux passes nothing on`() {
        #expect(Notifier.suited(to: ["TERM": "xterm-kitty"]) == .terminal(.osc99))
        #expect(Notifier.suited(to: ["TERM": "xterm-ghostty"]) == .terminal(.osc777))
        #expect(Notifier.suited(to: ["TERM_PROGRAM": "WezTerm"]) == .terminal(.osc9))
        #expect(Notifier.suited(to: ["TERM": "xterm-kitty", "TMUX": "/tmp/x,1,0"]) == .bell)
        #expect(Notifier.suited(to: ["TERM": "xterm", "DISPLAY": ":0"]) == .program)
        #expect(Notifier.suited(to: ["TERM": "xterm", "DISPLAY": ":0", "SSH_TTY": "/dev/pts/1"]) == .bell)
    }

    @Test func `a card goes to a command, whose output and status are shown`() async throws {
        let app = try await HeadlessApp(cards: [.titled("Give me away")])
        await app.connect()
        #expect(app.shows("Give me away"), "\(app.screen)")
        app.press("|")
        for character in "grep -o 'Give me'; echo oops >&2; exit 3" { app.press(KeyChord(.character(character)).name) }
        app.press("enter")
        #expect(app.shows("exit code 3"), "\(app.screen)")
        #expect(app.screen.contains("Give me") && app.screen.contains("oops"))
        await app.close()
    }

    @Test func `if the bell is the only method, notify+bell rings once for a card`() async throws {
        let app = try await HeadlessApp(
            cards: [.titled("Here already")],
            notifications: NotificationRules(rules: [.init(priorities: 1...10, notifies: true, rings: true)]))
        await app.connect()
        #expect(app.shows("Here already"), "\(app.screen)")
        app.loop.terminal.feed(.focus(false))
        app.loop.receiveInput()
        try await app.publish(.titled("Just arrived", priority: 1))
        #expect(app.player.wait { _ in app.loop.terminal.bells > 0 })
        app.player.settle()
        #expect(app.loop.terminal.bells == 1)
        await app.close()
    }

    @Test func `the window's title counts new cards`() async throws {
        let app = try await HeadlessApp(cards: [.titled("Here already")])
        await app.connect()
        #expect(app.shows("Here already") && app.shows("live"), "\(app.screen)")
        // The visible card counts as new until it has been seen.
        #expect(app.player.wait { _ in app.loop.terminal.title?.string == "cardstream" })
        app.loop.terminal.feed(.focus(false))
        app.loop.receiveInput()
        try await app.publish(.titled("Just arrived", priority: 1))
        #expect(app.player.wait { _ in app.loop.terminal.title?.string == "(1) cardstream" })
        app.loop.terminal.feed(.focus(true))
        app.loop.receiveInput()
        #expect(app.player.wait { _ in app.loop.terminal.title?.string == "cardstream" })
        await app.close()
    }
}
