import Testing

@testable import FeedServer

@Suite struct WatchdogTests {
    @Test func `an earlier deadline applies while a later one is awaited`() async {
        let watchdog = Watchdog()
        let start = ContinuousClock.now
        await watchdog.expect(within: 60)
        let watch = Task { await watchdog.watch() }
        // Waits until the long sleep has begun, because a deadline that is set before would be the first one.
        while await watchdog.sleepEnd == nil { await Task.yield() }
        await watchdog.expect(within: 0.05)
        await watch.value
        #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test func `a deadline that moves on does not end the watch early`() async {
        let watchdog = Watchdog()
        await watchdog.expect(within: 0.05)
        let watch = Task {
            await watchdog.watch()
            return ContinuousClock.now
        }
        let start = ContinuousClock.now
        await watchdog.expect(within: 0.4)
        #expect(start.duration(to: await watch.value) >= .seconds(0.35))
    }

    /// The timer of an interrupted sleep would exist until its end.
    @Test func `a request on an idle connection interrupts no sleep`() async {
        let watchdog = Watchdog()
        await watchdog.expect(within: 60)
        let watch = Task { await watchdog.watch() }
        while await watchdog.sleepEnd == nil { await Task.yield() }
        let end = await watchdog.sleepEnd
        await watchdog.expect(within: ServerLimits().headerSeconds)
        #expect(await watchdog.sleepEnd == end)
        watch.cancel()
        await watch.value
    }

    @Test func `cancelling ends the watch at once`() async {
        let watchdog = Watchdog()
        let start = ContinuousClock.now
        await watchdog.expect(within: 60)
        let watch = Task { await watchdog.watch() }
        while await watchdog.sleepEnd == nil { await Task.yield() }
        watch.cancel()
        await watch.value
        #expect(start.duration(to: .now) < .seconds(30))
    }
}
