import Cards
import Testing

@testable import CardStreamComapi

/// Profiles: reading, finding, changing with entity tags (iOS guide of the service, "Profile services").
@Suite struct ProfileTests {
    let service = ScriptedService()

    @Test func `known and unknown attributes are read, and null is absent`() throws {
        let profile = try #require(
            ComapiProfile(
                JSONObject(
                    parsing: """
                        {"id":"ana","email":"ana@example.com","firstName":"Ana","lastName":null,"age":31,
                        "tags":["a",{"b":1}],"_createdOn":"2016-09-29T09:17:46.534Z"}
                        """)))
        #expect(profile.email == "ana@example.com")
        #expect(profile.lastName == nil)
        #expect(profile.displayName == "Ana")
        #expect(profile.attributes["age"] == 31)
        #expect(profile.attributes["tags"] == ["a", ["b": 1]])
        #expect(profile.attributes["lastName"] == nil)
        #expect(profile.createdOn?.rfc3339 == "2016-09-29T09:17:46.534Z")
    }

    @Test(arguments: ["{}", #"{"id":null}"#, #"{"id":7}"#, #"{"firstName":"Ana"}"#])
    func `a profile without an id is refused`(json: String) throws {
        #expect(try ComapiProfile(JSONObject(parsing: json)) == nil)
    }

    @Test func `a profile comes with its entity tag`() async throws {
        service.respond(to: "GET /profiles/PLATFORM%5Cx%40y%20z", 200, #"{"id":"PLATFORM\\x@y z"}"#, etag: #""1b-jO""#)
        let profile = try await service.client().profiles.profile(#"PLATFORM\x@y z"#)
        #expect(profile.value.id == #"PLATFORM\x@y z"#)
        #expect(profile.etag == #""1b-jO""#)
    }

    @Test func `replacing sends everything but the service's own attributes`() async throws {
        let profile = ComapiProfile(
            id: "ana", attributes: ["email": "a@b.c", "custom": ["deep": [1, nil]], "_createdOn": "2016-09-29"])
        service.respond(to: "PUT /profiles/ana", 201, #"{"id":"ana"}"#, etag: "\"2\"")
        let changed = try await service.client().profiles.replace(profile, ifMatch: "\"1\"")
        #expect(changed.etag == "\"2\"")
        #expect(service.requests.last?.ifMatch == "\"1\"")
        #expect(service.requests.last?.body == ["id": "ana", "email": "a@b.c", "custom": ["deep": [1, nil]]])
    }

    @Test func `a patch sends what changes`() async throws {
        service.respond(to: "PATCH /profiles/ana", 200, #"{"id":"ana","email":"new@example.com"}"#)
        let changed = try await service.client().profiles.patch("ana", ["email": "new@example.com", "_x": 1])
        #expect(changed.value.email == "new@example.com")
        #expect(service.requests.last?.body == ["email": "new@example.com"])
        #expect(service.requests.last?.ifMatch == nil)
    }

    @Test(arguments: [412, 409])
    func `a conflict contains the current value of the service`(status: Int) async throws {
        service.respond(to: "PATCH /profiles/ana", status, "The ETag does not match")
        service.respond(to: "GET /profiles/ana", 200, #"{"id":"ana","email":"bo@example.com"}"#, etag: "\"3\"")
        let client = service.client()
        let error = try #require(
            await failure(of: { try await client.profiles.patch("ana", ["email": "x"], ifMatch: "\"1\"") }))
        #expect(error.code == .conflict)
        #expect(error.status == status)
        #expect(error.message == "The ETag does not match")
        guard case .profile(let current)? = error.current else { return #expect(Bool(false)) }
        #expect(current.value.email == "bo@example.com")
        #expect(current.etag == "\"3\"")
    }

    @Test func `a conflict whose current value cannot be loaded is still a conflict`() async throws {
        service.respond(to: "PATCH /profiles/ana", 412)
        service.respond(to: "GET /profiles/ana", 500)
        let client = service.client()
        let error = try #require(await failure(of: { try await client.profiles.patch("ana", [:]) }))
        #expect(error.code == .conflict)
        #expect(error.current == nil)
    }

    @Test(
        arguments: [
            (ProfileQuery([.equals("name", "Bo & Co")]), "name=Bo%20%26%20Co"),
            (ProfileQuery([ProfileQuery.Term("name", .unequal, "Bo")]), "name=%21Bo"),
            (ProfileQuery([ProfileQuery.Term("age", .greater, "18")]), "age=%3E18"),
            (ProfileQuery([ProfileQuery.Term("age", .less, "18")]), "age=%3C18"),
            (ProfileQuery([.atLeast("age", 18)]), "age=%3E%3D18"),
            (ProfileQuery([ProfileQuery.Term("age", .lessOrEqual, "18")]), "age=%3C%3D18"),
            (ProfileQuery([.startsWith("firstName", "Do")]), "firstName=%5EDo"),
            (ProfileQuery([ProfileQuery.Term("email", .endsWith, ".com")]), "email=%24.com"),
            (ProfileQuery([.contains("email", "@ex")]), "email=~%40ex"),
            (
                ProfileQuery([ProfileQuery.Term("id", .isIn, "a"), ProfileQuery.Term("id", .isIn, "b")]),
                "id%5B%5D=a&id%5B%5D=b"
            ),
            (ProfileQuery([ProfileQuery.Term("id", .isNotIn, "a")]), "id%5B%5D=%21a"),
            (ProfileQuery([.exists("email")]), "email="),
            (ProfileQuery([ProfileQuery.Term("email", .isMissing)]), "email=%21"),
            (ProfileQuery([.exists("a")], limit: 5, skip: 10), "a=&$limit=5&$skip=10"),
        ])
    func `every comparison is encoded in the service's syntax`(query: ProfileQuery, expected: String) async throws {
        service.respond(to: "GET /profiles?", 200, #"[{"id":"a"},{"noId":1},7,{"id":"b"}]"#)
        let found = try await service.client().profiles.find(query)
        #expect(service.requests.last?.target == "/profiles?" + expected)
        #expect(found.map(\.id) == ["a", "b"])
    }

    @Test(
        arguments: [
            ("firstName^=Do", ProfileQuery.Term("firstName", .startsWith, "Do")),
            ("age>=18", ProfileQuery.Term("age", .greaterOrEqual, "18")),
            ("age<18", ProfileQuery.Term("age", .less, "18")), ("n!=Bo", ProfileQuery.Term("n", .unequal, "Bo")),
            ("email$=@x=y", ProfileQuery.Term("email", .endsWith, "@x=y")),
            ("a~=b", ProfileQuery.Term("a", .contains, "b")), ("email", ProfileQuery.Term("email", .exists)),
            ("!email", ProfileQuery.Term("email", .isMissing)),
        ])
    func `a query term is parsed from text`(text: String, term: ProfileQuery.Term) {
        #expect(ProfileQuery.term(typed: text) == term)
    }

    @Test(arguments: ["", "=x", ">=3", "!", "age>=", "firstName^=", "email="])
    func `a term without an attribute or a value is refused`(text: String) {
        #expect(ProfileQuery.term(typed: text) == nil)
    }
}
