import Cards
import FeedAPI
import Testing

/// The text of an invitation code: it can be read back, typical typing mistakes are accepted, and everything else is
/// refused.
@Suite struct InvitationCodeTests {
    @Test func `a code round-trips, in any spelling`() throws {
        for _ in 0..<200 {
            let code = InvitationCode.random()
            let text = code.text
            #expect(code.bytes.count == 16 && text.utf8.count == 26)
            #expect(InvitationCode(text) == code)
            #expect(InvitationCode(text.uppercased()) == code)
            let spelt = text.map { $0 == "0" ? "o" : $0 == "1" ? "l" : String($0) }.joined(separator: "-")
            #expect(InvitationCode(spelt) == code)
            // No character needs an escape in a URL's fragment or in a shell word.
            #expect(text.utf8.allSatisfy { ("a"..."z").contains(Unicode.Scalar($0)) || (48...57).contains($0) })
        }
    }

    @Test func `two codes differ`() {
        #expect(Set((0..<1000).map { _ in InvitationCode.random().text }).count == 1000)
    }

    @Test(arguments: [
        "", "0", String(repeating: "0", count: 25), String(repeating: "0", count: 27),
        // The last digit has two unused bits.
        String(repeating: "0", count: 25) + "1", String(repeating: "0", count: 25) + "u",
        String(repeating: "0", count: 25) + "é",
    ])
    func `text that is not a code is refused`(text: String) { #expect(InvitationCode(text) == nil) }

    @Test func `all bits of a code are significant`() throws {
        let zero = try #require(InvitationCode(String(repeating: "0", count: 26)))
        #expect(zero.bytes == [UInt8](repeating: 0, count: 16))
        let all = try #require(InvitationCode(String(repeating: "z", count: 25) + "w"))
        #expect(all.bytes == [UInt8](repeating: 255, count: 16) && all.text.hasSuffix("zw"))
    }

    @Test func `requests, invitations and grants are written and read back`() throws {
        let request = InvitationRequest(user: "ana", seconds: 60, tokenDays: 7)
        #expect(try FeedCoder.decodeInvitationRequest(FeedCoder.encode(request)) == request)
        let plain = try FeedCoder.decodeInvitationRequest(Array(#"{"user":"ana"}"#.utf8))
        #expect(plain.seconds == 3600 && plain.tokenDays == 90)
        for wrong in [#"{"user":"ana","expiresIn":0}"#, #"{"user":"ana","tokenDays":3651}"#, #"{"user":""}"#, "{}"] {
            #expect(throws: Problem.self) { try FeedCoder.decodeInvitationRequest(Array(wrong.utf8)) }
        }
        let time = try #require(FeedTime.parse("2026-11-21T09:30:00.000Z".utf8))
        let invitation = Invitation(id: "i", user: "ana", createdAt: time, expiresAt: time, code: .random())
        #expect(try FeedCoder.decodeInvitation(FeedCoder.encode(invitation)) == invitation)
        #expect(try FeedCoder.decodeInvitations(FeedCoder.encode([invitation])) == [invitation])
        let grant = InvitationGrant(
            environment: "e", user: "ana", viewerKey: "k", token: "a.b.c", tokenExpiresAt: time)
        #expect(try FeedCoder.decodeInvitationGrant(FeedCoder.encode(grant)) == grant)
        // A line break would create a second line in a file or a header.
        for text in ["a\nb", "", "a b", "é"] {
            var wrong = grant
            wrong.token = text
            #expect(throws: Problem.self) { try FeedCoder.decodeInvitationGrant(FeedCoder.encode(wrong)) }
        }
    }
}
