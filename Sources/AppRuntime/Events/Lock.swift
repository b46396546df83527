import Glibc

/// A value behind a POSIX mutex.
///
/// Not `Synchronization.Mutex`: the thread sanitizer cannot see that one on Linux and reports races that are none.
// Invariant: `value` is touched only between `pthread_mutex_lock` and `pthread_mutex_unlock` of `mutex`, both of
// which live as long as this object; what leaves the closure is `Sendable`.
final class Lock<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    init(_ value: sending Value) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
