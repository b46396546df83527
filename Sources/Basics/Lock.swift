import Glibc

/// A value that only one thread can access at a time. This is the only lock of the package.
///
/// A POSIX mutex rather than `Synchronization.Mutex`: the thread sanitizer cannot see the latter on Linux and reports
/// false races.
// Invariant: `value` is touched only between `pthread_mutex_lock` and `pthread_mutex_unlock` of `mutex`, which stays at
// one address as long as this object lives; values that enter or leave the closure are `sending`.
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

    /// Runs `body` while holding the lock. It must be short, must not suspend and must not take the same lock.
    package func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
