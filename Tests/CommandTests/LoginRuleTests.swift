import AppRuntime
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@testable import cardstream

/// The input of `login`, and its messages about clocks and tokens.
@Suite struct LoginRuleTests {
    private static let code = InvitationCode.random()

    @Test func `a complete code with a wrong letter is not reported as too short`() throws {
        let wrong = String(Self.code.text.dropLast()) + "u"
        for text in [wrong, "https://cards.example/#\(wrong)"] {
            let failure = try #require(throws: CommandFailure.self) { try InvitationText(text) }
            #expect(failure.message == "a letter or digit of the code is wrong; copy the whole invitation again")
        }
        let short = try #require(throws: CommandFailure.self) { try InvitationText(String(wrong.dropFirst())) }
        #expect(short.message.contains("all 26 letters and digits"))
    }

    @Test func `an invitation is read in every form in which it arrives`() throws {
        let text = InvitationText.text(server: "https://cards.example:8787/team", code: Self.code)
        for form in [
            text, " \(text)\n", "cardstream login '\(text)'", "\"\(text)\"", "<\(text)>", "HTTPS" + text.dropFirst(5),
        ] {
            let read = try InvitationText(form)
            #expect(read.server == "https://cards.example:8787/team" && read.code == Self.code, "\(form)")
        }
        #expect(try InvitationText("https://cards.example/").server == "https://cards.example")
        #expect(try InvitationText("https://cards.example/#").code == nil)
        let spelt = Self.code.text.uppercased().map(String.init).joined(separator: " ")
        #expect(try InvitationText(spelt).code == Self.code && InvitationText(spelt).server == nil)
        for local in ["http://localhost:1", "http://127.0.0.1:1", "http://127.9.9.9:1", "http://[::1]:1"] {
            #expect(try InvitationText(local).server == local)
        }
    }

    @Test(arguments: [
        "", "hello", "cards.example", "https://", "https://ana:geheim@host/", "https://host/#short",
        "http://cards.example", "http://127.0.0.1.example", "http://127.0.0.256", "http://0177.0.0.1",
        "http://10.0.0.1",
        "http://127.1",
    ])
    func `other texts are refused, and the message contains no secret`(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try InvitationText(text) }
        #expect(failure?.status == .usage && failure?.message.contains("geheim") == false)
    }

    @Test(arguments: ["notaurl", "cards.example", code.text])
    func `an argument without an address is refused with all valid forms`(text: String) throws {
        let failure = try #require(throws: CommandFailure.self) {
            try InvitationInput(url: text, codeFile: nil, configured: "https://cards.example", needsCode: false)
        }
        #expect(failure.status == .usage && !failure.message.contains(text))
        for form in ["https://HOST/,", "https://HOST/#CODE", "26 letters and digits", "--code"] {
            #expect(failure.message.contains(form))
        }
    }

    @Test func `an error about a code does not contain it`() {
        let wrong = String(Self.code.text.dropLast())
        let failure = #expect(throws: CommandFailure.self) { try InvitationText("https://host/#\(wrong)") }
        #expect(failure?.message.contains(wrong) == false)
    }

    @Test func `a secret line has backspace, Ctrl-U, and an end`() {
        func type(_ text: String, limit: Int = 100) -> (String, SecretLine.Ending?) {
            var line = SecretLine(limit: limit)
            for byte in text.utf8 {
                if let ending = line.accept(byte) { return (String(decoding: line.bytes, as: UTF8.self), ending) }
            }
            return (String(decoding: line.bytes, as: UTF8.self), nil)
        }
        #expect(type("abé\u{7F}\u{8}c\r") == ("ac", .done))
        #expect(type("abc\u{15}x\n") == ("x", .done))
        #expect(type("\u{7F}a") == ("a", nil))
        #expect(type("ab\u{3}") == ("ab", .interrupted))
        #expect(type("\u{4}") == ("", .ended) && type("a\u{4}") == ("a", .done))
        #expect(type("abcdef\n", limit: 3) == ("abc", .done))
    }

    @Test func `a clock that differs by more than a minute is reported`() throws {
        let health: JSONValue = ["serverTime": .string(FeedTime.text(.fixed(300)))]
        #expect(LoginProbe.skew(of: health, now: .fixed) == 300)
        #expect(LoginProbe.skew(of: [:], now: .fixed) == nil)
        #expect(LoginProbe.warning(ofSkew: 59) == nil && LoginProbe.warning(ofSkew: nil) == nil)
        #expect(LoginProbe.warning(ofSkew: 70)?.contains("1 minute behind the server's") == true)
        #expect(LoginProbe.warning(ofSkew: 300)?.contains("5 minutes behind the server's") == true)
        #expect(LoginProbe.warning(ofSkew: -86_400)?.contains("24 hours ahead of the server's") == true)
    }

    @Test func `a token that expires is reported a week before, with what to do`() async throws {
        func check(_ days: Double, isInvited: Bool = true) async throws -> Check? {
            let token = TokenMint.mint(
                user: "ana", secret: String(repeating: "s", count: 32), now: .fixed, lifetime: days * 86_400)
            return DoctorChecks.expiry(of: token, from: "token file t", isInvited: isInvited, now: .fixed(86_400))
        }
        #expect(try await check(9) == nil)
        let soon = try #require(try await check(7))
        #expect(soon.state == .warn && soon.detail.contains("expires at") && soon.detail.contains("cardstream invite"))
        let expired = try #require(try await check(1, isInvited: false))
        #expect(expired.state == .fail && expired.detail.contains("expired at"))
        #expect(expired.detail.contains("from the same source"))
        #expect(DoctorChecks.expiry(of: "no token", from: "x", isInvited: true, now: .fixed) == nil)
    }
}
