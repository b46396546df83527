/// What a pool does now.
package struct PoolUse: Hashable, Sendable {
    /// Its threads, each with a connection.
    package var threads: Int
    /// Those that run an access.
    package var busy: Int
    /// The accesses that wait for a thread.
    package var waiting: Int
}
