import Cards
import Testing

@Suite struct JSONSliceTests {
    private func slice(_ text: String) -> JSONSlice { JSONSlice(Array(text.utf8)) }

    @Test func `members are found with their bytes untouched`() throws {
        let body = #"{ "text" : "a \"b\" }", "n": [1, {"x": 0.10}] }"#
        let frame = try slice(#" {"kind":"delta","seq":42, "cards": [\#(body) , null], "gone": null} "#).members()
        #expect(frame.all.map(\.key) == ["kind", "seq", "cards", "gone"])
        #expect(try frame.string("kind") == "delta")
        #expect(try frame.int("seq") == 42)
        let cards = try frame.elements("cards")
        #expect(String(decoding: cards[0].bytes, as: UTF8.self) == body)
        #expect(cards[1].isNull)
        #expect(frame["gone"] == nil)
        #expect(try cards[0].value()["n"] == [1, ["x": .number(JSONNumber(literal: "0.10")!)]])
    }

    @Test func `a missing member is named at its object`() throws {
        let outer = try slice(#"{"a": {"b": 1}}"#).members()
        let error = #expect(throws: JSONError.self) { try outer.members("a").string("c") }
        #expect(error?.kind == .missingMember("c"))
        #expect(error?.offset == 6)
    }

    @Test func `a value of another type is named at its place`() throws {
        let members = try slice(#"{"a": 1.5, "b": "x", "c": 99999999999999999999, "d": 3e0}"#).members()
        #expect(throws: JSONError.self) { try members.int("a") }
        #expect(throws: JSONError.self) { try members.int("c") }
        #expect(throws: JSONError.self) { try members.bool("b") }
        #expect(throws: JSONError.self) { try members.members("b") }
        #expect(throws: JSONError.self) { try members.optionalString("a") }
        #expect(try members.int("d") == 3)
        #expect(try members.double("a") == 1.5)
        let error = #expect(throws: JSONError.self) { try members.elements("b") }
        #expect(error?.kind == .wrongType(expected: "an array"))
        #expect(error?.offset == 16)
    }

    @Test(arguments: [
        #"{"a": [1, }"#, #"{"a": 01}"#, #"{"a": "\x"}"#, #"{"a": 1} ?"#, #"{"a": tru}"#, #"{"a": 1, "a": 2}"#, "", "[",
    ])
    func `a broken document gives no members`(text: String) {
        #expect(throws: JSONError.self) { try slice(text).members() }
    }
}
