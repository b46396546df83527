import Basics
package import FeedStorage
import Postgres

extension PostgresStorage: ObservableStorage {
    /// The state of the connections for changes and reads. Does not include the connections for notices and for the
    /// watcher.
    package var state: StorageState {
        get async {
            let uses = [writers.use, waiters.use, readers.use]
            return StorageState(
                connections: uses.reduce(0) { $0 + $1.threads }, busyConnections: uses.reduce(0) { $0 + $1.busy },
                mostConnections: Self.mostWriters + Self.mostWaiters + Self.mostReaders,
                waiting: uses.reduce(0) { $0 + $1.waiting },
                isListening: isListener ? hints.isListening : nil,
                waitsForStandby: waitsForStandby.withLock(\.self))
        }
    }
}
