import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

struct ExportTests {
    private let subject = card(
        "c1", .category(Card.Category(text: "Ops")), .headline(Card.Headline(text: "Release?")),
        .text(Card.TextBlock(text: "All **checks** passed.")), .list(Card.ListBlock(items: [.init(text: "one")])),
        buttons(("Go", .submit(.init(buttonName: "go"))), ("Read", .openLink(url: "https://example.org/a"))))

    @Test func `y copies the text as it was written`() {
        var state = AppState.given(subject)
        #expect(state.press("y") == [.export(.copy("Ops\n\nRelease?\n\nAll **checks** passed.\n\n- one", .text))])
        _ = update(&state, .export(.copied(.text, .done)), at: .fixed)
        #expect(state.toast == "Text copied")
    }

    @Test func `Y copies the first link and o opens it`() {
        var state = AppState.given(subject)
        #expect(state.press("Y") == [.export(.copy("https://example.org/a", .link))])
        state.settings.features.opensLinks = true
        #expect(state.press("o") == [.openLink("https://example.org/a")])
    }

    @Test(arguments: HostileText.all)
    func `copied text contains nothing that acts on a terminal when it is pasted`(hostile: HostileText) throws {
        var state = AppState.given(
            card(
                "c1", .headline(Card.Headline(text: hostile.text)),
                .text(Card.TextBlock(text: "a\tb\n" + hostile.text)),
                buttons(("Read", .openLink(url: "https://example.org/a\u{202E}\u{200B}\u{2028}b")))))
        guard case .export(.copy(let text, .text))? = state.press("y").first else {
            Issue.record("nothing copied")
            return
        }
        #expect(HostileText.firstUnsafeScalar(in: text.string.replacing("\t", with: " ")) == nil)
        #expect(text.string.contains("a\tb\n"))
        let copied = state.press("Y").first
        guard case .export(.copy(let link, _))? = copied else {
            Issue.record("\(String(describing: copied))")
            return
        }
        #expect(HostileText.firstUnsafeScalar(in: link.string) == nil)
        #expect(link.string.hasPrefix("https://example.org/a"))
    }

    @Test func `copying or opening something that the card does not have shows a message`() {
        var state = AppState.given(card("c1", buttons(("Go", .submit(.init(buttonName: "go"))))))
        #expect(state.press("Y") == [])
        #expect(state.toast == Strings.Disabled.noLink)
        #expect(state.press("y") == [])
    }

    @Test func `text that cannot be copied is reported with a remedy`() {
        var state = AppState.given(subject)
        _ = update(&state, .export(.copied(.text, .tooLong(limit: 6000))), at: .fixed)
        #expect(state.toast?.contains("6000 bytes") == true)
    }

    @Test func `the card is piped to a command, which is remembered`() throws {
        var state = AppState.given(subject)
        _ = state.press("|")
        #expect(state.press("enter") == [])
        #expect(try #require(state.prompt).problem == Strings.Pipe.empty)
        state.type("jq .")
        let effects = state.press("enter")
        guard case .export(.pipe(let input, command: "jq ."))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(try JSONValue(parsing: Array(input.utf8)) == subject.json)
        let outcome = PipeOutcome(command: "jq .", output: "{}\n\n\u{1B}[31mred\n", ending: .exited(status: 3))
        _ = update(&state, .export(.piped(outcome)), at: .fixed)
        guard case .output(let output)? = state.overlays.last else {
            Issue.record("no sheet")
            return
        }
        #expect(output.lines.count == 3)
        #expect(output.lines.allSatisfy { !$0.string.unicodeScalars.contains { $0.value < 32 } })
        _ = state.press("esc", "|")
        #expect(try #require(state.prompt).field.text == "jq .")
    }
}
