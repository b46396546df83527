import AppCore
import AppRuntime
import Canvas
import CardSession
import Cards
import Testing

/// What the store has of a reply, and of the form that it was sent from. Serialised, because each test blocks its
/// thread as the main thread would.
@Suite(.serialized) struct ReplyDraftTests {
    private static let talk = CardBody(
        components: [
            .headline(Card.Headline(text: "Lunch?")),
            .input(Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 3))),
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: "Send", action: .submit(.init(buttonName: "say", keepsCard: true)))
                ])),
        ])

    private static func field(in state: AppState) -> String? {
        guard case .text(let field) = state.forms.entries.values.first?.values["note"] else { return nil }
        return field.text
    }

    @Test func `text typed right after a reply is a separate draft`() async throws {
        let app = try await HeadlessApp(cards: [Self.talk])
        await app.connect()
        #expect(app.shows("Lunch?"))
        app.press("tab")
        for text in ["Noon", "Later"] {
            // All keys are handled before the reply is stored.
            let keys = text.map { KeyChord(.character($0)) } + [KeyChord(.enter), KeyChord(.character("x"))]
            for key in keys { app.loop.terminal.feed(.key(key)) }
            app.loop.receiveInput()
            #expect(app.player.wait { _ in app.loop.runner.isIdle && Self.field(in: app.loop.state) == "x" })
            #expect(try app.session.drafts(in: HeadlessApp.stream).values.map { $0["note"] } == [["text": "x"]])
            app.press("backspace")
        }
        let sent = try await app.session.history().map(\.response)
        #expect(sent == ["Later", "Noon"].map { .reply(buttonName: "say", values: ["note": .string($0)]) })
        await app.close()
    }

    @Test func `replies typed in one go are sent separately and in order`() async throws {
        let app = try await HeadlessApp(cards: [Self.talk])
        await app.connect()
        #expect(app.shows("Lunch?"))
        app.press("tab")
        let texts = (1...5).map { "Text \($0)" }
        for text in texts {
            for key in text.map({ KeyChord(.character($0)) }) + [KeyChord(.enter)] {
                app.loop.terminal.feed(.key(key))
            }
        }
        app.loop.receiveInput()
        #expect(app.player.wait { _ in app.loop.runner.isIdle && app.loop.state.forms.isEmpty })
        #expect(try app.session.drafts(in: HeadlessApp.stream).isEmpty)
        let sent = try await app.session.history().map(\.response)
        #expect(sent == texts.reversed().map { .reply(buttonName: "say", values: ["note": .string($0)]) })
        await app.close()
    }
}
