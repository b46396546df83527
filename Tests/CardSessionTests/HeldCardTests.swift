import Basics
import CardSources
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import CardSession

/// Cards that an attached source holds back, and the switches of a source.
@Suite(.timeLimit(.minutes(1))) struct HeldCardTests {
    /// Our server with cards that are held back, and with a switch.
    private final class SourceWithHeldCards: HoldingSource, SwitchSource {
        let capabilities = SourceCapabilities(actions: [.dismiss], offersSwitches: true)
        private let source: FeedSource
        private let counts: AsyncStream<Int>
        private let count: AsyncStream<Int>.Continuation
        private let state = Lock((held: 2, isOn: false))

        init(_ feed: TestFeed) {
            source = FeedSource(feed.client())
            (counts, count) = AsyncStream.makeStream()
            count.yield(2)
        }

        func heldCounts() async -> AsyncStream<Int> { counts }

        func releaseHeld() async throws(SourceError) {
            count.yield(
                state.withLock { state in
                    state.held -= 1
                    return state.held
                })
        }

        func switches() async throws(SourceError) -> SourceSwitches {
            SourceSwitches(
                title: "Kinds", items: [.init(key: "sale", name: "Sales", isOn: state.withLock { $0.isOn })])
        }

        func setSwitch(_ key: String, isOn: Bool) async throws(SourceError) {
            guard key == "sale" else { throw .refused(SourceRefusal(.notFound, detail: "no \(key)")) }
            state.withLock { $0.isOn = isOn }
        }

        func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
            try await source.snapshot(of: stream, page: page)
        }

        func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
            try await source.changes(of: stream, since: cursor)
        }

        func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
            try await source.perform(action)
        }
    }

    @Test func `the status counts held cards, and one is delivered on request`() async throws {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        let events = Calls<SessionEvent>()
        func held(_ count: Int) async throws {
            _ = try await events.first("\(count) held") {
                if case .status(let status) = $0 { status.sources.first?.heldCards == count } else { false }
            }
        }
        let shop = SourceWithHeldCards(feed)
        try await session.attach(shop, named: "shop", streams: [feed.stream]) { events.record($0) }
        try await held(2)
        await session.releaseHeld()
        try await held(1)
        await session.releaseHeld()
        try await held(0)
        // Nothing is held back, so nothing is requested.
        await session.releaseHeld()
        #expect(try await session.switches(of: feed.stream).items.map(\.isOn) == [false])
        try await session.setSwitch("sale", isOn: true, of: feed.stream)
        #expect(try await session.switches(of: feed.stream).items.map(\.isOn) == [true])
        await #expect(throws: RequestError.self) { try await session.setSwitch("none", isOn: true, of: feed.stream) }
        await session.close()
    }

    @Test func `other viewers get the count and the capabilities of sources`() throws {
        let status = SyncStatus(
            sources: [
                SyncStatus.Source(
                    name: "shop", streams: ["messages"], connection: .live,
                    capabilities: SourceCapabilities(actions: [.dismiss], offersSwitches: true), heldCards: 3)
            ])
        let read = try #require(SyncStatus(json: status.json))
        #expect(read.heldCards == 3 && read.sources.first?.capabilities.offersSwitches == true)
        #expect(PeerMessage(PeerMessage.request(.releaseHeld).bytes) == .request(.releaseHeld))
    }
}
