/// What a storage tells of itself, for the metrics of a server.
package struct StorageState: Hashable, Sendable {
    /// Connections to the database that are open.
    package var connections: Int
    /// Those of them that are in use.
    package var busyConnections: Int
    /// The maximum number of connections.
    package var mostConnections: Int
    /// Accesses that wait for a connection.
    package var waiting: Int
    /// Whether the storage hears at once what other servers change; nil if it does not listen for it.
    package var isListening: Bool?
    /// Whether changes wait until a standby of the database confirms them, and none has for some time.
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

/// A storage that tells of itself. A server asks each time that its metrics are read.
package protocol ObservableStorage: FeedStorage {
    var state: StorageState { get async }
}
