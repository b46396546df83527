internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import Glibc

/// The cards in a file: one JSON document that is a card or an array of cards, or one card per line. Instead of a card,
/// a whole request with a member `card` is accepted. Times and durations of cards are converted into the forms that
/// servers read; see ``CardTimes``.
struct CardFile {
    private(set) var cards: [Entry] = []
    /// Parts that are not JSON, in the order of the file.
    private(set) var mistakes: [ParseFailure] = []
    private let times: TimeArgument

    struct ParseFailure {
        var place: JSONPlace
        var text: String
    }

    /// A card with its position.
    struct Entry {
        /// The card or the request that contains it.
        var json: JSONValue
        /// The reasons why times of the card cannot be read, by JSON pointer into the card.
        fileprivate(set) var timeMistakes: [String: String] = [:]
        /// See ``CardTimes/movingTimes``.
        fileprivate(set) var movingTimes: [String: String] = [:]
        fileprivate var isExpiryDuration = false
        fileprivate var slice: JSONSlice
        /// The line on which the document starts, from 0.
        fileprivate var lineOffset: Int
        /// The pointer from the document to the entry.
        fileprivate var prefix: String

        /// Whether the entry is a request with the card as a member.
        var isRequest: Bool { json["card"] != nil }
        var card: JSONValue { isRequest ? json["card"] ?? .null : json }

        /// The position in the file of a pointer into the card.
        func place(of pointer: String) -> JSONPlace { place(ofOwn: (isRequest ? "/card" : "") + written(pointer)) }

        /// The pointer to what the author wrote.
        private func written(_ pointer: String) -> String {
            isExpiryDuration && pointer == "/expiresIn" ? "/expiresAt" : pointer
        }

        /// The position in the file of a pointer into the entry.
        private func place(ofOwn pointer: String) -> JSONPlace {
            var place = JSONPlace(of: pointer, in: slice)
            place.line += lineOffset
            return place
        }

        /// Errors in the request around the card. The checks are strict, because sending a card to a wrong user is
        /// worse than not sending it.
        var requestMistakes: [ParseFailure] {
            guard isRequest, let object = json.object else { return [] }
            var mistakes: [ParseFailure] = []
            func expect(_ name: String, _ expected: String, _ isFine: (JSONValue) -> Bool) {
                guard let value = object[name], !isFine(value) else { return }
                mistakes.append(
                    ParseFailure(place: place(ofOwn: "/\(name)"), text: "\(prefix)/\(name): expected \(expected)"))
            }
            expect("stream", StreamID.rule.expected) { $0.string.flatMap { StreamID($0) } != nil }
            expect("key", PublicationKey.rule.expected) { $0.string.flatMap { PublicationKey($0) } != nil }
            expect("users", "a list of names, each \(UserID.rule.expected)") { value in
                value.array.map { !$0.isEmpty && $0.allSatisfy { $0.string.flatMap { UserID($0) } != nil } } ?? false
            }
            let known = ["stream", "users", "card", "key"]
            for (name, _) in object.members where !known.contains(name) {
                mistakes.append(
                    ParseFailure(
                        place: place(ofOwn: "/\(name)"),
                        text:
                            "\(prefix)/\(name): unknown member next to \"card\"; expected \(known.joined(separator: ", "))"
                    ))
            }
            return mistakes
        }

        /// Converts a pointer into the card to one into the document.
        func pointer(_ pointer: String) -> String { prefix + (isRequest ? "/card" : "") + written(pointer) }
    }

    /// - Parameters:
    ///   - isLines: Whether each line is a document. If false, this is detected.
    ///   - times: Reads the times of cards.
    init(_ bytes: [UInt8], isLines: Bool, times: TimeArgument = .here) {
        self.times = times
        let bytes = bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes
        if isLines {
            readLines(bytes)
        } else if !Self.isBlank(bytes) {
            readDocument(bytes)
        }
    }

    /// Reads a file, or standard input for `-`, and returns its name for messages.
    static func bytes(_ file: String) throws(FileProblem) -> (name: String, bytes: [UInt8]) {
        if file == "-" {
            let name = "standard input"
            if isatty(STDIN_FILENO) == 1 {
                Console.error("type JSON; Ctrl-D at the beginning of a line ends the input")
            }
            return (name, try PrivateFile.read(descriptor: STDIN_FILENO, name: name, limit: limit))
        }
        return (file, try PrivateFile.read(file, limit: limit))
    }

    /// Keeps the cards with these lifecycle ids or positions from 1, in this order; an empty list keeps all.
    mutating func keep(_ wanted: [String], name: String) throws(CommandFailure) {
        guard !wanted.isEmpty else { return }
        var kept: [Entry] = []
        for text in wanted {
            let isWanted: (Entry) -> Bool = { $0.card["lifecycleId"]?.string == text }
            if let entry = cards.first(where: isWanted) {
                kept.append(entry)
            } else if let position = Int(text), cards.indices.contains(position - 1) {
                kept.append(cards[position - 1])
            } else {
                throw CommandFailure(
                    .nothingMatched,
                    "\(name.shownAsFile) has no card \"\(text)\": expected a lifecycleId, or a position from 1 to \(cards.count)"
                )
            }
        }
        cards = kept
    }

    /// What some programs write at the start of a file. RFC 8259, 8.1 allows ignoring it.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The maximum size of a file in bytes.
    private static let limit = 1 << 30

    private static func isBlank(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    }

    private mutating func readLines(_ bytes: [UInt8]) {
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if !Self.isBlank(line) { read(Array(line), lineOffset: number) }
            number += 1
        }
    }

    private mutating func readDocument(_ bytes: [UInt8]) {
        do {
            let json = try Self.parse(bytes)
            guard let elements = json.array else { return add(json, Self.slice(bytes)) }
            for (index, slice) in try Self.slice(bytes).elements().enumerated() {
                add(elements[index], slice, prefix: "/\(index)")
            }
        } catch {
            // More JSON follows the first value, so the file has one card per line.
            if error.kind == .trailingContent { return readLines(bytes) }
            add(error, lineOffset: 0)
        }
    }

    private mutating func read(_ bytes: [UInt8], lineOffset: Int) {
        do {
            add(try Self.parse(bytes), Self.slice(bytes), lineOffset: lineOffset)
        } catch {
            add(error, lineOffset: lineOffset)
        }
    }

    // Allows deeper nesting than a card may have, so that the validation of the card reports the position, as a server
    // does.

    private static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try JSONParser.parse(bytes, depthLimit: JSONParser.maxDepthLimit)
    }

    private static func slice(_ bytes: [UInt8]) -> JSONSlice {
        JSONSlice(bytes, depthLimit: JSONParser.maxDepthLimit)
    }

    private mutating func add(_ json: JSONValue, _ slice: JSONSlice, lineOffset: Int = 0, prefix: String = "") {
        var entry = Entry(json: json, slice: slice, lineOffset: lineOffset, prefix: prefix)
        let read = CardTimes(of: entry.card, times)
        entry.timeMistakes = read.mistakes
        entry.movingTimes = read.movingTimes
        entry.isExpiryDuration = read.isExpiryDuration
        if entry.isRequest, var request = json.object {
            request["card"] = read.card
            entry.json = .object(request)
        } else {
            entry.json = read.card
        }
        cards.append(entry)
    }

    private mutating func add(_ error: JSONError, lineOffset: Int) {
        let place = JSONPlace(line: lineOffset + error.line, column: error.column)
        mistakes.append(ParseFailure(place: place, text: "not JSON: \(error.kind)"))
    }
}
