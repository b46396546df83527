import ArgumentParser
import Testing

@testable import cardstream

struct DurationArgumentTests {
    @Test(arguments: ["90", "90s", "1m30s", "PT1M30S", "90S", "90 seconds", "1 min 30 sec"])
    func `every option for a duration accepts it`(text: String) throws {
        #expect(try Publish.parse(["--timeout", text]).timeout == 90)
        #expect(try CardsOptions.parse(["--timeout", text]).timeout == 90)
        #expect(try StatusCommand.parse(["--timeout", text]).timeout == 90)
        #expect(try LogoutCommand.parse(["--timeout", text]).timeout == 90)
        #expect(try WatchCommand.parse(["--exec-timeout", text, "--exec", "true"]).execTimeout == 90)
        #expect(throws: Never.self) { try Serve.parse(["--idle", text]) }
        #expect(throws: Never.self) { try InviteCommand.parse(["ana", "--expires", text]) }
    }

    @Test func `text that is not a duration is refused with what is expected`() {
        for text in ["soon", "an hour", "-1s", "1 hour ago"] {
            #expect { try Publish.parse(["--timeout=\(text)"]) } throws: {
                Publish.message(for: $0).contains("seconds, or a duration with units")
            }
        }
        #expect { try InviteCommand.parse(["ana", "--expires", "8d"]) } throws: {
            InviteCommand.message(for: $0).contains("from 1s to 7d")
        }
        #expect { try Publish.parse(["--timeout", "2h"]) } throws: {
            Publish.message(for: $0).contains("from 1 to 3600")
        }
    }
}
