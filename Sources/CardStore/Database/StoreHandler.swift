/// A closure that is stored in a lock. The lock is generic, so the compiler converts a bare closure at every access:
/// each access would add a wrapper around it, until the stack overflows.
struct StoreHandler<Value>: Sendable {
    var call: @Sendable (Value) -> Void
}
