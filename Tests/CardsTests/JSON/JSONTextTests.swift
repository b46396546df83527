import Cards
import Testing

@Suite struct JSONTextTests {
    @Test func `values and objects are described as JSON`() throws {
        let object: JSONObject = ["b": 1, "a": ["x", nil, true], "text": "\"\n\u{1B}é"]
        let text = #"{"b":1,"a":["x",null,true],"text":"\"\n\u001bé"}"#
        #expect("\(object)" == text && object.text() == text)
        #expect("\(JSONValue.object(object))" == text)
        #expect(try JSONValue(parsing: Array("\(object)".utf8)) == .object(object))
        #expect(String(describing: [JSONValue.null, 0.5]) == "[null, 0.5]")
        #expect((["a": [:]] as JSONObject).text(isPretty: true) == "{\n  \"a\": {}\n}")
    }

    @Test func `numbers are written as literals`() throws {
        let numbers: [JSONNumber] = [1, -7, 0.5, 1e3, 9_223_372_036_854_775_807]
        #expect(numbers.map(\.literal) == ["1", "-7", "0.5", "1000", "9223372036854775807"])
        #expect(JSONValue.number(1) == 1 && CardFilter.Value.number(2.5) == 2.5)
    }
}
