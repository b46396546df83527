import Cards
import Testing

/// Everything that looks like a token is removed.
@Suite struct TokenTextTests {
    private static let token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2ln-_c2ln"

    @Test(arguments: [
        (token, "<a token>"), ("Bearer \(token)", "Bearer <a token>"),
        ("{\"token\":\"\(token)\",\"x\":\"\(token)\"}", "{\"token\":\"<a token>\",\"x\":\"<a token>\"}"),
        ("refused: \(token).", "refused: <a token>"), ("t=\(token)&u=1", "t=<a token>&u=1"),
        ("ew0KICJhbGciOiAi.eyJzdWIi", "<a token>"), ("é\(token)é", "é<a token>é"),
        ("\(token.dropLast(12))…", "<a token>…"), ("v1.\(token)", "v1.<a token>"),
    ]) func `a token is taken out of a text`(text: String, told: String) {
        #expect(text.withoutTokens == told)
    }

    @Test(arguments: [
        "", "cards.example.com refused", "https://eyes.example.com/a.b.c", "1.2.3", "no answer in 5 s", "ey.ey.ey",
        "\u{1B}[1m", "eyJhbGciOiJFUzI1NiJ9",
    ]) func `everything else stays as it is`(text: String) { #expect(text.withoutTokens == text) }
}
