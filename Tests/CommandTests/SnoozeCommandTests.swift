import ArgumentParser
import Testing

@testable import cardstream

struct SnoozeCommandTests {
    @Test(arguments: [["id", "2h", "--jsn"], ["id", "fri", "14:00", "--jsn"]])
    func `an unknown option is not taken for a time`(words: [String]) {
        #expect {
            try ActSnooze.parse(words)
        } throws: { error in
            ActSnooze.message(for: error).contains(#"unknown option "--jsn"; did you mean "--json"?"#)
        }
    }

    @Test(arguments: [
        (["id", "2h", "-x"], #"unknown option "-x""#), (["id", "-json", "2h"], #""-json"; did you mean "--json"?"#),
        (["id", "2h", "-1"], #"unknown option "-1""#), (["id", "2h", "--jsn=1"], #""--jsn"; did you mean "--json"?"#),
    ])
    func `an unknown option with one dash or with a value is reported as well`(words: [String], expected: String) {
        #expect {
            try ActSnooze.parse(words)
        } throws: { error in
            ActSnooze.message(for: error).hasSuffix(expected)
        }
    }

    @Test(arguments: [["id", "-5"], ["id", "-5m"], ["id", "--", "-x"], ["id", "fri", "--", "-x"]])
    func `a first number with a minus sign and what follows two dashes are times`(words: [String]) throws {
        #expect(try ActSnooze.parse(words).until.last == words.last)
    }

    @Test func `options may follow the time`() throws {
        let snooze = try ActSnooze.parse(["id", "fri", "14:00", "--json"])
        #expect(snooze.until == ["fri", "14:00"])
    }
}
