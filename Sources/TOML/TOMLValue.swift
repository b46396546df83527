/// A value of a TOML document with the line of its start.
package struct TOMLValue {
    package enum Content {
        case string(String)
        case integer(Int)
        case float(Double)
        case boolean(Bool)
        case dateTime(TOMLDateTime)
        case array([TOMLValue])
        case table(TOMLTable)
    }

    package internal(set) var content: Content
    /// The line where the value begins, from 1.
    package let line: Int

    package var string: String? { if case .string(let text) = content { text } else { nil } }
    package var integer: Int? { if case .integer(let number) = content { number } else { nil } }
    package var float: Double? { if case .float(let number) = content { number } else { nil } }
    package var boolean: Bool? { if case .boolean(let flag) = content { flag } else { nil } }
    package var array: [TOMLValue]? { if case .array(let items) = content { items } else { nil } }
    package var table: TOMLTable? { if case .table(let table) = content { table } else { nil } }

    /// The value as an integer or a float.
    package var number: Double? { integer.map { Double($0) } ?? float }
}
