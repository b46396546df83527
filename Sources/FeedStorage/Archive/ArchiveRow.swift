import Basics
package import Cards

/// A row of an archive.
package struct ArchiveRow: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case null
        case integer(Int64)
        case text(String)
        case flag(Bool)
        case bytes([UInt8])

        package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
        package var text: String? { if case .text(let value) = self { value } else { nil } }
        package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    }

    package var table: ArchiveTable
    /// The values, one for each column of the table.
    package var values: [Value]

    /// The size in bytes of every piece of a file except the last one.
    package static let chunkSize = 49_152

    package init(_ table: ArchiveTable, _ values: [Value]) {
        self.table = table
        self.values = values
    }

    package static func chunk(of upload: String, _ number: Int, _ bytes: [UInt8]) -> ArchiveRow? {
        ArchiveTable.named("chunk").map {
            ArchiveRow($0, [.text(upload), .integer(Int64(number)), .bytes(bytes)])
        }
    }

    package subscript(_ column: String) -> Value {
        table.columns.firstIndex { $0.name == column }.map { values[$0] } ?? .null
    }

    /// A hash of all values that must be identical in every storage.
    package var hash: UInt64 {
        var hash = FNV1a()
        hash.append(table.name.utf8)
        for (column, value) in zip(table.columns, values) where column.role != .position {
            hash.append(CollectionOfOne(0xFF))
            switch value {
            case .null: hash.append(CollectionOfOne(0xFE))
            case .integer(let value): hash.append(String(value).utf8)
            case .text(let value): hash.append(value.utf8)
            case .flag(let value): hash.append(CollectionOfOne(value ? 1 : 0))
            case .bytes(let value): hash.append(value)
            }
        }
        return hash.value
    }

    /// A name for the row in error messages: its table and up to three identifying values.
    package var shownName: String {
        let parts = zip(table.columns, values).compactMap { column, value in
            ["id", "environment", "user", "stream", "key", "card", "upload", "number", "token", "name"].contains(
                column.name)
                ? value.text ?? value.integer.map(String.init) : nil
        }
        return "\(table.name) \(parts.prefix(3).joined(separator: " "))"
    }

    // MARK: Lines

    package var json: JSONObject {
        var object: JSONObject = ["row": .string(table.name)]
        for (column, value) in zip(table.columns, values) {
            switch value {
            case .null: continue
            case .integer(let value): object[column.name] = .number(JSONNumber(Int(value)))
            case .text(let value): object[column.name] = .string(value)
            case .flag(let value): object[column.name] = .bool(value)
            case .bytes(let value) where column.kind == .json && String(validating: value, as: UTF8.self) != nil:
                object[column.name] = .string(String(decoding: value, as: UTF8.self))
            case .bytes(let value): object[column.name] = .object(["base64": .string(Base64.text(value))])
            }
        }
        return object
    }

    /// - Throws: ``ArchiveError/unreadable(_:)``.
    package init(_ object: JSONObject) throws(ArchiveError) {
        let name = object["row"]?.string ?? ""
        guard let table = ArchiveTable.named(name) else { throw .unreadable("unknown kind of row: \"\(name)\"") }
        self.table = table
        values = []
        for column in table.columns {
            let found = object[column.name]
            if found == nil, column.isOptional {
                values.append(.null)
                continue
            }
            guard let found, let value = Self.value(found, column.kind) else {
                throw .unreadable("a row \"\(name)\" has no valid \"\(column.name)\"")
            }
            values.append(value)
        }
    }

    private static func value(_ value: JSONValue, _ kind: ArchiveTable.Column.Kind) -> Value? {
        switch (kind, value) {
        case (.integer, .number(let number)): Int64(number.literal).map(Value.integer)
        case (.text, .string(let text)): .text(text)
        case (.flag, .bool(let flag)): .flag(flag)
        case (.json, .string(let text)): .bytes(Array(text.utf8))
        case (.json, .object(let object)), (.bytes, .object(let object)):
            object["base64"]?.string.flatMap { Base64.decode($0.utf8) }.map(Value.bytes)
        default: nil
        }
    }
}

extension [ArchiveRow] {
    /// The rows in groups of consecutive rows with the same table. The order is kept.
    package var byTable: [(table: ArchiveTable, rows: [ArchiveRow])] {
        var groups: [(table: ArchiveTable, rows: [ArchiveRow])] = []
        for row in self {
            if groups.last?.table == row.table {
                groups[groups.count - 1].rows.append(row)
            } else {
                groups.append((row.table, [row]))
            }
        }
        return groups
    }
}
