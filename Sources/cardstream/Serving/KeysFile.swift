internal import AppRuntime
import Basics
internal import Cards
internal import TOML

/// Reads the tables of a server's key file. Messages name the position of an error and what is allowed, but never the
/// value, which may be a key.
struct KeysFile {
    let path: String
    let lines: TOMLLines

    /// - Parameter place: The dotted name of the invalid value, with lists counted from 0:
    ///   `environment[0].viewer[1].key`.
    func mistake(_ place: String, _ message: String) -> ConfigError {
        ConfigError(.file(path: path, line: lines.line(of: place)), "\(Self.described(place)): \(message)")
    }

    func checkNames(of table: TOMLTable, at place: String, known: [String]) throws(ConfigError) {
        for name in table.keys where !known.contains(name) {
            let guess = Spelling.nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
            let allowed = known.count == 1 ? "expected [[\(known[0])]]" : "known: \(known.joined(separator: ", "))"
            throw ConfigError(
                .file(path: path, line: lines.line(of: Self.dotted(place, name))),
                "unknown key \"\(name)\"\(place.isEmpty ? "" : " in \(Self.described(place))"); \(guess ?? allowed)")
        }
    }

    /// The string with this name; nil if it is missing.
    func text(_ name: String, in table: TOMLTable, at place: String) throws(ConfigError) -> String? {
        guard let value = table[name] else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw mistake(Self.dotted(place, name), "expected a string in quotes")
        }
        return text
    }

    /// - Parameter choices: The allowed texts; nil for any.
    func texts(
        _ name: String, in table: TOMLTable, at place: String, of choices: [String]? = nil
    ) throws(ConfigError) -> [String] {
        guard let value = table[name] else { return [] }
        let place = Self.dotted(place, name)
        let expected =
            choices.map { "expected a list of \($0.map { "\"\($0)\"" }.joined(separator: " and "))" }
            ?? "expected a list of strings, such as [\"KEY\", \"KEY\"]"
        guard let list = value.array else { throw mistake(place, expected) }
        var texts: [String] = []
        for (index, value) in list.enumerated() {
            guard let text = value.string, !text.isEmpty, choices?.contains(text) ?? true else {
                throw mistake("\(place)[\(index)]", expected)
            }
            texts.append(text)
        }
        return texts
    }

    /// The items of a list of tables with their positions.
    func tables(
        _ name: String, in table: TOMLTable, at place: String
    ) throws(ConfigError) -> [(place: String, table: TOMLTable)] {
        guard let value = table[name] else { return [] }
        let place = Self.dotted(place, name)
        let header = place.split(separator: ".").map { $0.prefix { $0 != "[" } }.joined(separator: ".")
        guard let list = value.array else {
            throw mistake(place, "expected a list of tables: begin each table with [[\(header)]], in double brackets")
        }
        var tables: [(place: String, table: TOMLTable)] = []
        for (index, value) in list.enumerated() {
            guard let item = value.table else {
                throw mistake("\(place)[\(index)]", "expected a table, [[\(header)]]")
            }
            tables.append(("\(place)[\(index)]", item))
        }
        return tables
    }

    private static func dotted(_ place: String, _ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    /// In messages, lists are counted from 1: `environment 1, viewer 2, key`.
    private static func described(_ place: String) -> String {
        place.split(separator: ".").map { part in
            guard let bracket = part.firstIndex(of: "["), let index = Int(part[bracket...].dropFirst().dropLast())
            else {
                return String(part)
            }
            return "\(part[..<bracket]) \(index + 1)"
        }.joined(separator: ", ")
    }
}
