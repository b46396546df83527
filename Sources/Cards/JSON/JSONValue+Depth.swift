extension JSONValue {
    /// The expectation in problems about nesting.
    package static let depthExpectation = "at most \(CardLimits.depth) levels of arrays and objects"

    /// A JSON pointer to the first array or object nested deeper than this many levels, counting this value as the
    /// first; nil if there is none.
    package func pointer(deeperThan levels: Int) -> String? {
        switch self {
        case .null, .bool, .number, .string: return nil
        case .array(let elements):
            guard levels > 0 else { return "" }
            for (index, element) in elements.enumerated() {
                if let rest = element.pointer(deeperThan: levels - 1) { return "/\(index)" + rest }
            }
        case .object(let object):
            guard levels > 0 else { return "" }
            for (key, value) in object.members {
                if let rest = value.pointer(deeperThan: levels - 1) { return CardProblem.pointerPart(key) + rest }
            }
        }
        return nil
    }
}

extension JSONSlice {
    /// Whether well-formed JSON is nested deeper than this many levels. Usually cheap: most documents have fewer arrays
    /// and objects than that in total.
    package static func isNested(_ document: [UInt8], deeperThan levels: Int) -> Bool {
        var begun = 0
        // "[" and "{" differ only in this bit.
        for byte in document where byte | 0x20 == .openBrace { begun += 1 }
        guard begun > levels else { return false }
        do {
            try JSONSlice(document, depthLimit: levels).check()
            return false
        } catch { return true }
    }
}
