import Cards
import EmulatorHTTP
import Testing

@testable import ComapiEmulator

/// Uploads and their addresses.
@Suite struct ContentTests {
    private static let base = "https://api.comapi.com/apispaces/shop"

    private func path(_ json: JSONValue) throws -> String {
        let url = try #require(json["url"]?.string)
        try #require(url.hasPrefix(Self.base))
        return String(url.dropFirst(Self.base.count))
    }

    @Test func `an upload in JSON has an address that serves its bytes without a token`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        let json = try fixture.json(
            "POST", "/content?folder=attachments", as: "ana",
            body: #"{"name":"a.bin","type":"application/x-test","data":"AAH/+g=="}"#)
        #expect(json["name"] == "a.bin" && json["size"] == 4 && json["type"] == "application/x-test")
        #expect(json["folder"] == "attachments" && json["_createdOn"] == .string(EmulatorFixture.now))
        let file = fixture.response("GET", try path(json))
        #expect(file.status == 200 && file.body == [0, 1, 255, 250])
        #expect(file.headers["Content-Type"] == "application/x-test")
        #expect(fixture.status("GET", "/content/none") == 404)
    }

    @Test func `an upload as a form has its file's name, type and bytes`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        let lines = [
            "--b0", "Content-Disposition: form-data; name=\"note\"", "", "text", "--b0",
            "Content-Disposition: form-data; name=\"file\"; filename=\"p.txt\"", "Content-Type: text/plain", "",
            "one\r\n--b\r\ntwo", "--b0--", "",
        ]
        let response = fixture.response(
            "POST", "/content?folder=f", as: "ana", body: lines.joined(separator: "\r\n"),
            headers: [EmulatorHeader("Content-Type", "multipart/form-data; boundary=\"b0\"")])
        #expect(response.status == 200)
        let json = try JSONParser.parse(response.body)
        #expect(json["name"] == "p.txt" && json["type"] == "text/plain")
        #expect(fixture.response("GET", try path(json)).text == "one\r\n--b\r\ntwo")
    }

    @Test func `the header names the file`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        let response = fixture.response(
            "POST", "/content?folder=f", as: "ana", body: #"{"type":"text/plain","data":""}"#,
            headers: [EmulatorHeader("Content-Filename", "named.txt")])
        #expect(try JSONParser.parse(response.body)["name"] == "named.txt")
    }

    @Test(arguments: [
        ("?folder=f", "{}", ["type", "data"]), ("", #"{"type":"t","data":""}"#, ["folder"]),
        ("?folder=f", #"{"type":"t","data":"AAH/+g"}"#, ["data"]), ("?folder=f", #"{"type":"t","data":"%"}"#, ["data"]),
        ("?folder=f", #"{"type":"a/b\r\nX: y","data":""}"#, ["type"]),
    ])
    func `an upload has a folder, a type and base64`(query: String, body: String, failures: [String]) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        let response = fixture.response("POST", "/content\(query)", as: "ana", body: body)
        #expect(response.status == 400 && response.failures == failures)
    }

    @Test func `a form without the file is refused`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        let form = "--b0\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\ntext\r\n--b0--\r\n"
        let response = fixture.response(
            "POST", "/content?folder=f", as: "ana", body: form,
            headers: [EmulatorHeader("Content-Type", "multipart/form-data; boundary=b0")])
        #expect(response.status == 400 && response.failures == ["file"])
    }

    @Test func `the state for Facebook is opaque`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        #expect(try fixture.json("POST", "/channels/facebook/state", as: "ana").string?.isEmpty == false)
    }
}
