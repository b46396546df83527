/// A function call in an attribute, such as `crdlAction('https://shop.example', null)`. Only strings and null are
/// understood; nothing is run.
struct ScriptCall: Sendable, Hashable {
    var name: String
    var arguments: [String?]

    /// The functions that programs provide to the documents they show.
    static let names: Set<String> = ["crdlAction", "crdlCaptureAllInputs"]

    /// Parses the first call of one of the ``names``; nil if there is none.
    init?(_ script: String) {
        var rest = Substring(script)
        while let open = rest.firstIndex(of: "(") {
            let name = String(
                rest[..<open].trimmedEnd.reversed().prefix { $0.isLetter || $0.isNumber || "_$".contains($0) }
                    .reversed())
            rest = rest[rest.index(after: open)...]
            guard Self.names.contains(name) else { continue }
            self.name = name
            arguments = []
            while let argument = Self.argument(&rest) {
                arguments.append(argument.text)
                if argument.isLast { break }
            }
            return
        }
        return nil
    }

    /// Consumes an argument and the comma or the bracket after it; nil at the end of the list.
    private static func argument(_ rest: inout Substring) -> (text: String?, isLast: Bool)? {
        rest = rest.drop { $0.isWhitespace }
        guard let first = rest.first, first != ")" else { return nil }
        var text: String?
        if "'\"`".contains(first) {
            var value = ""
            rest.removeFirst()
            while let character = rest.popFirst(), character != first {
                value.append(character == "\\" ? rest.popFirst() ?? character : character)
            }
            text = value.isEmpty ? nil : value
        }
        rest = rest.drop { $0 != "," && $0 != ")" }
        let isLast = rest.popFirst() != ","
        return (text, isLast)
    }
}

extension Substring {
    fileprivate var trimmedEnd: Substring {
        self[..<(lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex)]
    }
}
