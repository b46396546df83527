import Testing

@testable import cardstream

struct NumberedLinksTests {
    @Test func `links have numbers, and their addresses are listed below`() {
        let text =
            #"See [the \[new\] offer](<https://shop.example/a_(b)>), [boots](<https://b.example>) and "#
            + "[it](<https://b.example>)."
        #expect(
            NumberedLinks.plain(text) == #"See the \[new\] offer [1], boots [2] and it [2]."#
                + "\n\n[1] https://shop.example/a_(b)\n[2] https://b.example")
    }

    @Test func `a text without links stays as it is`() {
        for text in ["", "a [b] (c)", "[a](b)", "![x"] { #expect(NumberedLinks.plain(text) == text) }
    }
}
