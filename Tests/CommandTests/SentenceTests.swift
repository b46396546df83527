import Testing

@testable import cardstream

struct SentenceTests {
    @Test func `a semicolon replaces a full stop`() {
        let text = "Can't find the host a. Check the address."
        #expect(text.continued("see --offline") == "Can't find the host a. Check the address; see --offline")
        #expect("no response".continued("nothing was done.") == "no response; nothing was done.")
        #expect(["One.", "two", "three."].joinedMessages == "One; two; three.")
        #expect([String]().joinedMessages == "")
    }
}
