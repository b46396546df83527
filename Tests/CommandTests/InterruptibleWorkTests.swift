import AppRuntime
import Basics
import Glibc
import Testing

@testable import cardstream

@Suite(.serialized) struct InterruptibleWorkTests {
    /// As Ctrl-C in the moment in which a question was made, before the wait for its answer.
    @Test func `a signal that arrives after the work ends the next work`() throws {
        let signals = Signals([.windowChanged])
        let thread = pthread_self()
        try InterruptibleWork.run(until: signals, {}, ending: { pthread_kill(thread, SIGWINCH) })
        let isOver = Lock(false)
        try InterruptibleWork.run(
            until: signals,
            {
                try await Task.sleep(for: .seconds(20))
                isOver.withLock { $0 = true }
            }, ending: {})
        #expect(!isOver.withLock { $0 })
    }

    @Test func `a signal ends the work, and one that arrives afterwards ends the wait for its end`() throws {
        let signals = Signals([.windowChanged])
        let thread = pthread_self()
        let isCut = Lock(false)
        pthread_kill(thread, SIGWINCH)
        try InterruptibleWork.run(
            until: signals, { try await Task.sleep(for: .seconds(20)) },
            ending: {
                pthread_kill(thread, SIGWINCH)
                while !isCut.withLock({ $0 }) { await Task.yield() }
            }, cut: { isCut.withLock { $0 = true } })
        #expect(isCut.withLock { $0 })
    }
}
