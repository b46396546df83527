import Cards
import Support
import Testing

@testable import AppCore

struct FirstStepsTests {
    private static func empty(_ steps: FirstSteps? = FirstSteps(origin: .ownInbox, profile: nil)) -> AppState {
        var state = AppState.given(card("a"))
        state.containers[0].window = CardWindow()
        state.firstSteps = steps
        return state
    }

    private static func lines(_ state: AppState) -> [String] { state.emptyLines(of: state.containers[0]) }

    @Test func `before any card the viewer says where cards come from, and how to get one`() {
        #expect(
            Self.lines(Self.empty()) == [
                "No cards yet in your own inbox.", "cardstream publish --title \"Hello\" puts one here.",
                "cardstream demo shows what cards can be.",
            ])
        let steps = FirstSteps(origin: .server("https://feed.example.com"), profile: "work")
        #expect(
            Self.lines(Self.empty(steps)).prefix(2) == [
                "No cards yet from https://feed.example.com.",
                "cardstream publish --profile work --title \"Hello\" puts one here.",
            ])
    }

    @Test func `a container of another program, and one with its own words, keep theirs`() {
        let standard = "Cards will appear here when there's something to action."
        #expect(Self.lines(Self.empty(nil)) == [standard])
        var state = Self.empty()
        state.containers[0].options.strings[.awaitingFirstCard] = standard
        #expect(Self.lines(state) == [standard])
    }

    @Test func `who has had cards needs no first steps`() {
        var state = Self.empty()
        state.containers[0].window.hasEverHadCard = true
        #expect(Self.lines(state) == ["All caught up"])
    }

    @Test func `without any card the footer does not offer to move or to filter`() {
        var state = Self.empty()
        let commands = KeyHint.all(for: state).map(\.command)
        #expect(!commands.contains(.nextCard) && !commands.contains(.search) && commands.contains(.help))
        state.containers[0].window.hasEverHadCard = true
        #expect(KeyHint.all(for: state).map(\.command).contains(.search))
    }
}
