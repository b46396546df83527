import Cards
import Foundation
import Testing

@testable import CardStreamCordial

/// Which in-app message is shown, and when.
@Suite struct InAppFlowTests {
    private let now = Date(timeIntervalSince1970: 1_000_000)

    private func item(_ id: String, _ more: JSONObject = [:]) -> JSONObject {
        var item: JSONObject = [
            "_id": .string(id), "sentAt": .string(now.rfc3339), "url": "https://c.example/x",
            "urlExpireAt": .string(now.addingTimeInterval(60).rfc3339),
        ]
        for (key, value) in more.members { item[key] = value }
        return item
    }

    private func flow(_ items: [JSONObject]) -> InAppFlow {
        var flow = InAppFlow()
        flow.listed(items)
        for entry in flow.entries { flow.loaded(entry.id, content: "<p>") }
        return flow
    }

    @Test func `Incomplete, known and ended messages are left out`() {
        var flow = InAppFlow(ended: ["old"])
        flow.listed([
            item("a"), item("a"), item("old"), ["_id": "b"], item("c", ["sentAt": "yesterday"]),
            item("d", ["url": .null]),
            item("e", ["urlExpireAt": "2024-10-10"]), item(""),
        ])
        #expect(flow.entries.map(\.id) == ["a"])
    }

    @Test func `The newest is loaded first`() {
        var flow = InAppFlow()
        flow.listed([item("a"), item("b")])
        #expect(flow.next?.id == "b")
        flow.loaded("b", content: "x")
        #expect(flow.next?.id == "a")
        flow.failed("a")
        #expect(flow.next == nil && flow.entries.map(\.id) == ["b"] && flow.ended == ["a"])
    }

    @Test func `The newest message is first, and immediate ones are before those that wait for the opening`() {
        let later: JSONObject = ["displayType": "displayOnAppOpenEvent"]
        var flow = flow([item("a"), item("b"), item("c", later), item("d", later)])
        var order: [String] = []
        while let entry = flow.choose(.opened, at: now) {
            order.append(entry.id)
            let isFirst = flow.show(entry.id)
            #expect(isFirst)
            #expect(flow.choose(.opened, at: now) == nil, "one at a time")
            #expect(flow.end(entry.id) && !flow.end(entry.id))
        }
        #expect(order == ["b", "a", "d", "c"])
    }

    @Test func `After an end and after loading, only immediate messages follow`() {
        let later: JSONObject = ["displayType": "displayOnAppOpenEvent"]
        var flow = flow([item("a", later), item("b")])
        #expect(flow.choose(.loaded("a"), at: now) == nil)
        #expect(flow.choose(.loaded("b"), at: now)?.id == "b")
        _ = flow.show("b")
        _ = flow.end("b")
        #expect(flow.choose(.ended, at: now) == nil)
        #expect(flow.choose(.leftScreen, at: now)?.id == "a")
    }

    @Test func `Expired messages are removed silently, unless they are on the screen`() {
        let soon: JSONObject = ["expirationTime": .string(now.addingTimeInterval(10).rfc3339)]
        var flow = flow([item("a", soon), item("b", ["expirationTime": "never"]), item("c", soon)])
        #expect(flow.choose(.opened, at: now)?.id == "c")
        _ = flow.show("c")
        #expect(flow.choose(.opened, at: now.addingTimeInterval(9.5)) == nil)
        #expect(flow.entries.map(\.id) == ["b", "c"] && flow.shown == "c")
    }

    @Test func `Showing a message is recorded once, also after a restart`() {
        var flow = flow([item("a")])
        let isFirst = flow.show("a")
        #expect(isFirst)
        var restarted = InAppFlow(
            entries: flow.entries.compactMap { InAppEntry(row: $0.stored, id: $0.id) }, ended: flow.ended)
        #expect(restarted.entries == flow.entries && restarted.shown == nil)
        #expect(restarted.choose(.opened, at: now)?.id == "a" && !restarted.show("a"))
    }

    @Test func `Messages are held back everywhere, on screens, or until the program opens`() {
        var flow = flow([item("a")])
        #expect(flow.set(.hold) == nil && flow.choose(.opened, at: now) == nil && flow.heldCount == 1)
        #expect(flow.set(.show, resume: .nextOpen) == nil && flow.choose(.loaded("a"), at: now) == nil)
        flow.open()
        #expect(flow.choose(.opened, at: now)?.id == "a" && flow.heldCount == 0)
        #expect(flow.set(.hold) == nil && flow.set(.show, resume: .now) == .resumed)
        #expect(flow.enter("checkout") == nil && flow.set(.notOn(["checkout", "login"])) == nil && flow.isHeld)
        #expect(flow.enter("login") == nil && flow.enter("home") == .leftScreen && !flow.isHeld)
        #expect(flow.enter("checkout") == nil && flow.isHeld && flow.enter(nil) == .leftScreen)
        // If no message is held, `.nextOpen` does not hold any, either.
        #expect(flow.set(.show, resume: .nextOpen) == nil && !flow.isHeld)
    }

    @Test func `A requested message is shown although it is held back, and is not counted as held any more`() {
        var flow = flow([item("a"), item("b")])
        _ = flow.set(.hold)
        #expect(flow.heldCount == 2 && flow.choose(.opened, at: now) == nil)
        #expect(flow.choose(.asked, at: now)?.id == "b")
        #expect(flow.show("b") && flow.heldCount == 1)
        #expect(flow.choose(.asked, at: now) == nil && flow.end("b"))
        #expect(flow.choose(.ended, at: now) == nil && flow.choose(.asked, at: now)?.id == "a")
    }

    @Test func `A tapped push removes its message if that was seen or is hidden from those who tapped`() {
        var flow = flow([item("a"), item("b"), item("c")])
        _ = flow.show("a")
        flow.tapped("a", hides: false)
        #expect(flow.shown == nil && flow.entries.map(\.id) == ["b", "c"])
        flow.tapped("b", hides: false)
        flow.tapped("c", hides: true)
        flow.tapped("later", hides: true)
        flow.listed([item("later")])
        #expect(flow.entries.map(\.id) == ["b"])
    }

    @Test func `Unknown and missing parameters have their defaults`() {
        let usual = InAppParameters(["type": "sidebar", "displayType": "?", "inactiveSessionDisplay": "?", "left": "x"])
        #expect(
            usual.form == .modal && usual.isImmediate && usual.isShownAfterTap && usual.left == 5 && usual.right == 5)
        let own = InAppParameters([
            "type": "banner_bottom", "displayType": "displayOnAppOpenEvent", "inactiveSessionDisplay": "hide-in-app",
            "left": 12, "right": 3,
        ])
        #expect(own.form == .bannerBottom && !own.isImmediate && !own.isShownAfterTap && own.left == 12)
    }

    @Test func `Margins depend on the form`() throws {
        let margins = try ["modal", "fullscreen", "banner_up", "banner_bottom"].map { form in
            var entry = InAppEntry(id: "a", json: item("a", ["type": .string(form), "left": 8]))
            entry.content = "x"
            return try #require(InAppMessage(entry)).margins
        }
        #expect(margins[0] == InAppMessage.Margins(top: 10, right: 5, bottom: 10, left: 8))
        #expect(margins[1] == InAppMessage.Margins(top: 0, right: 0, bottom: 0, left: 0))
        #expect(margins[2].top == 5 && margins[2].left == 5 && margins[3].bottom == 5)
    }

    @Test func `The time of the newest message is known`() {
        let minuteAgo = now.addingTimeInterval(-60)
        #expect(InAppFlow.latest(nil, listed: [], at: now) == minuteAgo)
        #expect(InAppFlow.latest(now, listed: [], at: now) == minuteAgo)
        #expect(InAppFlow.latest(nil, listed: [item("a")], at: now) == now)
        let older = item("b", ["sentAt": .string(now.addingTimeInterval(-3600).rfc3339)])
        #expect(InAppFlow.latest(nil, listed: [older], at: now) == minuteAgo)
        #expect(InAppFlow.latest(now, listed: [older], at: now) == now)
    }

    @Test func `Ids of ended messages are kept, but not all`() {
        var flow = flow((0..<250).map { item("\($0)") })
        for number in 0..<250 { flow.failed("\(number)") }
        #expect(flow.ended.count == 200 && flow.ended.first == "50")
    }
}
