import Cards
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CordialEmulator

/// Which requests the emulator accepts and refuses, with direct calls.
@Suite struct CordialServiceTests {
    private static let keys = [
        EmulatorHeader("Cordial-AccountKey", "your_account_key"),
        EmulatorHeader("Cordial-ChannelKey", "your_channel_key"),
    ]
    private let clock = TestClock()

    private func service() -> CordialService {
        CordialService(
            CordialConfiguration(accountKey: "your_account_key", channelKey: "your_channel_key"),
            clock: { [clock] in clock.now })
    }

    private func token(of service: inout CordialService) throws -> String {
        let request = EmulatorRequest(
            "POST", "/es/mobile/auth/a2092eb879e3f3cdf107e473894dc6e8", headers: Self.keys)
        return try #require(JSONParser.parse(service.handle(request).body)["token"]?.string)
    }

    /// Sends a request with keys and a token.
    private func send(
        _ method: String, _ target: String, _ body: JSONValue? = nil, token: String, _ service: inout CordialService
    ) throws -> (status: Int, json: JSONValue?) {
        let headers = Self.keys + [EmulatorHeader("Authorization", "Bearer \(token)")]
        let response = service.handle(
            EmulatorRequest(method, target, headers: headers, body: body?.encoded() ?? []))
        return (response.status, response.body.isEmpty ? nil : try JSONParser.parse(response.body))
    }

    /// A service that knows a device of ana.
    private func joined() throws -> (CordialService, token: String) {
        var service = service()
        let token = try token(of: &service)
        let contact: JSONValue = [["deviceId": "d", "status": "opt-out", "primaryKey": "ana"]]
        #expect(try send("POST", "/es/mobile/contacts", contact, token: token, &service).status == 200)
        return (service, token)
    }

    @Test func `A token needs the keys and the right secret`() throws {
        var service = service()
        for (target, headers) in [
            ("/es/mobile/auth/0092eb879e3f3cdf107e473894dc6e8", Self.keys),
            ("/es/mobile/auth/a2092eb879e3f3cdf107e473894dc6e8", []),
            ("/es/mobile/auth/a2092eb879e3f3cdf107e473894dc6e8", Array(Self.keys.prefix(1))),
        ] {
            #expect(service.handle(EmulatorRequest("POST", target, headers: headers)).status == 401)
        }
        #expect(try !token(of: &service).isEmpty)
    }

    @Test func `Everything else needs keys and a valid token`() throws {
        var (service, token) = try joined()
        #expect(try send("GET", "/hub/inbox/messages/ana/d", token: "other", &service).status == 401)
        let bearer = [EmulatorHeader("Authorization", "Bearer \(token)")]
        #expect(
            service.handle(EmulatorRequest("GET", "/hub/inbox/messages/ana/d", headers: bearer)).status == 401)
        service.expireTokens()
        #expect(try send("GET", "/hub/inbox/messages/ana/d", token: token, &service).status == 401)
        token = try self.token(of: &service)
        #expect(try send("GET", "/hub/inbox/messages/ana/d", token: token, &service).status == 200)
    }

    @Test func `A contact sees its own inbox only`() throws {
        var (service, token) = try joined()
        for path in ["ben/d", "ana/other", "your_channel_key%3A/d"] {
            #expect(try send("GET", "/hub/inbox/messages/\(path)", token: token, &service).status == 404)
        }
        #expect(try send("PUT", "/hub/inbox/messages/ana/d", token: token, &service).status == 405)
        #expect(try send("GET", "/hub/unknown/x/y", token: token, &service).status == 404)
    }

    @Test func `Events are refused together, with their indices`() throws {
        var (service, token) = try joined()
        let good: JSONValue = ["deviceId": "d", "event": "e", "timestamp": "2026-01-01T00:00:00.000Z"]
        let response = try send(
            "POST", "/es/mobile/events", [good, ["deviceId": "d", "event": ""]], token: token, &service)
        #expect(response.status == 422 && service.records.events.isEmpty)
        let errors = response.json?["error"]?["errors"]?.object
        #expect(errors?.members.map(\.key) == ["1.event", "1.timestamp"])
        for body: JSONValue in [[], ["x"], "x"] {
            #expect(try send("POST", "/es/mobile/events", body, token: token, &service).status == 422)
        }
        #expect(try send("POST", "/es/mobile/events", [good], token: token, &service).status == 200)
        #expect(service.records.bulks == [1])
    }

    @Test func `A content address needs no keys, refuses them, and expires`() throws {
        var (service, token) = try joined()
        service.deliver("m", to: "ana", content: "text", sentAt: clock.now)
        let message = try send("GET", "/hub/inbox/message/ana/d/m", token: token, &service).json?["message"]
        let url = try #require(message?["url"]?.string)
        let target = String(url.dropFirst("http://127.0.0.1".count))
        #expect(service.handle(EmulatorRequest("GET", target)).body == Array("text".utf8))
        #expect(service.handle(EmulatorRequest("GET", target, headers: Self.keys)).status == 400)
        clock.advance(by: 300)
        #expect(service.handle(EmulatorRequest("GET", target)).status == 403)
        #expect(service.handle(EmulatorRequest("GET", "/content/other")).status == 404)
    }

    @Test func `Marks of unknown messages are refused with their lists`() throws {
        var (service, token) = try joined()
        service.deliver("m", to: "ana", content: "text", sentAt: clock.now)
        let marks: JSONValue = [
            "deviceId": "d", "primaryKey": "ana", "markAsReadIds": ["m", "x"], "markAsUnReadIds": ["y"],
        ]
        let response = try send("POST", "/hub/inbox/read", marks, token: token, &service)
        #expect(
            response.json?["error"]?["errors"]?.object?.members.map(\.key) == ["markAsReadIds.1", "markAsUnReadIds.0"])
        #expect(service.isRead("m", of: "ana") == false)
    }

    @Test func `In-app messages are listed once, and their times are in a file`() throws {
        var (service, token) = try joined()
        #expect(try send("GET", "/hub/timestamps/ana/d", token: token, &service).status == 404)
        service.announce("m", to: "ana", content: "<p>", ["type": "modal"], sentAt: clock.now)
        #expect(try send("GET", "/hub/timestamps/ana/d", token: token, &service).json?["url"]?.string != nil)
        let count = { (response: (status: Int, json: JSONValue?)) in response.json?["messages"]?.array?.count }
        #expect(count(try send("GET", "/hub/mobile/messages/ana/d", token: token, &service)) == 1)
        #expect(count(try send("GET", "/hub/mobile/messages/ana/d", token: token, &service)) == 0)
        let message = try send("GET", "/hub/mobile/message/m", token: token, &service)
        #expect(message.json?["content"] == "<p>")
    }

    @Test(arguments: ["", "%", "/%zz", "//", "/es", "/es//events", "/hub/inbox/messages", "/content/", "/click/none"])
    func `A hostile address is not found`(target: String) {
        var service = service()
        #expect(service.handle(EmulatorRequest("GET", target)).status == 404)
    }

    @Test func `A fault is used up`() throws {
        var (service, token) = try joined()
        service.faults = [RequestFault(.refused(status: 418), method: "GET", pathPrefix: "/hub/inbox")]
        #expect(try send("GET", "/hub/inbox/messages/ana/d", token: token, &service).status == 418)
        #expect(try send("GET", "/hub/inbox/messages/ana/d", token: token, &service).status == 200)
    }
}
