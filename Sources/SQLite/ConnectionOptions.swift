package import Dispatch

/// Options for opening a database.
package struct ConnectionOptions: Sendable {
    /// The name of the connection's queue.
    package var label = "cardstream.sqlite"
    /// A serial queue that the connection shares with others, so that they also share a thread; nil gives the
    /// connection its own queue. An access must not wait for one of the other connections.
    package var target: DispatchQueue?
    /// Whether the connection cannot write. A missing file is then not created.
    package var isReadOnly = false
    /// Whether the path is a URI with parameters, for example `file:name?immutable=1`.
    package var isURI = false
    /// Whether no other connection of any process can use the file. A write-ahead log then has its index in memory
    /// instead of in a third file.
    package var isExclusive = false
    /// How long to wait for a lock of another connection, in milliseconds. With 0, it fails immediately with
    /// ``ResultCode/busy``.
    package var busyTimeout: Int32 = 0

    package init() {}
}
