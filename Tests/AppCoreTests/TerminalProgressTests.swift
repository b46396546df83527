import AppCore
import Canvas
import Cards
import Support
import Testing

struct TerminalProgressTests {
    private let question = card("q", buttons(("Yes", .submit(.init(buttonName: "yes")))))

    @Test func `the progress of the first load is indeterminate`() {
        var state = AppState.starting()
        #expect(state.terminalProgress == .indeterminate)
        state.settings.reducesMotion = true
        #expect(state.terminalProgress == .none)
        #expect(AppState.given(["a"]).terminalProgress == .none)
    }

    @Test func `a card that needs an answer is indicated while the user is elsewhere`() {
        var state = AppState.given(question)
        #expect(state.terminalProgress == .none)
        _ = update(&state, .focusChanged(false), at: .fixed)
        #expect(state.terminalProgress == .waiting)
        _ = update(&state, .focusChanged(true), at: .fixed)
        #expect(state.terminalProgress == .none)
        var waiting = AppState.given(question, delivery: .waiting)
        _ = update(&waiting, .focusChanged(false), at: .fixed)
        #expect(waiting.terminalProgress == .none)
        var plain = AppState.given(card("p", buttons(("Away", .dismiss))))
        _ = update(&plain, .focusChanged(false), at: .fixed)
        #expect(plain.terminalProgress == .none)
    }

    @Test func `an upload shows its percentage`() {
        var state = AppState.given(question)
        let file = FileUpload.Item(
            input: "f", bucketID: "b",
            file: ChosenFile(path: "/tmp/f.png", format: .png, size: 100, modified: 1))
        var sending = UploadOverlay(
            FileUpload(id: 1, card: "q", stream: ops, files: [file]), submission: .init(buttonName: "yes"),
            values: [:],
            startedAt: .fixed)
        sending.sent = 40
        state.overlays = [.upload(sending)]
        #expect(state.terminalProgress == .none)
        _ = update(&state, .timePassed, at: .fixed(1))
        #expect(state.terminalProgress == .percent(40))
    }
}
