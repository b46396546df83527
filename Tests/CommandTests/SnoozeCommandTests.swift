import ArgumentParser
import Testing

@testable import cardstream

struct SnoozeCommandTests {
    @Test(arguments: [["id", "2h", "--jsn"], ["id", "fri", "14:00", "--jsn"]])
    func `an option that does not exist is not taken for a time`(words: [String]) {
        #expect {
            try ActSnooze.parse(words)
        } throws: { error in
            ActSnooze.message(for: error).contains(#"unknown option "--jsn"; did you mean "--json"?"#)
        }
    }

    @Test func `options may follow the time`() throws {
        let snooze = try ActSnooze.parse(["id", "fri", "14:00", "--json"])
        #expect(snooze.until == ["fri", "14:00"])
    }
}
