/// The state that a storage reports for a server's metrics.
package struct StorageState: Hashable, Sendable {
    /// The number of open connections to the database.
    package var connections: Int
    /// The number of those connections that are in use.
    package var busyConnections: Int
    /// The maximum number of connections.
    package var mostConnections: Int
    /// The number of operations that wait for a connection.
    package var waiting: Int
    /// Whether notices about changes by other servers arrive; nil if the storage does not listen for them.
    package var isListening: Bool?
    /// Whether changes are waiting for a standby of the database to confirm them, and none has for some time.
    package var waitsForStandby: Bool

    package init(
        connections: Int, busyConnections: Int, mostConnections: Int, waiting: Int, isListening: Bool? = nil,
        waitsForStandby: Bool = false
    ) {
        self.connections = connections
        self.busyConnections = busyConnections
        self.mostConnections = mostConnections
        self.waiting = waiting
        self.isListening = isListening
        self.waitsForStandby = waitsForStandby
    }
}

/// A storage that reports its state. The server reads it each time its metrics are requested.
package protocol ObservableStorage: FeedStorage {
    var state: StorageState { get async }
}
