import Cards
import Foundation
import Testing

@Suite struct CardDocumentationTests {
    @Test func `the example of the card page is a valid card`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/AppRuntime/Documentation.docc/CardJSON.md").standardizedFileURL
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(text.range(of: "```json\n"))
        let end = try #require(text.range(of: "\n```", range: start.upperBound..<text.endIndex))
        let json = try JSONParser.parse(String(text[start.upperBound..<end.lowerBound]))
        #expect(CardValidation.problems(in: json) == [])
        #expect(try CardBody(json: json).components.count == 8)
    }
}
