/// A place in a JSON document as people and editors count it.
public struct JSONPlace: Hashable, Sendable, Comparable {
    /// Counted from 1.
    public var line: Int
    /// Counted from 1, in characters (Unicode scalars).
    public var column: Int

    /// See the properties.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Where the value starts that a JSON pointer (RFC 6901) names; where there is no such value, its nearest parent.
    public init(of pointer: String, in document: JSONSlice) {
        var slice = document
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = part.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
            // Neither an object nor a list: the parent is near enough.
            if let member = try? slice.members().all.first(where: { $0.key == name })?.value {
                slice = member
            } else if let index = Int(name), let elements = try? slice.elements(), elements.indices.contains(index) {
                slice = elements[index]
            } else {
                break
            }
        }
        self = slice.place
    }

    public static func < (left: JSONPlace, right: JSONPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

extension JSONSlice {
    /// Where the slice starts in its whole document.
    public var place: JSONPlace {
        // Any kind will do: an error is what counts lines and columns.
        let error = failure(.invalidUTF8)
        return JSONPlace(line: error.line, column: error.column)
    }
}
