import Glibc

/// A value that only one thread at a time reaches.
///
/// A pthread mutex and not `Synchronization.Mutex`: the thread sanitizer sees only the former on Linux.
// Invariant: `value` is only touched between lock and unlock of `mutex`, which is at a fixed address.
final class Lock<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` alone. It must be short, must not suspend and must not take the same lock.
    func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
