/// Values by identifier, in the order of insertion. Values are never removed, so places stay valid.
struct OrderedTable<Value: Sendable>: Sendable {
    private(set) var values: [Value] = []
    private var places: [String: Int] = [:]

    /// The place of an identifier; nil if it is unknown.
    func place(of id: String) -> Int? { places[id] }

    subscript(place: Int) -> Value {
        get { values[place] }
        _modify { yield &values[place] }
    }

    /// Appends a value. Its identifier must not be in use.
    ///
    /// - Returns: The place of the value.
    @discardableResult mutating func append(_ value: Value, id: String) -> Int {
        places[id] = values.count
        values.append(value)
        return values.count - 1
    }
}
