import Testing

@testable import CurlTransport

/// The lifetime of a network thread that several drivers share.
@Suite struct CurlQueueTests {
    private let queue = CurlQueue()

    @Test func `the first command starts the thread, which ends with the last driver`() {
        queue.join()
        queue.join()
        #expect(queue.post(.cancelTransfer(1)))
        #expect(!queue.post(.cancelTransfer(2)))
        #expect(queue.drain().commands.count == 2)
        queue.leave()
        #expect(!queue.endsThread() && queue.drain().drivers == 1)
        queue.leave()
        #expect(queue.endsThread())
    }

    @Test func `commands posted before the last driver has ended are still performed`() {
        queue.join()
        queue.post(.abandon(1))
        queue.leave()
        #expect(!queue.endsThread())
        #expect(queue.drain().commands.count == 1)
        #expect(queue.endsThread())
    }

    @Test func `a driver that starts after the end gets another thread`() {
        queue.join()
        queue.post(.cancelTransfer(1))
        queue.leave()
        _ = queue.drain()
        #expect(queue.endsThread())
        queue.join()
        #expect(queue.post(.cancelTransfer(2)))
        #expect(!queue.endsThread())
    }

    @Test func `a driver that starts before the thread has ended keeps it`() {
        queue.join()
        queue.post(.cancelTransfer(1))
        _ = queue.drain()
        queue.leave()
        queue.join()
        #expect(!queue.endsThread() && !queue.post(.cancelTransfer(2)))
    }

    @Test func `requests that must not share connections or addresses have separate threads`() {
        let kinds = [(false, false), (false, true), (true, false), (true, true)]
        let queues = kinds.map { CurlQueue.ofProcess(hasPolicy: $0.0, hasAddresses: $0.1) }
        #expect(Set(queues.map(ObjectIdentifier.init)).count == 4)
        #expect(CurlQueue.ofProcess(hasPolicy: true, hasAddresses: false) === queues[2])
    }
}
