/// String literals in the source become safe text without cleaning: a `StaticString` cannot be made at run time. Debug
/// builds still check them.
extension SafeText: ExpressibleByStringLiteral {
    package init(stringLiteral value: StaticString) {
        let string = value.description
        let isPlain = TextSanitiser.isPlain(string)
        assert(
            isPlain || TextSanitiser.clean(string, lines: .multiple, limit: .max) == string,
            "A literal holds scalars that must not reach a terminal: \(string.unicodeScalars.map(\.value))")
        self.init(trusted: string, isPlain: isPlain)
    }
}

/// Interpolation accepts only safe text, whole numbers and literals, so `"\(count) new"` is safe by type.
extension SafeText: ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = SafeText.empty

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: StaticString) {
            text += SafeText(stringLiteral: literal)
        }

        package mutating func appendInterpolation(_ safe: SafeText) {
            text += safe
        }

        /// Text from outside, cleaned to one line: `"no such file: \(raw: path)"`.
        package mutating func appendInterpolation(raw: String) {
            text += SafeText(raw)
        }

        package mutating func appendInterpolation(_ number: some FixedWidthInteger) {
            text += SafeText(trusted: String(number), isPlain: true)
        }
    }

    package init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.text
    }
}
