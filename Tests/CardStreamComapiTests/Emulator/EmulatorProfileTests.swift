import Cards
import ComapiSupport
import Foundation
import Support
import Testing

@testable import CardStreamComapi

/// Profiles against the emulator: reading, searching and writing with entity tags.
@Suite(.timeLimit(.minutes(1))) struct EmulatorProfileTests {
    @Test(arguments: Transport.allCases)
    func `an unknown profile is not found`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let error = await failure { try await space.client("ana").profiles.profile("nobody") }
            #expect(error?.code == .notFound && error?.status == 404)
            #expect(error?.message == "There is no profile with this identifier.")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a patch changes what it names, and unknown attributes are kept`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let profiles = space.client("ana").profiles
            let first = try await profiles.patch(
                "ana", ["firstName": "Ana", "shoe": ["size": 38, "colours": ["red"]]])
            space.clock.advance(by: 60)
            // Attributes of the service are not sent, because it would refuse them.
            let second = try await profiles.patch("ana", ["email": "ana@example.com", "_createdOn": "2000"])
            #expect(second.value.firstName == "Ana" && second.value.email == "ana@example.com")
            #expect(second.value.attributes["shoe"] == ["size": 38, "colours": ["red"]])
            #expect(second.value.updatedOn == space.clock.now && second.value.createdOn != second.value.updatedOn)
            #expect(first.etag != nil && first.etag != second.etag)
            let read = try await profiles.profile("ana")
            #expect(read == second)
            // A null removes the attribute.
            #expect(try await profiles.patch("ana", ["email": nil]).value.email == nil)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a replacement has all attributes`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let profiles = space.client("ana").profiles
            try await profiles.patch("ana", ["firstName": "Ana", "phoneNumber": "1"])
            var profile = try await profiles.profile("ana")
            profile.value.phoneNumber = nil
            profile.value.lastName = "Moreno"
            let replaced = try await profiles.replace(profile.value, ifMatch: profile.etag)
            #expect(replaced.value.displayName == "Ana Moreno" && replaced.value.phoneNumber == nil)
            #expect(try await profiles.profile("ana") == replaced)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a change of another state is a conflict, and writes nothing`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let profiles = space.client("ana").profiles
            let old = try await profiles.profile("ana")
            let current = try await profiles.patch("ana", ["firstName": "Ana"], ifMatch: old.etag)
            let patch = await failure { try await profiles.patch("ana", ["firstName": "X"], ifMatch: old.etag) }
            let replace = await failure { try await profiles.replace(old.value, ifMatch: old.etag) }
            for error in [patch, replace] {
                #expect(error?.code == .conflict && error?.status == 412)
                #expect(error?.current == .profile(current))
            }
            #expect(try await profiles.profile("ana") == current)
            // Without a tag, the change applies to any state.
            #expect(try await profiles.patch("ana", ["firstName": "Y"]).value.firstName == "Y")
        }
    }

    @Test(arguments: Transport.allCases)
    func `every comparison of a query finds the right profiles`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let people: [(String, JSONObject)] = [
                ("ana", ["firstName": "Ana", "city": "Porto", "age": 34]),
                ("dora", ["firstName": "Dora", "city": "Oslo", "age": 17, "phoneNumber": "0123"]),
                ("dov", ["firstName": "Dov & Co", "city": "Bergen", "age": 18]),
            ]
            for (id, attributes) in people { try await space.client(id).profiles.patch(id, attributes) }
            let profiles = space.client("ana").profiles
            let rows: [([ProfileQuery.Term], [String])] = [
                ([], ["ana", "dora", "dov"]),
                ([.equals("city", "Oslo")], ["dora"]),
                ([.equals("firstName", "Dov & Co")], ["dov"]),
                ([.equals("phoneNumber", "0123")], ["dora"]),
                ([ProfileQuery.Term("city", .unequal, "Oslo")], ["ana", "dov"]),
                ([ProfileQuery.Term("age", .greater, "18")], ["ana"]),
                ([ProfileQuery.Term("age", .less, "18")], ["dora"]),
                ([.atLeast("age", 18)], ["ana", "dov"]),
                ([ProfileQuery.Term("age", .lessOrEqual, "18")], ["dora", "dov"]),
                ([.startsWith("firstName", "Do"), .atLeast("age", 18)], ["dov"]),
                ([ProfileQuery.Term("firstName", .endsWith, "a")], ["ana", "dora"]),
                ([.contains("city", "erg")], ["dov"]),
                (
                    [ProfileQuery.Term("city", .isIn, "Oslo"), ProfileQuery.Term("city", .isIn, "Porto")],
                    ["ana", "dora"]
                ),
                ([ProfileQuery.Term("city", .isNotIn, "Oslo"), ProfileQuery.Term("city", .isNotIn, "Porto")], ["dov"]),
                ([.exists("phoneNumber")], ["dora"]),
                ([ProfileQuery.Term("phoneNumber", .isMissing)], ["ana", "dov"]),
            ]
            for (terms, expected) in rows {
                #expect(try await profiles.find(ProfileQuery(terms)).map(\.id) == expected, "\(terms)")
            }
            #expect(Set(rows.flatMap(\.0).map(\.comparison)) == Set(ProfileQuery.Comparison.allCases))
            #expect(try await profiles.find(ProfileQuery(limit: 1, skip: 1)).map(\.id) == ["dora"])
            let typed = ["firstName^=Do", "age>=18"].compactMap { ProfileQuery.term(typed: $0) }
            #expect(try await profiles.find(ProfileQuery(typed)).map(\.id) == ["dov"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `any identifier can be used in a path`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            for id in [
                "PLATFORMUSER\\x@y", "a/b", "new cool", "50% off?", "#1&2=3+4", "Zoë 👩‍🚀", "start", "%2F", ".a", "..",
            ] {
                let profiles = space.client(id).profiles
                try await profiles.patch(id, ["email": .string("\(id)@example.com")])
                #expect(try await profiles.profile(id).value.email == "\(id)@example.com", "\(id)")
                #expect(try await profiles.find(ProfileQuery([.equals("id", id)])).map(\.id) == [id], "\(id)")
            }
        }
    }
}
