import Testing

@testable import Basics

struct FirstResultTests {
    private func never() async {
        // Ends only by cancellation.
        try? await Task.sleep(for: .seconds(3600))
    }

    @Test func `the first to end is the result, the others are cancelled`() async {
        let cancelled = CancelSignal()
        let result = await firstResult(
            of: { 1 },
            {
                await never()
                if Task.isCancelled { cancelled?.send() }
                return 2
            })
        #expect(result == 1)
        while cancelled?.isSent == false { await Task.yield() }
    }

    @Test func `a call that ignores its cancellation is left behind`() async {
        let release = CancelSignal()
        let result = await firstResult(
            of: {
                await Blocking.run {
                    while release?.isSent == false {}; return 1
                }
            }, { 2 })
        #expect(result == 2)
        release?.send()
    }

    @Test func `the end of the calling task ends it`() async {
        let task = Task { await firstResult(of: { await never() }, { await never() }) }
        task.cancel()
        #expect(await task.value == nil)
    }
}
