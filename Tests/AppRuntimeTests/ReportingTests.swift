import AppCore
import Basics
import CardSession
import Cards
import Foundation
import Support
import Testing

@testable import AppRuntime

/// Events on the screen, as they are recorded in the store.
@Suite(.timeLimit(.minutes(1))) struct ReportingTests {
    private func eventually(_ what: String, _ holds: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while try await !holds() {
            guard ContinuousClock.now < end else {
                Issue.record("never: \(what)")
                return
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test func `an event is written only after its frame is on the screen`() async throws {
        let app = try await HeadlessApp(cards: [makeBody(title: "Here already")])
        await app.connect()
        try await eventually("the card is in the store") {
            try app.session.window(FeedQuery(streamID: HeadlessApp.stream)).totalCount == 1
        }
        try await eventually("that there is a session is written") { try await app.session.waitingEvents() == 1 }
        let kinds = Lock<[SDKEvent.Kind]>([])
        app.session.observeEvents { event in kinds.withLock { $0.append(event.kind) } }
        try await eventually("the cards reach the loop") {
            app.loop.receiveMail()
            return !app.container.window.items.isEmpty
        }
        #expect(kinds.withLock { $0 }.isEmpty)
        #expect(app.loop.runner.waitingReports.isEmpty && !app.loop.runner.isReporting)
        app.loop.paint()
        try await eventually("it is told") { kinds.withLock { $0 }.contains(.streamDisplayed) }
        try await eventually("it is written") { try await app.session.waitingEvents() == 2 }
        await app.close()
    }

    @Test func `events of answers to many cards report what was shown`() async throws {
        let app = try await HeadlessApp(cards: [makeBody(title: "One"), makeBody(title: "Two")])
        let told = Lock<[SDKEvent]>([])
        app.session.observeEvents { event in told.withLock { $0.append(event) } }
        await app.connect()
        try await eventually("both are shown") {
            app.loop.receiveMail()
            app.loop.paint()
            return app.container.window.items.count == 2
        }
        app.press("V", "d", "y")
        try await eventually("both are told") {
            app.loop.receiveMail()
            return told.withLock { $0 }.count { $0.kind == .cardDismissed } == 2
        }
        for event in told.withLock({ $0 }) where event.kind == .cardDismissed {
            #expect(event.report.stream?.length == 2 && event.report.stream?.mode == .stream)
            #expect(event.report.stream?.position == nil)
        }
        await app.close()
    }

    @Test func `the last events are written before the program ends`() async throws {
        let app = try await HeadlessApp()
        for number in 0..<3 {
            app.loop.runner.report([EventReport(.streamDisplayed, streamID: StreamID("s\(number)"))])
        }
        app.loop.finishReports()
        app.loop.runner.finishAnswers(within: 10)
        #expect(try await app.session.waitingEvents() == 3)
        await app.close()
    }
}
