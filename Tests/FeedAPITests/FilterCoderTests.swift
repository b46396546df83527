import Cards
import FeedAPI
import Foundation
import Testing

@Suite struct FilterCoderTests {
    @Test(
        arguments: [
            (.priority, .lessThan, [.number(JSONNumber(4))], #"[{"lessThan":{"byPriority":4}}]"#),
            (
                .priority, .between, [.number(JSONNumber(2)), .number(JSONNumber(6))],
                #"[{"between":[{"byPriority":2},{"byPriority":6}]}]"#
            ),
            (.templateName, .equalTo, [.string("")], #"[{"equalTo":{"byCardTemplateName":""}}]"#),
            (
                .templateID, .in, [.string("a"), .string("b")],
                #"[{"in":[{"byCardTemplateID":"a"},{"byCardTemplateID":"b"}]}]"#
            ),
            (
                .createdDate, .greaterThan, [.date(Date(timeIntervalSince1970: 1_673_226_000))],
                #"[{"greaterThan":{"byCreatedDate":{"date":"2023-01-09T01:00:00.000Z"}}}]"#
            ),
            (
                .variable("urgent"), .equalTo, [.bool(true)],
                #"[{"equalTo":{"byVariableName":{"name":"urgent","value":true}}}]"#
            ),
            (
                .content("content.0.text"), .notEqualTo, [.string("x")],
                #"[{"notEqualTo":{"byCardContent":{"path":"content.0.text","value":"x"}}}]"#
            ),
            (
                .filterKey("tags"), .including, [.string("a")],
                #"[{"including":{"byFilterKey":{"key":"tags","value":"a"}}}]"#
            ),
            (.cardInstanceID, .equalTo, [.string("c1")], #"[{"byCardInstanceId":"c1"}]"#),
        ] as [(CardFilter.Field, CardFilter.Operation, [CardFilter.Value], String)])
    func `a filter has the documented JSON, and round-trips`(
        field: CardFilter.Field, operation: CardFilter.Operation, values: [CardFilter.Value], json: String
    ) throws {
        let filter = try CardFilter(field, operation, values)
        #expect(String(decoding: FeedCoder.encode([filter]), as: UTF8.self) == json)
        #expect(try FeedCoder.decodeFilters(Array(json.utf8)) == [filter])
        #expect(try FeedCoder.decodeFilters(Array(json.dropFirst().dropLast().utf8)) == [filter])
        let route = FeedRoute.changes(stream: "ops", since: FeedCursor("e-1"), filters: [filter])
        #expect(try FeedRoute(method: "GET", target: route.target) == route)
        let frame = ClientFrame.subscribe([.init(streamID: "ops", since: nil, filters: [filter])])
        #expect(try FeedCoder.decodeClientFrame(FeedCoder.encode(frame)) == frame)
    }

    @Test(arguments: [
        ("3", ""), ("[3]", "/0"), (#"[{}]"#, "/0"), (#"[{"near":{"byPriority":4}}]"#, "/0/near"),
        (#"[{"equalTo":{"byColour":"red"}}]"#, "/0/equalTo"), (#"[{"in":[]}]"#, "/0/in"),
        (#"[{"in":[{"byPriority":1},{"byPriority":"2"}]}]"#, "/0/in"),
        (#"[{"in":[{"byPriority":1},{"byCardTemplateID":"2"}]}]"#, "/0/in/1"),
        (#"[{"equalTo":{"byPriority":"high"}}]"#, "/0/equalTo"),
        (#"[{"equalTo":{"byCreatedDate":"soon"}}]"#, "/0/equalTo/byCreatedDate"),
        (#"[{"equalTo":{"byVariableName":"a"}}]"#, "/0/equalTo/byVariableName"),
        (#"[{"equalTo":{"byVariableName":{"name":"a","value":[1]}}}]"#, "/0/equalTo/byVariableName/value"),
        (#"[{"byPriority":3}]"#, "/0/byPriority"), (#"[{"byCardInstanceId":3}]"#, "/0/byCardInstanceId"),
        (#"{"lessThan":{"byCardTemplateID":"x"}}"#, "/lessThan"), (#"[{"lessThan""#, ""),
    ])
    func `a bad filter names its place`(json: String, pointer: String) {
        let problem = #expect(throws: Problem.self) { try FeedCoder.decodeFilters(Array(json.utf8)) }
        #expect(problem?.pointer == pointer)
        #expect(problem?.expected?.isEmpty == false)
    }
}
