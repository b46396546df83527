/// A header of a request or a response. Comparing names ignores case (RFC 9110, 5.1).
package struct EmulatorHeader: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [EmulatorHeader] {
    /// The value of the first header with a name; nil if there is none. Assigning replaces all headers with this name,
    /// and assigning nil removes them.
    package subscript(name: String) -> String? {
        get {
            let name = name.lowercased()
            return first { $0.name.lowercased() == name }?.value
        }
        set {
            let lower = name.lowercased()
            removeAll { $0.name.lowercased() == lower }
            if let newValue { append(EmulatorHeader(name, newValue)) }
        }
    }
}
