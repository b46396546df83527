/// A closure in a lock. A closure alone would get another wrapper with each use of the lock, until the stack overflows: the lock
/// is generic, so the compiler converts the closure when it is lent and again when it is given back.
struct StoreHandler<Value>: Sendable {
    var call: @Sendable (Value) -> Void
}
