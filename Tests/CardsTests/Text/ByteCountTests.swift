import Cards
import Testing

struct ByteCountTests {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1234, "1.2 kB"), (48_213, "48 kB"),
        (999_499, "999 kB"), (999_950, "1 MB"), (1_234_567, "1.2 MB"), (20 << 20, "21 MB"), (1_500_000_000, "1.5 GB"),
    ])
    func `sizes are formatted for people`(count: Int, text: String) { #expect(ByteCount.text(count) == text) }

    @Test func `different sizes are formatted differently`() {
        #expect(ByteCount.texts(1_234_567, limit: 100_000) == ("1.2 MB", "100 kB"))
        #expect(ByteCount.texts(100_001, limit: 100_000) == ("100001 bytes", "100000 bytes"))
    }
}
