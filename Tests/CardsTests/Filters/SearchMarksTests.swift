import Cards
import Testing

struct SearchMarksTests {
    private func marked(_ text: String, by search: String) throws -> [String] {
        let scalars = Array(text.unicodeScalars)
        let marks = try #require(SearchMarks(try CardSearch(search)))
        return marks.positions(in: scalars).map { range in
            var part = String.UnicodeScalarView()
            part.append(contentsOf: scalars[range])
            return String(part)
        }
    }

    @Test(arguments: [
        ("Rollback of the rollback", "rollback", ["Rollback", "rollback"]), ("Zürich", "zur", ["Zür"]),
        ("Straße 1", "strasse", ["Straße"]), ("a disk is full", "disk full", ["disk", "full"]),
        ("on call now", "\"on call\"", ["on call"]), ("nothing", "xyz", []), ("short", "shorter", []),
    ])
    func `matches are marked as the search compares words`(text: String, search: String, expected: [String]) throws {
        #expect(try marked(text, by: search) == expected)
    }

    @Test(arguments: ["", "is:unseen priority:1", "-rollback"])
    func `a search without words marks nothing`(search: String) throws {
        #expect(SearchMarks(try CardSearch(search)) == nil)
    }

    @Test func `characters that are not letters separate words`() throws {
        let marks = try #require(SearchMarks(try CardSearch("ab")))
        #expect(marks.positions(in: ["a", nil, "b", "a", "b"]) == [3..<5])
    }
}
