/// Generates damaged texts: mutations of real ones, and endless structures. Seeded, so that a failure can be repeated.
package struct Mutator {
    private let samples: [[UInt8]]
    /// Tokens that have a meaning in this kind of file.
    private let tokens: [[UInt8]]
    private var random: SeededGenerator

    /// The maximum length in bytes. Longer texts are truncated.
    private static let limit = 65_536

    package init(samples: [String], tokens: [String], seed: UInt64 = 1) {
        self.init(samples: samples.map { Array($0.utf8) }, tokens: tokens.map { Array($0.utf8) }, seed: seed)
    }

    package init(samples: [[UInt8]], tokens: [[UInt8]], seed: UInt64 = 1) {
        self.samples = samples
        self.tokens = tokens
        random = SeededGenerator(seed: seed)
    }

    package mutating func nextText() -> String { String(decoding: next(), as: UTF8.self) }

    package mutating func next() -> [UInt8] {
        var bytes = chance(10) ? [] : samples[below(samples.count)]
        for _ in 0...below(4) { mutate(&bytes) }
        return Array(bytes.prefix(Self.limit))
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let place = below(bytes.count + 1)
        switch below(10) {
        case 0 where !bytes.isEmpty: bytes[below(bytes.count)] = UInt8(below(256))
        case 1: bytes.removeSubrange(range(from: place, in: bytes))
        case 2: bytes.insert(contentsOf: bytes[range(from: place, in: bytes)], at: below(bytes.count + 1))
        case 3: bytes.removeSubrange(place...)
        case 4:
            let other = samples[below(samples.count)]
            bytes.insert(contentsOf: other[range(from: below(other.count + 1), in: other)], at: place)
        case 5: bytes.insert(contentsOf: repeated(), at: place)
        case 6:
            // Repeats a piece of the text many times.
            let piece = bytes[range(from: place, in: bytes)].prefix(40)
            bytes.insert(contentsOf: [[UInt8]](repeating: Array(piece), count: below(200)).joined(), at: place)
        default: for _ in 0...below(3) { bytes.insert(contentsOf: tokens[below(tokens.count)], at: place) }
        }
    }

    /// One or two tokens, repeated: `[[[[`, `a.a.a.a`.
    private mutating func repeated() -> [UInt8] {
        var unit = tokens[below(tokens.count)]
        if chance(2) { unit += tokens[below(tokens.count)] }
        let most = chance(8) ? 20_000 : 200
        return Array([[UInt8]](repeating: unit, count: below(min(most, Self.limit / max(1, unit.count)))).joined())
    }

    private mutating func range(from start: Int, in bytes: [UInt8]) -> Range<Int> {
        start..<min(bytes.count, start + below(chance(4) ? 400 : 12))
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }
    private mutating func chance(_ odds: Int) -> Bool { below(odds) == 0 }
}
