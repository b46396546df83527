import Glibc

/// A value that one thread at a time reaches: the one lock of this package.
///
/// A POSIX mutex and not `Synchronization.Mutex`: the thread sanitizer cannot see that one on Linux and reports races
/// that are none.
// Invariant: `value` is touched only between `pthread_mutex_lock` and `pthread_mutex_unlock` of `mutex`, which stays at
// one address as long as this object lives; what goes in and what leaves the closure is `sending`.
package final class Lock<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: sending Value) {
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

    /// Runs `body` alone. It must be short, must not suspend and must not take the same lock.
    package func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
