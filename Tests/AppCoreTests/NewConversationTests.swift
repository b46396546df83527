import Cards
import Support
import Testing

@testable import AppCore

/// Starting a conversation from the viewer.
struct NewConversationTests {
    private static func state(talks: Bool = true) -> AppState {
        var state = AppState.given(["c1", "c2"])
        var status = state.syncStatus
        status.capabilities = SourceCapabilities(actions: [.reply], startsConversations: talks)
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        return state
    }

    @Test func `a name and participants start a conversation, and its card is selected when it arrives`() {
        var state = Self.state()
        _ = state.press("T")
        #expect(state.prompt?.title == "New conversation: name")
        #expect(state.press("enter") == [] && state.prompt?.problem == "A conversation needs a name")
        _ = state.press("G", "o", "enter")
        #expect(state.prompt?.title == "New conversation: participants")
        var sketch = ConversationSketch(stream: state.containers[0].streamID)
        (sketch.name, sketch.people) = ("Go", ["ben", "cleo"])
        for key in "ben, cleo,," { _ = state.press(key == " " ? "space" : "\(key)") }
        #expect(state.press("enter") == [.startConversation(sketch)] && state.overlays.isEmpty)
        _ = update(&state, .conversation(.started("c3", sketch)), at: .fixed)
        #expect(state.toast == "Conversation “Go” started")
        _ = update(&state, .feedArrived(main, .of(["c1", "c2", "c3"].map { makeCard($0) })), at: .fixed(0.5))
        #expect(state.selection == "c3")
    }

    @Test func `an unknown participant is corrected in the prompt`() {
        var state = Self.state()
        var sketch = ConversationSketch(stream: state.containers[0].streamID)
        (sketch.name, sketch.people) = ("Go", ["bem"])
        _ = update(&state, .conversation(.failed(sketch, reason: "No one is called bem")), at: .fixed)
        #expect(state.prompt?.problem == "No one is called bem" && state.prompt?.field.text == "bem")
        _ = state.press("backspace", "n", "enter")
        #expect(state.overlays.isEmpty)
    }

    @Test func `if no source has conversations, the reason is shown`() {
        var state = Self.state(talks: false)
        #expect(state.press("T") == [] && state.overlays.isEmpty)
        #expect(state.toast == "None of your sources has conversations")
    }
}
