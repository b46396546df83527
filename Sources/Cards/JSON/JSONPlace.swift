/// A position in a JSON document in lines and columns, as editors count them.
package struct JSONPlace: Hashable, Sendable, Comparable {
    /// The line, from 1.
    package var line: Int
    /// The column in characters (Unicode scalars), from 1.
    package var column: Int

    /// Creates an instance with these properties.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The start of the value that a JSON pointer (RFC 6901) refers to, or of its nearest existing parent.
    package init(of pointer: String, in document: JSONSlice) {
        var slice = document
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = part.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
            // A failure means that the value is neither an object nor an array; its parent is the result.
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

    package static func < (left: JSONPlace, right: JSONPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

extension JSONSlice {
    /// The start of the slice in its document.
    package var place: JSONPlace {
        // The kind is irrelevant: creating an error computes the line and column.
        let error = failure(.invalidUTF8)
        return JSONPlace(line: error.line, column: error.column)
    }
}
