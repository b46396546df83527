import Cards
import EmulatorHTTP
import Support
import Testing

@testable import ComapiEmulator

/// Reading and writing profiles.
@Suite struct ProfileTests {
    @Test func `an update replaces all attributes and a patch some`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        fixture.clock.advance(by: 60)
        let put = try fixture.json(
            "PUT", "/profiles/ana", as: "ana", body: #"{"id":"ana","firstName":"Ana","shoe":{"size":[38.5]}}"#)
        #expect(
            put
                == [
                    "id": "ana", "firstName": "Ana", "shoe": ["size": [38.5]],
                    "_createdOn": "2026-01-15T09:00:00.000Z", "_createdBy": "ana",
                    "_updatedOn": "2026-01-15T09:01:00.000Z", "_updatedBy": "ana",
                ])
        let patched = try fixture.json(
            "PATCH", "/profiles/ana", as: "ana", body: #"{"email":"ana@example.com","firstName":null}"#)
        #expect(patched["email"] == "ana@example.com" && patched["firstName"] == nil)
        #expect(patched["shoe"] == ["size": [38.5]])
        #expect(try fixture.json("PUT", "/profiles/ana", as: "ana", body: "{}")["shoe"] == nil)
    }

    @Test func `a patch deletes attributes by name and creates profiles on request`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        _ = try fixture.json("PUT", "/profiles/ana", as: "ana", body: #"{"a":1,"b":2,"c":3}"#)
        let left = try fixture.json("PATCH", "/profiles/ana?deletes=a&deletes=c", as: "ana", body: "{}")
        #expect(left["a"] == nil && left["b"] == 2 && left["c"] == nil)
        #expect(fixture.status("PATCH", "/profiles/new", as: "ana", body: "{}") == 404)
        #expect(fixture.status("PUT", "/profiles/new", as: "ana", body: "{}") == 404)
        #expect(fixture.status("PATCH", "/profiles/new?allowcreate=true", as: "ana", body: #"{"x":1}"#) == 201)
        #expect(try fixture.json("GET", "/profiles/new", as: "ana")["_createdBy"] == "ana")
    }

    @Test func `attributes with an underscore and another id are refused`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        for method in ["PUT", "PATCH"] {
            let response = fixture.response(
                method, "/profiles/ana", as: "ana", body: #"{"id":"ben","_updatedOn":"x","ok":1}"#)
            #expect(response.status == 400 && response.failures == ["id", "_updatedOn"])
        }
        #expect(try fixture.json("GET", "/profiles/ana", as: "ana")["ok"] == nil)
    }

    @Test(arguments: ["PUT", "PATCH"])
    func `a write with another ETag is refused and writes nothing`(method: String) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        let before = fixture.response("GET", "/profiles/ana", as: "ana")
        let tag = try #require(before.headers["ETag"])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 20)
        let refused = fixture.exchange(
            method, "/profiles/ana", as: "ana", body: #"{"a":1}"#, headers: [EmulatorHeader("if-match", "\"other\"")])
        #expect(refused.response.status == 412 && refused.events.isEmpty)
        #expect(fixture.response("GET", "/profiles/ana", as: "ana") == before)
        let written = fixture.response(
            method, "/profiles/ana", as: "ana", body: #"{"a":1}"#, headers: [EmulatorHeader("If-Match", tag)])
        #expect(written.status == 200 && written.headers["ETag"] != tag)
        #expect(fixture.response("GET", "/profiles/ana", as: "ana").headers["ETag"] == written.headers["ETag"])
        // The previous tag no longer matches.
        #expect(
            fixture.status(method, "/profiles/ana", as: "ana", body: "{}", headers: [EmulatorHeader("If-Match", tag)])
                == 412)
    }

    @Test func `identifiers may hold any character`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "PLATFORM/USER\\x@y z"])
        #expect(
            try fixture.json("GET", "/profiles/PLATFORM%2FUSER%5Cx%40y%20z", as: "ana")["id"]
                == "PLATFORM/USER\\x@y z")
    }
}
