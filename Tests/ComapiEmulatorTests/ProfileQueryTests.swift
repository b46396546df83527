import Cards
import EmulatorHTTP
import Testing

@testable import ComapiEmulator

/// The query language for profiles, with one row for each operator.
@Suite struct ProfileQueryTests {
    @Test(
        arguments: [
            ("", "ana ben cyd dee"),
            // Equal and not equal, in both notations.
            ("firstName=Ana", "ana"), ("age=30", "ben"), ("member=true", "ana"), ("zip='0150'", "cyd"),
            ("zip=0150", "cyd"), ("address.city=Oslo", "ben"), ("tags=tea", "ana ben"),
            ("firstName=!Ana", "ben cyd dee"), ("firstName!=Ana", "ben cyd dee"), ("tags=!tea", "cyd dee"),
            // Comparison of numbers and of texts.
            ("age=>30", "cyd"), ("age=>=30", "ben cyd"), ("age=<30", "ana"), ("age=<=30", "ana ben"),
            ("firstName=>Ben", "cyd dee"), ("firstName=<Ben", "ana"), ("age=>'5'", ""),
            // Parts of texts, case-insensitive.
            ("firstName=^b", "ben"), ("firstName=$A", "ana"), ("email=~example", "ana ben"), ("email=~ex.mple", ""),
            // One of several values.
            ("firstName[]=Ana&firstName[]=Cyd", "ana cyd"), ("age[]=30&age[]=20", "ana ben"),
            ("firstName[]=!Ana&firstName[]=!Cyd", "ben dee"),
            // Present or absent.
            ("email=", "ana ben"), ("email=!", "cyd dee"), ("nothing=!", "ana ben cyd dee"),
            // All terms must hold, encoded or not.
            ("email=~example&age=>20", "ben"), ("email%3D", ""), ("age=%3E%3D30&firstName=%5EC", "cyd"),
            ("firstName%5B%5D=Ana", "ana"), ("lastName=O%27Neil%20%26%20Co", "dee"),
            // Pages, and other names with a dollar sign, which change nothing.
            ("$limit=2", "ana ben"), ("$skip=1&$limit=2", "ben cyd"), ("$skip=9", ""), ("$limit=0", ""),
            ("$includeDeleted=true&firstName=Ana", "ana"),
        ])
    func `a query finds profiles by its terms`(query: String, found: String) throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "ben", "cyd", "dee"])
        for (id, body) in [
            ("ana", #"{"firstName":"Ana","age":20,"email":"a@example.com","member":true,"tags":["tea","milk"]}"#),
            ("ben", #"{"firstName":"Ben","age":30,"email":"b@EXAMPLE.com","address":{"city":"Oslo"},"tags":["tea"]}"#),
            ("cyd", #"{"firstName":"Cyd","age":40.5,"zip":"0150","member":false}"#),
            ("dee", #"{"firstName":"Dee","lastName":"O'Neil & Co"}"#),
        ] {
            _ = try fixture.json("PUT", "/profiles/\(id)", as: "ana", body: body)
        }
        let result = try #require(try fixture.json("GET", "/profiles?\(query)", as: "ana").array)
        #expect(result.compactMap { $0["id"]?.string }.joined(separator: " ") == found)
    }

    @Test func `fields choose attributes`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        _ = try fixture.json("PUT", "/profiles/ana", as: "ana", body: #"{"a":1,"b":2,"c":3}"#)
        #expect(
            try fixture.json("GET", "/profiles?$fields=a,c", as: "ana") == [["id": "ana", "a": 1, "c": 3]])
    }

    @Test(arguments: ["$limit=x", "$limit=-1", "$skip=1.5"])
    func `a limit is a whole number`(query: String) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        let response = fixture.response("GET", "/profiles?\(query)", as: "ana")
        #expect(response.status == 400 && response.failures == [String(query.prefix { $0 != "=" })])
    }
}
