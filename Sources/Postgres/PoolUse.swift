/// The current use of a pool.
package struct PoolUse: Hashable, Sendable {
    /// The number of threads, each with a connection.
    package var threads: Int
    /// The number of threads that run an access.
    package var busy: Int
    /// The number of accesses that wait for a thread.
    package var waiting: Int
}
