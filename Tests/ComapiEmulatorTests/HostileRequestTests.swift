import Cards
import EmulatorHTTP
import Support
import Testing

@testable import ComapiEmulator

/// Requests that no client should send get a response and have no other effect.
@Suite struct HostileRequestTests {
    private static let statuses: Set<Int> = [200, 201, 204, 400, 401, 403, 404, 405, 409, 412]

    @Test func `damaged paths and bodies get a response`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        let message = try fixture.say("hello")
        var targets = Mutator(
            samples: [
                "/profiles?age=>18&name[]=!a&$limit=5", "/profiles/ana?deletes=a", "/conversations/c1",
                "/conversations?scope=public&profileId=ana", "/conversations/c1/participants?id=ben",
                "/conversations/c1/messages?limit=5&from=3", "/conversations/c1/messages/statusupdates",
                "/conversations/c1/events?from=0&limit=100", "/content?folder=f", "/sessions/id-3/push",
            ], tokens: ["%", "%00", "%FF", "=!", "[]", "&", "?", "/", "$limit=", "9223372036854775808", "from="])
        var bodies = Mutator(
            samples: [
                "{\"id\":\"c2\",\"name\":\"n\",\"isPublic\":true,\"roles\":\(EmulatorFixture.roles)}",
                "[{\"messageIds\":[\"\(message)\"],\"status\":\"read\",\"timestamp\":\"\(EmulatorFixture.now)\"}]",
                #"{"metadata":{},"parts":[{"type":"text/plain","data":"hi","size":2}]}"#,
                #"{"apns":{"bundleId":"b","environment":"production","token":"00"}}"#,
                #"{"name":"a","type":"text/plain","data":"AAAA"}"#, #"[{"id":"cyd","role":"owner"}]"#,
                "--b0\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\nx\r\n--b0--\r\n",
            ], tokens: ["null", "{}", "[]", "\"", "\r\n", "\r\n\r\n", "--b0", "-1", "1e400"], seed: 2)
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
        for count in 0..<1000 {
            let type = count.isMultiple(of: 3) ? "multipart/form-data; boundary=b0" : "application/json"
            // Unchanged paths reach the code behind them.
            let path = count.isMultiple(of: 2) ? "/content?folder=f" : targets.nextText()
            let response = fixture.response(
                methods[count % methods.count], path, as: "ana", body: bodies.nextText(),
                headers: [EmulatorHeader("Content-Type", type)])
            #expect(Self.statuses.contains(response.status), "\(response.text)")
        }
    }

    @Test func `damaged tokens are refused`() throws {
        var fixture = try EmulatorFixture()
        let token = EmulatorFixture.jwt(fixture.claims(of: "ana", nonce: "n"))
        var tokens = Mutator(samples: [token], tokens: [".", "=", "A", "-"])
        for _ in 0..<500 {
            let damaged = tokens.nextText()
            if damaged == token { continue }
            #expect(
                IdentityToken.profileID(
                    in: damaged, nonce: "n", configuration: fixture.service.configuration, now: fixture.clock.now)
                    == nil)
            #expect(fixture.status("GET", "/profiles", as: damaged) == 401)
        }
    }

    @Test func `a form whose file ends within its head has no file`() {
        let form = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n--b--"
        #expect(MultipartFile.find("file", in: Array(form.utf8), boundary: "b") == nil)
        let empty = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\r\n--b--"
        #expect(MultipartFile.find("file", in: Array(empty.utf8), boundary: "b")?.bytes == [])
    }
}
