import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

@Suite struct SyncEngineTests {
    let stream: StreamID = "ops"

    @Test func `the first load fetches page by page, then opens the socket`() async throws {
        let rig = try await SyncRig()
        await rig.server.publish("a", "b", "c", "d", "e")
        try await rig.goLive()
        let cursor = await rig.server.cursor
        #expect(
            await rig.server.calls == [
                .snapshot(nil), .snapshot("2"), .snapshot("4"), .socket,
                .sent(.subscribe([.init(streamID: stream, since: cursor)])),
            ])
        // The first page is visible before the second is requested; after that, one request is always in progress.
        #expect(await rig.server.visibleAtPages.prefix(2) == [0, 2])
        #expect(try rig.shown == ["a", "b", "c", "d", "e"])
        // The time of the status is updated shortly after the connection.
        try await eventually("the time of the sync") { await rig.status?.lastSyncedAt == rig.clock.now }
        await rig.end()
    }

    @Test func `a known stream is not fetched again`() async throws {
        let rig = try await SyncRig()
        await rig.server.publish("a")
        try await rig.goLive()
        await rig.engine.stop()
        await rig.server.publish("b")
        await rig.engine.start()
        try await eventually("b arrives") { try rig.shown == ["a", "b"] }
        #expect(await rig.server.count(.snapshot(nil)) == 1)
        await rig.end()
    }

    @Test func `changes are stored, then acknowledged`() async throws {
        let rig = try await SyncRig()
        try await rig.goLive()
        for number in 0..<40 { await rig.server.push(.delta(rig.server.publish("c\(number)"))) }
        let removal = await rig.server.remove("c7")
        await rig.server.push(.delta(removal))
        try await eventually("all are acknowledged") { await rig.server.acknowledged.last == removal.cursor }
        #expect(await rig.server.earlyAcknowledgements == [])
        #expect(try await rig.shown == rig.server.visible)
        #expect(try rig.database.window(FeedQuery(streamID: stream)).totalCount == 39)
        await rig.end()
    }

    @Test func `a gap loses no changes and leaves no stale cards`() async throws {
        let rig = try await SyncRig()
        await rig.server.publish("stale", "kept", "c", "d")
        try await rig.goLive()
        await rig.server.remove("stale")
        await rig.server.forgetHistory()
        await rig.server.publish("new")
        await rig.server.push(.gap(stream: stream))
        // Arrives while the snapshot is being loaded.
        await rig.server.push(.delta(rig.server.publish("during")))
        try await eventually("the new snapshot is in") {
            let again = await rig.server.subscriptions.count
            return try await rig.shown == rig.server.visible && again == 2
        }
        #expect(await rig.connection == .live)
        #expect(await rig.server.count(.socket) == 1)
        await rig.server.push(.delta(rig.server.publish("after")))
        try await eventually("the stream goes on") { try rig.shown.contains("after") }
        await rig.end()
    }

    @Test(arguments: [SyncSettings.DeliveryMode.push, .polling])
    func `an expired cursor is replaced by a snapshot`(deliveryMode: SyncSettings.DeliveryMode) async throws {
        let rig = try await SyncRig(SyncSettings(deliveryMode: deliveryMode))
        await rig.server.publish("stale", "kept")
        await rig.engine.start()
        try await eventually("loaded") { try rig.shown == ["stale", "kept"] }
        await rig.engine.stop()
        await rig.server.remove("stale")
        await rig.server.forgetHistory()
        await rig.server.publish("new")
        await rig.engine.start()
        try await eventually("loaded anew") { try rig.shown == ["kept", "new"] }
        await rig.end()
    }

    @Test func `repeated or late changes have no effect`() async throws {
        let rig = try await SyncRig()
        try await rig.goLive()
        let first = await rig.server.publish("a", title: "Old")
        let second = await rig.server.publish("a", title: "New")
        let gone = await rig.server.publish("b")
        let removal = await rig.server.remove("b")
        for delta in [second, first, removal, gone, second, first] { await rig.server.push(.delta(delta)) }
        let last = await rig.server.publish("z")
        await rig.server.push(.delta(last))
        try await eventually("all are stored") { await rig.server.acknowledged.contains(last.cursor) }
        let items = try rig.database.window(FeedQuery(streamID: stream)).items
        #expect(Set(items.map(\.id)) == ["a", "z"])
        let title = items.compactMap { item in
            if case .card(let card) = item.content, card.id == "a" { card.body.components.first } else { nil }
        }
        #expect(title == [.headline(Card.Headline(text: "New"))])
        #expect(try await rig.database.syncRecord(of: stream).cursor == last.cursor)
        await rig.end()
    }

    @Test func `a refused socket is replaced by polling until it works again`() async throws {
        let rig = try await SyncRig()
        await rig.server.publish("a")
        await rig.server.fail(socket: .socketRefused(status: 400))
        await rig.engine.start()
        try await rig.pass(until: "polling") { await rig.connection == .polling(.pushUnavailable) }
        #expect(await rig.server.count(.socket) == 3)
        await rig.server.publish("b")
        try await rig.pass(until: "b is fetched") { try rig.shown == ["a", "b"] }
        // Two probes, five minutes apart.
        try await rig.pass(until: "the first probe") { await rig.server.count(.socket) == 4 }
        let reached = rig.clock.uptime
        var planned: Double?
        try await eventually("the next is planned") {
            planned = rig.clock.wakeTimes.first { (298...300).contains($0 - reached) }
            return planned != nil
        }
        rig.clock.advance(by: try #require(planned) - reached - 0.5)
        await rig.settle()
        #expect(await rig.server.count(.socket) == 4)
        rig.clock.advance(by: 0.5)
        try await eventually("the second probe") { await rig.server.count(.socket) == 5 }
        #expect(await rig.connection == .polling(.pushUnavailable))
        await rig.server.fail(socket: nil)
        try await rig.pass(until: "live") { await rig.connection == .live }
        let polls = await rig.server.changesCount
        rig.clock.advance(by: 60)
        await rig.settle()
        #expect(await rig.server.changesCount == polls, "polling goes on beside the socket")
        await rig.end()
    }

    @Test func `a refresh while polling tries the socket too`() async throws {
        let rig = try await SyncRig()
        await rig.server.fail(socket: .socketRefused(status: 400))
        await rig.engine.start()
        try await rig.pass(until: "polling") { await rig.connection == .polling(.pushUnavailable) }
        await rig.server.fail(socket: nil)
        await rig.engine.refresh()
        try await rig.wait(for: .live)
        await rig.end()
    }

    @Test func `configured polling opens no socket and polls at its interval`() async throws {
        let rig = try await SyncRig(SyncSettings(deliveryMode: .polling, pollInterval: 15))
        await rig.server.publish("a")
        await rig.engine.start()
        try await rig.wait(for: .polling(.chosen))
        for round in 1...4 {
            try await rig.pass(15)
            try await eventually("poll \(round)") { await rig.server.changesCount == round }
            // A response without changes also updates the status.
            try await eventually("synced") { await rig.status?.lastSyncedAt == rig.clock.now }
        }
        #expect(await rig.server.count(.socket) == 0)
        #expect(await rig.server.count(.snapshot(nil)) == 1)
        await rig.end()
    }

    @Test func `an interval of 0 fetches once`() async throws {
        let rig = try await SyncRig(SyncSettings(deliveryMode: .polling, pollInterval: 0))
        await rig.server.publish("a")
        await rig.engine.start()
        try await rig.wait(for: .polling(.chosen))
        rig.clock.advance(by: 3600)
        await rig.settle()
        #expect(await rig.server.calls == [.snapshot(nil)])
        await rig.engine.refresh()
        try await eventually("asked again") { await rig.server.changesCount == 1 }
        await rig.end()
    }
}
