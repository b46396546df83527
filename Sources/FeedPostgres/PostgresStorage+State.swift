package import FeedStorage
import Postgres

extension PostgresStorage: ObservableStorage {
    /// The connections for changes and for reading; those for notices are not among them.
    package var state: StorageState {
        get async {
            let (writing, reading) = (writers.use, readers.use)
            return StorageState(
                connections: writing.threads + reading.threads, busyConnections: writing.busy + reading.busy,
                mostConnections: Self.mostWriters + Self.mostReaders, waiting: writing.waiting + reading.waiting,
                isListening: isListener ? hints.isListening : nil)
        }
    }
}
