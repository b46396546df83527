import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

/// Files are sent first, then the submit, exactly once.
struct SendingTests {
    private static let value: JSONValue = ["id": "u1", "filename": "lunch.png", "bucketId": "receipts"]

    private func given() -> AppState {
        var state = AppState.given(FileFieldTests.card)
        state.forms["c1"] = FormState(values: ["photo": .file(FileFieldTests.file)])
        return state
    }

    private func sending(_ effects: [Effect]) -> FileUpload? {
        effects.compactMap { if case .files(.send(let sending)) = $0 { sending } else { nil } }.first
    }

    private func sheet(of state: AppState) -> UploadOverlay? {
        if case .upload(let sending)? = state.overlays.last { sending } else { nil }
    }

    private func started() throws -> (AppState, FileUpload) {
        var state = given()
        let effects = state.press("1")
        #expect(!effects.contains { if case .respond = $0 { true } else { false } })
        return (state, try #require(sending(effects)))
    }

    /// Symbols: file-upload
    @Test func `a submit with a file sends the file, and the submit only after it`() throws {
        var (state, sending) = try started()
        #expect(sending.files.map(\.bucketID) == ["receipts"] && sending.card == "c1" && sending.stream == ops)
        // Other keys do nothing while files are being sent.
        #expect(state.press("1", "d", "tab").isEmpty)
        let done = update(&state, .files(.sent(sending.id, ["photo": Self.value])), at: .fixed)
        let values: JSONObject = ["a": "b", "photo": Self.value]
        #expect(done == [.responded("c1", .submit(buttonName: "send", values: values))])
        #expect(state.overlays.isEmpty)
        // A second event for the same files does not submit again.
        #expect(update(&state, .files(.sent(sending.id, ["photo": Self.value])), at: .fixed).isEmpty)
    }

    @Test func `cancelling does not change card and form`() throws {
        for key in ["esc", "enter"] {
            var (state, sending) = try started()
            let form = state.forms
            #expect(state.press(key) == [.files(.cancelSending(sending.id))])
            #expect(state.overlays.isEmpty && state.forms == form && state.answers.afterSubmit.isEmpty)
            // A file that arrives after the user cancelled is not submitted.
            #expect(update(&state, .files(.sent(sending.id, ["photo": Self.value])), at: .fixed).isEmpty)
            #expect(sending.id != self.sending(state.press("1"))?.id)
        }
    }

    @Test func `a failure keeps the form and says why`() throws {
        var (state, sending) = try started()
        let values = state.forms["c1"]?.values
        #expect(
            update(&state, .files(.sendingFailed(sending.id, input: nil, reason: "not connected")), at: .fixed)
                .isEmpty)
        #expect(state.toast == "Couldn't upload file(s): not connected")
        #expect(state.overlays.isEmpty && state.forms["c1"]?.values == values && state.answers.versions.isEmpty)
    }

    @Test func `a failure caused by a file is shown at its field, which gets the focus`() throws {
        var (state, sending) = try started()
        let reason = "lunch.png has changed since you chose it: choose it again"
        _ = update(&state, .files(.sendingFailed(sending.id, input: "photo", reason: reason)), at: .fixed)
        #expect(state.forms["c1"]?.problems["photo"] == reason)
        #expect(state.focus == .input(name: "photo"))
    }

    @Test func `the sheet appears after a moment and shows the progress`() throws {
        var (state, sending) = try started()
        let first = try #require(sheet(of: state))
        #expect(!first.isShown(at: .fixed) && first.isShown(at: .fixed(0.3)))
        _ = update(&state, .timePassed, at: .fixed(0.2))
        let deadline = try #require(state.nextDeadline)
        #expect(abs(deadline.timeIntervalSince(.fixed(0.3))) < 0.01)
        _ = update(&state, .files(.progressed(sending.id, sent: 24_000, total: 48_213, file: 0)), at: .fixed(1))
        #expect(try #require(sheet(of: state)).percent == 49)
        _ = update(&state, .files(.progressed(sending.id, sent: 48_213, total: 48_213, file: 0)), at: .fixed(1))
        // The server has not confirmed the file yet.
        #expect(try #require(sheet(of: state)).percent == 99)
    }

    @Test func `sending files stops when their card is removed`() throws {
        var (state, sending) = try started()
        let effects = state.arrive(.of(["c2"]))
        #expect(effects.contains(.files(.cancelSending(sending.id))))
        #expect(state.overlays.isEmpty && state.toast == Strings.Toasts.cardGone)
    }

    @Test func `a form without a file is submitted immediately`() {
        var state = AppState.given(
            card(
                "c1",
                .input(Card.Input(name: "photo", kind: .fileUpload(bucketID: "b", allowedTypes: .staticImage))),
                buttons(("Send", .submit(Card.ButtonAction.Submission(buttonName: "send"))))))
        #expect(state.press("1") == [.responded("c1", .submit(buttonName: "send", values: [:]))])
    }
}
