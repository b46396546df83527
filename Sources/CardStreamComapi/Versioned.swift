/// A value with the entity tag under which the service returned it.
public struct Versioned<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// The entity tag with its quotes, to pass as `ifMatch` of a later change; nil if the service sent none.
    public var etag: String?

    /// Creates a value with its entity tag.
    public init(_ value: Value, etag: String?) {
        self.value = value
        self.etag = etag
    }
}

extension Versioned: Equatable where Value: Equatable {}
