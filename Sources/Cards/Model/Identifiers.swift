public import struct Foundation.UUID

/// Names one card instance: the id every action, event and filter refers to. At most 128 characters.
public struct CardID: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// The same as `init(rawValue:)`.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
    public static func < (left: CardID, right: CardID) -> Bool { left.rawValue < right.rawValue }
}

/// Names a stream of cards within an environment ("ops", "expenses"). The Atomic documents call it a stream
/// container id. Letters, digits, `-`, `_` and `.`; at most 64 characters.
public struct StreamID: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// The same as `init(rawValue:)`.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
    public static func < (left: StreamID, right: StreamID) -> Bool { left.rawValue < right.rawValue }
}

/// The client-made idempotency key of a user's action: a random UUID made before the first attempt, so that
/// repeated delivery has one effect (draft-ietf-httpapi-idempotency-key-header-07).
public struct ActionKey: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// As small letters.
    public init(_ uuid: UUID) { rawValue = uuid.uuidString.lowercased() }

    public var description: String { rawValue }
}

extension CardID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}

extension StreamID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}
