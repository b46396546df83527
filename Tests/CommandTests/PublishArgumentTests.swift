import ArgumentParser
import Testing

@testable import cardstream

struct PublishArgumentTests {
    @Test(arguments: [
        ("-", true), ("card.json", true), ("cards.JSONL", true), ("cards.ndjson", true), ("/tmp/card", true),
        ("./card", true), ("../card", true), ("~/card", true), ("known", true),
        ("Deploy 4.2?", false), ("done", false), ("CI/CD", false), ("/ is full", false), ("json", false),
        ("card.json is missing", false),
    ])
    func `an argument is a file if it exists or looks like one`(text: String, isFile: Bool) {
        #expect(PublishArgument(text, exists: { $0 == "known" }) == (isFile ? .file(text) : .title(text)))
    }

    @Test func `the title may come as an argument or as a flag, with the flags of the card`() throws {
        let card = try Publish.parse(["Deploy 4.2?", "--text", "Fine", "--button", "approve", "--priority", "2"])
        #expect(card.argument == .title("Deploy 4.2?"))
        #expect(try Publish.parse(["--title", "card.json"]).argument == .title("card.json"))
        #expect(try Publish.parse(["card.json"]).argument == .file("card.json"))
        #expect(try Publish.parse([]).argument == nil)
        #expect(try Publish.parse(["--edit", "--expires", "2h", "Deploy?"]).argument == .title("Deploy?"))
    }

    @Test(arguments: [
        (["--text", "a"], "--text needs a title: cardstream publish \"Backup done\""),
        (["--button", "Ok"], "cards are read from standard input, and --button cannot change them"),
        (["--edit", "--text", "a"], "the editor opens with a new card"),
        (["card.json", "--button", "Yes"], "--button cannot change cards"),
        (["-", "--expires", "2h"], "--expires cannot change cards"), ([" "], "The title is empty"),
        (["card.json", "--title", "a"], "are two cards"), (["--edit", "-"], "name a file"),
        (["--edit", "--jsonl"], "Use either --edit or --jsonl"),
    ])
    func `contradicting arguments are refused`(arguments: [String], words: String) {
        #expect { try Publish.parse(arguments) } throws: { Publish.message(for: $0).contains(words) }
    }
}
