import Basics
import Cards
import FeedSync
import Support
import Testing

/// The real clock, with waits of any length.
@Suite(.timeLimit(.minutes(1))) struct SyncClockTests {
    private let clock = SyncClock.live

    @Test(arguments: [1e300, Double.greatestFiniteMagnitude, .infinity])
    func `an endless sleep lasts until it is cancelled`(
        time: Double
    ) async throws {
        let isOver = Lock(false)
        let sleeping = Task { [clock] in
            await clock.sleep(time)
            isOver.withLock { $0 = true }
        }
        try await Task.sleep(for: .milliseconds(20))
        #expect(!isOver.withLock { $0 })
        sleeping.cancel()
        await sleeping.value
    }

    @Test(arguments: [Double.nan, -Double.infinity, -1e300, 0])
    func `a sleep whose time is not in the future returns immediately`(
        time: Double
    ) async {
        await clock.sleep(time)
    }
}
