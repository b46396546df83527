import Dispatch

/// Queues shared by stores of which a process may have hundreds: two queues, and therefore two threads. A queue without
/// a target gets its own thread whenever it has work.
///
/// Dispatch's global queues are not suitable: tasks run on them too, and when these wait for a store, no thread is left
/// for the store.
enum CommonQueues {
    /// For reading and writing. Work on this queue never waits for the other queue.
    static let stores = DispatchQueue(label: "cardstream.stores", qos: .userInitiated)
    /// For observers, which wait for reads.
    static let observers = DispatchQueue(label: "cardstream.observers", qos: .userInteractive)
}
