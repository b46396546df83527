import Canvas
import Cards
import Support
import Testing

@testable import AppCore

/// The text that a host shows above the cards, its button there, and the events of a container that it receives.
struct HeaderTests {
    private func given(_ header: ContainerOptions.CustomHeader) -> AppState {
        var state = AppState.given(["a"])
        state.containers[0].options.customHeader = header
        return state
    }

    /// Symbols: custom-headers
    @Test func `the host's header lines are shown immediately, up to a limit and without trailing blank lines`() {
        var state = given(.lines(["One", "", "Three", "  ", ""]))
        #expect(state.startHeaders() == [])
        #expect(state.containers[0].headerLines == ["One", "", "Three"])
        var long = given(.lines((0..<40).map(String.init)))
        _ = long.startHeaders()
        #expect(long.containers[0].headerLines.count == 10)
    }

    @Test func `a header command runs when its container is shown, and again after its interval`() {
        var state = given(.command("date", refresh: 30))
        let read: [Effect] = [.readHeader(main, command: "date")]
        #expect(state.startHeaders() == read)
        // The header is not read again while it is being read.
        #expect(update(&state, .timePassed, at: .fixed(60)).filter { !$0.isSeen } == [])
        #expect(update(&state, .headerRead(main, .lines(["Monday"])), at: .fixed(61)) == [])
        #expect(state.containers[0].headerLines == ["Monday"])
        #expect(state.nextDeadline.map { $0 <= .fixed(91) } == true)
        #expect(update(&state, .timePassed, at: .fixed(90)) == [])
        #expect(update(&state, .timePassed, at: .fixed(91)) == read)
    }

    @Test func `a header command without an interval runs once`() {
        var state = given(.command("date", refresh: 0))
        #expect(state.startHeaders().count == 1)
        _ = update(&state, .headerRead(main, .lines(["Monday"])), at: .fixed)
        #expect(update(&state, .timePassed, at: .fixed(9999)).filter { !$0.isSeen } == [])
    }

    @Test func `a failed header command keeps the old lines and is reported once`() {
        var state = given(.command("date", refresh: 1))
        _ = state.startHeaders()
        _ = update(&state, .headerRead(main, .lines(["Monday"])), at: .fixed)
        _ = update(&state, .headerRead(main, .failed(reason: "exit code 1")), at: .fixed(1))
        #expect(state.containers[0].headerLines == ["Monday"])
        #expect(state.toast == "The header of main is not up to date, because header_command failed: exit code 1")
        state.toasts = ToastQueue()
        _ = update(&state, .headerRead(main, .failed(reason: "exit code 1")), at: .fixed(2))
        #expect(state.toast == nil)
    }

    @Test func `the header command of a hidden container waits until it is shown`() {
        var state = given(.command("date", refresh: 30))
        state.screens.append(ScreenModel(name: "other", .container(ContainerID("other"))))
        state.containers.append(ContainerModel(id: ContainerID("other"), streamID: ops))
        state.screenIndex = 1
        #expect(state.startHeaders() == [] && state.headerDeadline == nil)
        #expect(state.press("[").contains(.readHeader(main, command: "date")))
    }

    @Test func `the action button notifies the host, by key and by click`() {
        var state = given(.none)
        #expect(state.press("a") == [])
        #expect(state.toast == Strings.Disabled.noActionButton)
        state.containers[0].options.presentation = .withActionButton("New")
        #expect(state.press("a") == [.emit(main, .actionButtonPressed)])
        state.frames.last.hits = [
            HitRegion(rect: Rect(column: 1, row: 0, columns: 8, rows: 1), target: .actionButton(main))
        ]
        #expect(
            update(&state, .clicked(Point(column: 3, row: 0)), at: .fixed) == [.emit(main, .actionButtonPressed)])
        // The button is part of the header.
        state.containers[0].options.hasHeader = false
        #expect(state.press("a") == [])
    }

    /// Symbols: presentation-contextual
    @Test func `a contextual button leaves the container like the quit key`() {
        var state = given(.none)
        state.containers[0].options.presentation = .withContextualButton("Close")
        #expect(state.press("a") == [.quit(code: 0)])
    }

    /// Symbols: update-variables
    @Test func `the host's variables are requested again on its request and on a refresh`() {
        let variables = [RuntimeVariable(name: "name", defaultValue: "friend")]
        let greeting = makeCard("g", body: makeBody(components: [], variables: variables))
        var state = given(.none)
        state.settings.resolvesVariables = true
        let ask = Effect.resolveVariables(main, [greeting], timeout: 5)
        #expect(state.arrive(.of([greeting])) == [ask])
        _ = update(&state, .variablesResolved(main, [CardID("g"): ["name": "Ana"]]), at: .fixed)
        #expect(state.arrive(.of([greeting])) == [])
        #expect(update(&state, .variablesChanged(main), at: .fixed) == [ask])
        // Until the host answers, its previous values are shown.
        #expect(state.containers[0].variables.values["g"] == ["name": "Ana"])
        #expect(state.press("r") == [.refresh, ask])
        state.settings.resolvesVariables = false
        #expect(state.press("r") == [.refresh])
    }

    /// Symbols: container-size
    @Test func `a change of size is reported once`() {
        var state = given(.none)
        var report = state.frames.last
        let size = Size(columns: 80, rows: 12)
        report.areas = [main: Rect(origin: .zero, size: size)]
        #expect(state.adopt(report) == [.emit(main, .sizeChanged(size))])
        #expect(state.adopt(report) == [])
        report.areas = [:]
        #expect(state.adopt(report) == [.emit(main, .sizeChanged(.zero))])
        #expect(state.adopt(report) == [])
    }

    @Test func `values of variables are reported if wanted, and awaited up to the container's limit`() {
        let variables = [RuntimeVariable(name: "name", defaultValue: "friend")]
        let greeting = makeCard("g", body: makeBody(components: [], variables: variables))
        var state = given(.none)
        state.settings.resolvesVariables = true
        state.containers[0].options.variableTimeout = 0.5
        #expect(state.arrive(.of([greeting])) == [.resolveVariables(main, [greeting], timeout: 0.5)])
        let values = [CardID("g"): ["name": "Ana"]]
        #expect(update(&state, .variablesResolved(main, values), at: .fixed) == [])
        state.containers[0].options.reportsVariables = true
        _ = state.drainReports()
        _ = update(&state, .variablesResolved(main, values), at: .fixed)
        #expect(
            state.drainReports().map(\.detail) == [
                .runtimeVarsUpdated(values: values.values.first ?? [:], isSent: true)
            ])
    }
}
