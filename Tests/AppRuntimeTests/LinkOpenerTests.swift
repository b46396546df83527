import AppRuntime
import Foundation
import Testing

@Suite struct LinkOpenerTests {
    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "-https://example.org", "data:text/html,x", ""])
    func `what is no web or mail address is not opened`(address: String) {
        let opener = LinkOpener(environment: ["BROWSER": "true"])
        #expect(opener.open(address)?.hasPrefix("Not opened") == true)
    }

    @Test func `programs that have ended do not stay behind`() throws {
        let opener = LinkOpener(environment: ["BROWSER": "true"])
        let deadline = ContinuousClock.now + .seconds(20)
        for _ in 0..<8 { #expect(opener.open("https://example.org") == nil) }
        // What the next opening finds ended it takes along; the last ones may still be on their way.
        repeat { #expect(opener.open("https://example.org") == nil) } while try zombies() > 4 && .now < deadline
        #expect(try zombies() <= 4)
    }

    private func zombies() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").count { name in
            // A process may go while it is looked at.
            guard Int(name) != nil, let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let end = stat.lastIndex(of: ")")
            else { return false }
            let fields = stat[end...].split(separator: " ")
            return fields.count > 2 && fields[1] == "Z" && fields[2] == "\(getpid())"
        }
    }
}
