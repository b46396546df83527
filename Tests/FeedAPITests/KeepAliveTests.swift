import Testing

@testable import FeedAPI

@Suite struct KeepAliveTests {
    @Test func `a dead peer is detected within 15 seconds after the server's ping`() {
        var alive = KeepAlive(at: 0, pingSeconds: 20)
        alive.readingBegins(at: 0)
        #expect(alive.step(at: 0) == .wait(until: 25))
        #expect(alive.step(at: 25) == .ping)
        alive.pinged(at: 25)
        #expect(alive.step(at: 25) == .wait(until: 35))
        #expect(alive.step(at: 35) == .lost)
    }

    /// The server pings first. Whatever interval it announces, the client notices its silence in the end.
    @Test(arguments: [(45, 50.0), (0, 10), (-7, 10), (3600, 60), (.max, 60)])
    func `the client pings a little later than the server`(announced: Int, asks: Double) {
        var alive = KeepAlive(at: 0, pingSeconds: announced)
        alive.readingBegins(at: 0)
        #expect(alive.step(at: 0) == .wait(until: asks))
    }

    @Test func `an answered ping keeps the connection`() {
        var alive = KeepAlive(at: 0, pingSeconds: 20)
        alive.readingBegins(at: 0)
        alive.pinged(at: 25)
        alive.received(at: 28)
        alive.readingBegins(at: 28)
        #expect(!alive.isWaiting)
        #expect(alive.step(at: 35) == .wait(until: 53))
        #expect(alive.step(at: 53) == .ping)
    }

    @Test func `unread frames are not taken for silence`() {
        var alive = KeepAlive(at: 0, pingSeconds: 20)
        alive.readingBegins(at: 0)
        alive.received(at: 1)
        // The reader is busy with received data.
        #expect(alive.step(at: 100) == .wait(until: 125))
        alive.pinged(at: 100)
        #expect(alive.step(at: 300) == .wait(until: 310))
        // The reader reads again, so the whole time for a response starts here.
        alive.readingBegins(at: 300)
        #expect(alive.step(at: 300) == .wait(until: 310))
        #expect(alive.step(at: 310) == .lost)
    }
}
