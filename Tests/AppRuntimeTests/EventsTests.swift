import AppCore
import Cards
import Foundation
import Glibc
import Synchronization
import Testing

@testable import AppRuntime

struct EventsTests {
    @Test func `events arrive in the order in which they were posted`() {
        let mailbox = Mailbox<Int>()
        for number in 1...5 { mailbox.post(number) }
        #expect(mailbox.drain() == [1, 2, 3, 4, 5])
        #expect(mailbox.drain().isEmpty)
    }

    @Test func `an event replaces the waiting one with the same key and keeps its position`() {
        let mailbox = Mailbox<String>()
        mailbox.post("feed 1", replacing: "feed")
        mailbox.post("status", replacing: "status")
        mailbox.post("feed 2", replacing: "feed")
        mailbox.post("key")
        #expect(mailbox.drain() == ["feed 2", "status", "key"])
        mailbox.post("feed 3", replacing: "feed")
        #expect(mailbox.drain() == ["feed 3"])
    }

    @Test func `a late window of an older query does not replace that of the current one`() {
        let mailbox = Mailbox<LoopMessage>()
        let old = FeedQuery(streamID: "ops")
        var new = old
        new.after += 1
        for (query, total) in [(new, 1), (new, 2), (old, 0)] {
            mailbox.post(CardWindow(totalCount: total), of: query, in: ContainerID("main"))
        }
        let windows = mailbox.drain().map { message in
            if case .window(_, let query, let window) = message { (query, window.totalCount) } else { (old, -1) }
        }
        #expect(windows.map(\.0) == [new, old] && windows.map(\.1) == [2, 0])
    }

    @Test func `a post from another thread wakes the poll`() {
        let mailbox = Mailbox<Int>()
        var sources = EventSources(input: nil, mail: mailbox.wakeUp.descriptor, signals: nil)
        #expect(sources.wait(seconds: 0) == [])
        // Uses a separate thread, because other tests may occupy the whole thread pool.
        Thread.detachNewThread { mailbox.post(7) }
        #expect(sources.wait(seconds: 5) == .mail)
        #expect(mailbox.drain() == [7])
        #expect(sources.wait(seconds: 0) == [])
    }

    @Test func `no message of many posters is lost`() async {
        let mailbox = Mailbox<Int>()
        await withTaskGroup(of: Void.self) { group in
            for poster in 0..<8 {
                group.addTask { for number in 0..<500 { mailbox.post(poster * 500 + number) } }
            }
        }
        #expect(mailbox.drain().sorted() == Array(0..<4000))
    }

    @Test func `a closed terminal is detected as a hangup`() {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        let mailbox = Mailbox<Int>()
        var sources = EventSources(input: ends[0], mail: mailbox.wakeUp.descriptor, signals: nil)
        close(ends[1])
        #expect(sources.wait(seconds: 5).contains(.hangup))
        close(ends[0])
    }
}
