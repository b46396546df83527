import Cards
import Foundation
import Support
import Testing

@testable import AppCore

struct FirstStepsTests {
    private static func empty(_ steps: FirstSteps? = FirstSteps(origin: .ownInbox, profile: nil)) -> AppState {
        var state = AppState.given(card("a"))
        state.containers[0].window = CardWindow()
        state.settings.firstSteps = steps
        return state
    }

    private static func lines(_ state: AppState) -> [String] { state.emptyLines(of: state.containers[0]) }

    @Test func `before the first card, the viewer explains its purpose and the first steps`() {
        let own = Self.empty()
        #expect(Self.lines(own).count == 3 && Self.lines(own).last == "There are no cards yet in your own feed.")
        #expect(
            own.shownFirstSteps?.choices.map(\.text) == [
                "Watch the demo", "Make a card, and publish it", "Connect to a server",
            ])
        let server = Self.empty(FirstSteps(origin: .server("https://feed.example.com"), profile: "work"))
        #expect(Self.lines(server).last == "There are no cards yet from https://feed.example.com.")
        #expect(server.shownFirstSteps?.choices == [.watchDemo])
        #expect(Self.lines(own).allSatisfy { $0.count <= 58 }, "they fit 60 columns")
    }

    @Test func `cards that no screen shows are counted when the cards are loaded, and told`() {
        var state = Self.empty()
        let loaded = SyncStatus(connection: .live, lastSyncedAt: .fixed + 1)
        #expect(update(&state, .syncStatusChanged(loaded), at: .fixed) == [.countHidden(except: [ops])])
        #expect(update(&state, .syncStatusChanged(loaded), at: .fixed) == [])
        var metrics = UserMetrics(streams: [ops: .init(total: 2), "empty": .init(), "inbox": .init(total: 4)])
        _ = update(&state, .firstStep(.counted(HiddenStreams(metrics, except: [ops]))), at: .fixed)
        #expect(
            Self.lines(state).last
                == "No screen shows the stream \"inbox\", which has 4 cards. To show them, add a container: "
                + "cardstream help containers")
        metrics.streams["bulk"] = .init(total: 1)
        #expect(
            HiddenStreams(metrics, except: [ops]).text
                == "no screen shows the streams \"bulk\" (1 card), \"inbox\" (4 cards)")
        _ = update(&state, .firstStep(.counted(HiddenStreams())), at: .fixed)
        #expect(Self.lines(state).last == "There are no cards yet in your own feed.")
        // Later, no message depends on the numbers.
        state.settings.firstSteps?.hadCard = true
        let again = SyncStatus(connection: .live, lastSyncedAt: .fixed + 9)
        #expect(update(&state, .syncStatusChanged(again), at: .fixed) == [])
    }

    @Test func `an empty screen says that cards cannot arrive and that actions are not sent`() {
        var state = Self.empty(nil)
        state.containers[0].window.hasEverHadCard = true
        #expect(Self.lines(state) == [Strings.Empty.allCaughtUp])
        state.syncStatus = SyncStatus(connection: .offline(since: .fixed, .noConnection()), waitingActions: 1)
        #expect(
            Self.lines(state) == [Strings.Empty.allCaughtUp, Strings.Empty.offline, "1 action has not been sent yet"])
    }

    @Test func `each first step has a number, and other numbers show a message`() {
        var state = Self.empty()
        #expect(state.press("1") == [.watchDemo])
        #expect(state.press("3") == [] && state.message?.contains("cardstream login") == true)
        _ = state.press("esc")
        #expect(state.press("4") == [])
        #expect(state.toasts.recent.last?.text == "Choice 4 doesn't exist: type a number from 1 to 3")
        var named = Self.empty(FirstSteps(origin: .ownInbox, profile: "work"))
        _ = named.press("3")
        #expect(named.message?.contains("cardstream login --profile work") == true)
    }

    @Test func `after the first card, the first steps are never shown again`() {
        var state = Self.empty()
        #expect(state.shownFirstSteps != nil)
        var beside = state
        var status = SyncStatus(connection: .live, lastSyncedAt: .fixed)
        status.sources = [
            SyncStatus.Source(
                name: "team", streams: [ops], connection: .live, capabilities: SourceCapabilities(actions: []))
        ]
        _ = update(&beside, .syncStatusChanged(status), at: .fixed)
        #expect(beside.shownFirstSteps == nil, "a source beside the feed")
        // The card has been answered: the window is empty again, and the store records that there was a card.
        var window = CardWindow()
        window.hasEverHadCard = true
        _ = update(&state, .feedArrived(state.containers[0].id, window), at: .fixed)
        #expect(state.shownFirstSteps == nil && Self.lines(state) == ["All caught up"])
        #expect(state.press("1") == [] && state.toasts.recent.last?.text == "No card is selected")
    }

    @Test func `a card of another account also hides the first steps, but not their commands`() {
        var state = Self.empty()
        state.settings.firstSteps?.hadCard = true
        #expect(state.shownFirstSteps == nil && Self.lines(state).count == 1)
        #expect(Command.makeCard.availability(in: state).isEnabled)
    }

    @Test func `a title and Enter make a card`() {
        var state = Self.empty()
        _ = state.press("2", "H", "i")
        #expect(state.prompt?.acceptHint == "publish" && state.prompt?.nextHint == "add text")
        #expect(state.press("enter") == [.publish(CardSketch(title: "Hi"))] && state.overlays.isEmpty)
    }

    @Test func `a text can be added to the title, and no buttons`() {
        var state = Self.empty()
        _ = state.press("2", "H", "i", "tab", "S", "o")
        #expect(state.prompt?.nextHint == "add buttons")
        var sketch = CardSketch(title: "Hi")
        sketch.text = "So"
        #expect(state.press("enter") == [.publish(sketch)] && state.overlays.isEmpty)
    }

    @Test func `Tab in another prompt adds nothing`() {
        #expect(!Command.nextPart.availability(in: Self.empty()).isEnabled)
    }

    @Test func `three questions make a card with a text and buttons`() {
        var state = Self.empty()
        _ = state.press("2")
        #expect(state.prompt?.title == "New card: title")
        #expect(state.press("enter") == [] && state.prompt?.problem == "A card needs a title")
        #expect(state.press("tab") == [] && state.prompt?.problem == "A card needs a title")
        _ = state.press("H", "i", "tab")
        #expect(state.prompt?.title == "New card: text")
        _ = state.press("tab")
        #expect(
            state.prompt?.nextHint == nil && state.prompt?.title == "New card: buttons"
                && state.prompt?.field.text == "Approve, Reject")
        var sketch = CardSketch(title: "Hi")
        sketch.buttons = ["Approve", "Reject"]
        #expect(state.press("enter") == [.publish(sketch)] && state.overlays.isEmpty)
        _ = update(&state, .firstStep(.published(failure: nil)), at: .fixed)
        #expect(state.toasts.recent.last?.text == "Card published")
        _ = update(&state, .firstStep(.published(failure: "no room")), at: .fixed)
        #expect(state.toasts.recent.last?.text == "Couldn't publish the card: no room")
    }

    @Test func `buttons that an outcome could not tell apart are refused`() {
        var state = Self.empty()
        _ = update(&state, .command(.makeCard), at: .fixed)
        for line in ["Hi", "Some text", "Yes, yes"] { _ = update(&state, .lineEntered(line), at: .fixed) }
        #expect(state.prompt?.problem?.hasPrefix("Each button needs a different label") == true)
        var sketch = CardSketch(title: "Hi")
        (sketch.text, sketch.buttons) = ("Some text", ["Yes"])
        #expect(update(&state, .lineEntered("Yes,"), at: .fixed) == [.publish(sketch)])
    }

    @Test func `in line mode, a number chooses a first step`() {
        var state = Self.empty()
        #expect(update(&state, .lineEntered("1"), at: .fixed) == [.watchDemo])
        #expect(update(&state, .lineEntered("9"), at: .fixed) == [])
        #expect(state.toasts.recent.last?.text == "Choice 9 doesn't exist: type a number from 1 to 3")
        #expect(update(&state, .lineEntered("make-card"), at: .fixed) == [] && state.prompt != nil)
    }

    @Test func `a viewer of a server offers no new cards, and an embedded container has no first steps`() {
        let server = Self.empty(FirstSteps(origin: .server("https://feed.example.com"), profile: nil))
        #expect(!Command.makeCard.availability(in: server).isEnabled)
        #expect(Command.watchDemo.availability(in: server).isEnabled)
        #expect(!Command.watchDemo.availability(in: Self.empty(nil)).isEnabled)
    }

    @Test func `embedded containers and containers with their own text keep that text`() {
        let standard = "Cards will appear here when there’s something to action."
        #expect(Self.lines(Self.empty(nil)) == [standard])
        var state = Self.empty()
        state.containers[0].options.strings[.awaitingFirstCard] = standard
        #expect(Self.lines(state) == [standard])
    }

    @Test func `a profile that has had cards shows no first steps`() {
        var state = Self.empty()
        state.containers[0].window.hasEverHadCard = true
        #expect(Self.lines(state) == ["All caught up"])
    }

    @Test func `without cards, the footer offers neither moving nor filtering`() {
        var state = Self.empty()
        let commands = KeyHint.all(for: state).map(\.command)
        #expect(!commands.contains(.nextCard) && !commands.contains(.search) && commands.contains(.help))
        state.containers[0].window.hasEverHadCard = true
        #expect(KeyHint.all(for: state).map(\.command).contains(.search))
    }
}

extension AppState {
    fileprivate var message: String? {
        guard case .message(let message)? = overlays.last else { return nil }
        return message.text
    }
}
