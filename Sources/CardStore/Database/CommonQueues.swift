import Dispatch

/// What the stores share of which a process may have hundreds: two queues, and so two threads. A queue without a target gets a
/// thread of its own whenever there is something to do.
///
/// Not Dispatch's global queues: tasks run there as well, and when those wait for a store, none of the few threads is left for
/// it.
enum CommonQueues {
    /// For reading and writing. Nothing on it waits for the other one.
    static let stores = DispatchQueue(label: "cardstream.stores", qos: .userInitiated)
    /// For observers, which wait for what they read.
    static let observers = DispatchQueue(label: "cardstream.observers", qos: .userInteractive)
}
