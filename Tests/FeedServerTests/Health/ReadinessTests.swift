import Basics
import Cards
import FeedAPI
import Testing

@testable import FeedServer

@Suite struct ReadinessTests {
    private func type(of readiness: Readiness) async -> ProblemType? {
        do throws(Problem) {
            try await readiness.check()
            return nil
        } catch { return error.type }
    }

    @Test func `readiness depends on the storage, unless the server is stopping`() async {
        let readiness = Readiness(lifetime: .zero) { true }
        #expect(await type(of: readiness) == nil)
        await readiness.drain()
        #expect(await type(of: readiness) == .shuttingDown)
        #expect(await type(of: Readiness { false }) == .notReady)
    }

    @Test func `concurrent readiness checks query the storage once`() async {
        let count = Lock(0)
        let readiness = Readiness(lifetime: .seconds(3600)) {
            count.withLock { $0 += 1 }
            return true
        }
        await withTaskGroup(of: ProblemType?.self) { group in
            for _ in 0..<100 { group.addTask { await type(of: readiness) } }
            for await type in group { #expect(type == nil) }
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `a storage that does not respond is reported, and its recovery as well`() async throws {
        let gate = Gate()
        let readiness = Readiness(timeout: .milliseconds(20), lifetime: .zero) {
            await gate.wait()
            return true
        }
        #expect(await type(of: readiness) == .notReady)
        #expect(await type(of: readiness) == .notReady)
        await gate.open()
        try await eventually("the storage answers") { await type(of: readiness) == nil }
    }

    @Test func `the time of the last readiness check is recorded`() async {
        let readiness = Readiness { true }
        #expect(!(await readiness.wasCalled(within: .seconds(3600))))
        _ = await type(of: readiness)
        #expect(await readiness.wasCalled(within: .seconds(3600)))
    }

    @Test func `the health routes need no credentials and reveal nothing else`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let live = try await client.request(.live, nil)
            #expect(live.status == 200 && String(decoding: live.body, as: UTF8.self) == #"{"status":"ok"}"#)
            let ready = try await client.request(.ready, nil)
            #expect(ready.status == 200 && String(decoding: ready.body, as: UTF8.self) == #"{"status":"ready"}"#)
        }
    }

    /// Blocks all callers until it is opened.
    private actor Gate {
        private var isOpen = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func wait() async { if !isOpen { await withCheckedContinuation { waiting.append($0) } } }

        func open() {
            isOpen = true
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }
}
