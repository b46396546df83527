import Basics
import CardStore
import Cards
import Foundation
import Support
import Testing

@Suite struct CommitHandlerTests {
    @Test func `the call stack of commit handlers does not grow with the number of commits`() async throws {
        let database = try CardDatabase.inMemory()
        let depths = Lock<[Int]>([])
        database.setCommitHandler { _ in
            let depth = Thread.callStackReturnAddresses.count
            depths.withLock { $0.append(depth) }
        }
        for number in 1...30 {
            try await database.apply(makeDelta([makeEntry("a", sequence: Int64(number))]), at: .fixed)
        }
        let found = depths.withLock { $0 }
        #expect(found.count == 30)
        #expect(try #require(found.last) < #require(found.first) + 10, "\(found)")
    }
}
