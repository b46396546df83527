import Foundation
import Glibc
import Support
import Synchronization
import Testing

@testable import CardImages

struct ImageCacheTests {
    private let directory: TemporaryDirectory
    private let clock = Clock()

    init() throws { directory = try TemporaryDirectory() }

    private final class Clock: Sendable {
        private let seconds = Atomic<Int>(1_000_000)
        var now: Int { seconds.load(ordering: .relaxed) }
        func pass(_ count: Int) { seconds.add(count, ordering: .relaxed) }
    }

    private var path: String { directory.path + "/cache/images" }

    private func makeCache(limit: Int = 1 << 20) -> ImageCache {
        ImageCache(directory: path, limit: limit, now: { [clock] in clock.now })
    }

    private func fileNames() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    @Test func `stored files survive a restart with the server's headers`() async throws {
        let rule = CacheRule(entityTag: "\"a b\"", lastModified: "Sat, 21 Nov 2026 09:00:00 GMT", life: 60)
        await makeCache().store([1, 10, 10, 2], for: "https://a/b.png", rule: rule)
        let cache = makeCache()
        let entry = try #require(await cache.entry(for: "https://a/b.png"))
        #expect(entry.bytes == [1, 10, 10, 2])
        #expect(entry.rule == rule)
        #expect(await cache.isFresh(entry))
        clock.pass(60)
        #expect(await !cache.isFresh(entry))
        #expect(await cache.entry(for: "https://a/c.png") == nil)
    }

    @Test func `only the owner can read the cache`() async throws {
        await makeCache().store([1], for: "https://a/b.png", rule: CacheRule())
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(stat(path + "/" + (try #require(fileNames().first)), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `a newer file replaces the older one`() async throws {
        let cache = makeCache()
        await cache.store([1], for: "https://a", rule: CacheRule())
        await cache.store([2, 3], for: "https://a", rule: CacheRule(life: 5))
        #expect(await cache.entry(for: "https://a")?.bytes == [2, 3])
        #expect(fileNames().count == 1)
    }

    @Test func `a file that must not be stored is not, and the old one is removed`() async throws {
        let cache = makeCache()
        await cache.store([1], for: "https://a", rule: CacheRule())
        var secret = CacheRule()
        secret.mayBeStored = false
        await cache.store([2], for: "https://a", rule: secret)
        #expect(await cache.entry(for: "https://a") == nil)
    }

    @Test func `above its limit, the least recently used files are removed`() async throws {
        let cache = makeCache(limit: 10_000)
        for number in 0..<8 {
            await cache.store(Array(repeating: 0, count: 1000), for: "https://a/\(number)", rule: CacheRule())
            clock.pass(1)
        }
        // The first entry is used again, so the second one is now the oldest.
        #expect(await cache.entry(for: "https://a/0") != nil)
        clock.pass(1)
        for number in 8..<10 {
            await cache.store(Array(repeating: 0, count: 1000), for: "https://a/\(number)", rule: CacheRule())
            clock.pass(1)
        }
        #expect(await cache.entry(for: "https://a/0") != nil)
        #expect(await cache.entry(for: "https://a/1") == nil)
        #expect(await cache.entry(for: "https://a/9") != nil)
        let bytes = CacheFile.list(path).reduce(0) { $0 + $1.size }
        #expect(bytes <= 10_000)
    }

    @Test func `a cache of an earlier start is counted`() async throws {
        let first = makeCache(limit: 10_000)
        for number in 0..<7 {
            await first.store(Array(repeating: 0, count: 1000), for: "https://a/\(number)", rule: CacheRule())
            clock.pass(1)
        }
        let second = makeCache(limit: 3000)
        await second.store([1], for: "https://b", rule: CacheRule())
        #expect(CacheFile.list(path).reduce(0) { $0 + $1.size } <= 3000)
        #expect(await second.entry(for: "https://b")?.bytes == [1])
    }

    @Test func `a file that replaces one of an earlier start counts once`() async throws {
        let first = makeCache(limit: 10_000)
        for number in 0..<3 {
            await first.store(Array(repeating: 0, count: 900), for: "https://a/\(number)", rule: CacheRule())
            clock.pass(1)
        }
        let second = makeCache(limit: 3000)
        for number in 2..<4 {
            await second.store(Array(repeating: 0, count: 900), for: "https://a/\(number)", rule: CacheRule())
            clock.pass(1)
        }
        #expect(CacheFile.list(path).reduce(0) { $0 + $1.size } <= 3000)
    }

    @Test func `damaged files and files of another address are ignored`() async throws {
        let cache = makeCache()
        await cache.store([1, 2, 3], for: "https://a", rule: CacheRule(entityTag: "x"))
        let file = path + "/" + ImageCache.name(of: "https://a")
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        for length in 0..<(whole.count - 3) {
            try whole.prefix(length).write(to: URL(fileURLWithPath: file))
            #expect(await cache.entry(for: "https://a") == nil)
        }
        let other = path + "/" + ImageCache.name(of: "https://b")
        try whole.write(to: URL(fileURLWithPath: other))
        #expect(await cache.entry(for: "https://b") == nil)
    }

    @Test func `without a writable folder, there is no cache and no error`() async {
        let cache = ImageCache(directory: "/proc/nothing/images")
        await cache.store([1], for: "https://a", rule: CacheRule())
        #expect(await cache.entry(for: "https://a") == nil)
    }

    @Test func `an address cannot name a file of its own`() {
        #expect(ImageCache.name(of: "../../etc/passwd").allSatisfy { $0.isHexDigit })
        #expect(ImageCache.name(of: "a") != ImageCache.name(of: "b"))
    }
}
