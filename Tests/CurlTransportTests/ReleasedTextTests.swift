import CCurl
import CLinux
import Foundation
import Testing

struct ReleasedTextTests {
    /// Pages of this process that belong to files, among them all program text.
    private func filePages() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[2]))
    }

    @Test func `program text goes back, and comes again when it is needed`() throws {
        #expect(ccurl_load() == nil)
        let before = try filePages()
        clinux_release_text()
        #expect(try filePages() < before)
        #expect(String(cString: ccurl_version()).contains("."))
    }
}
