/// Reads values without quotes or brackets.
extension TOMLReader {
    mutating func bareValue() throws(TOMLError) -> TOMLValue.Content {
        let start = mark
        while let byte = current, Self.isBareValue(byte) { position += 1 }
        guard position > start.position else { throw notValue(start) }
        let token = bytes[start.position..<position]
        switch text(start.position..<position) {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "inf", "+inf": return .float(.infinity)
        case "-inf": return .float(-.infinity)
        case "nan", "+nan", "-nan": return .float(.nan)
        default: break
        }
        if token.dropFirst(4).first == UInt8(ascii: "-"), token.prefix(4).allSatisfy(Self.isDigit) {
            return .dateTime(try dateTime(since: start))
        }
        if token.dropFirst(2).first == UInt8(ascii: ":") { return .dateTime(try localTime(since: start)) }
        return try number(token, since: start)
    }

    private static func isBareValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "_"),
            UInt8(ascii: "."), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private func notValue(_ start: Mark) -> TOMLError {
        failure("expected a value: a string in quotes, a number, true, false, a date, a list or a table", at: start)
    }

    // MARK: Numbers

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func digit(_ byte: UInt8, radix: UInt8) -> UInt8? {
        let value: UInt8
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
        default: return nil
        }
        return value < radix ? value : nil
    }

    private func number(_ token: ArraySlice<UInt8>, since start: Mark) throws(TOMLError) -> TOMLValue.Content {
        if token.first == UInt8(ascii: "0"), let letter = token.dropFirst().first {
            let radixes: [UInt8: UInt8] = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2]
            if let radix = radixes[letter] { return .integer(try integer(token.dropFirst(2), radix, since: start)) }
        }
        let sign = token.first == UInt8(ascii: "-") || token.first == UInt8(ascii: "+") ? 1 : 0
        var rest = token.dropFirst(sign)
        guard let whole = Self.takeDigits(&rest) else { throw notValue(start) }
        guard whole.count == 1 || whole.first != UInt8(ascii: "0") else {
            throw failure("a number cannot begin with 0; put strings in quotes", at: start)
        }
        if rest.isEmpty {
            return .integer(try integer(whole, 10, isNegative: token.first == UInt8(ascii: "-"), since: start))
        }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard Self.takeDigits(&rest) != nil else { throw notNumber(start) }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            guard Self.takeDigits(&rest) != nil else { throw notNumber(start) }
        }
        guard rest.isEmpty else { throw notNumber(start) }
        let plain = String(decoding: token.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
        guard let number = Double(plain), number.isFinite else {
            throw failure("the number is too large; expected at most 1.7e308", at: start)
        }
        return .float(number)
    }

    private func notNumber(_ start: Mark) -> TOMLError {
        failure(
            "this is not a number; expected a value such as 42, 3.14, 1e6 or 0xFF, or a string in quotes", at: start)
    }

    /// Consumes decimal digits with single underscores between them; nil if there are none.
    private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let start = rest
        var wasDigit = false
        while let byte = rest.first {
            if isDigit(byte) {
                wasDigit = true
            } else if byte == UInt8(ascii: "_"), wasDigit, rest.dropFirst().first.map(isDigit) == true {
                wasDigit = false
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        return rest.startIndex > start.startIndex ? start[..<rest.startIndex] : nil
    }

    private func integer(
        _ digits: ArraySlice<UInt8>, _ radix: UInt8, isNegative: Bool = false, since start: Mark
    ) throws(TOMLError) -> Int {
        var value = 0
        var wasDigit = false
        for byte in digits {
            if byte == UInt8(ascii: "_"), wasDigit {
                wasDigit = false
                continue
            }
            guard let digit = Self.digit(byte, radix: radix) else { throw notNumber(start) }
            wasDigit = true
            let (product, isOver) = value.multipliedReportingOverflow(by: Int(radix))
            let (sum, isOverNow) =
                isNegative
                ? product.subtractingReportingOverflow(Int(digit)) : product.addingReportingOverflow(Int(digit))
            guard !isOver, !isOverNow else {
                throw failure("the number does not fit in 64 bits; expected from \(Int.min) to \(Int.max)", at: start)
            }
            value = sum
        }
        guard wasDigit else { throw notNumber(start) }
        return value
    }
}
