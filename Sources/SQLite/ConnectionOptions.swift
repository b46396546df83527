package import Dispatch

/// How a database is opened.
package struct ConnectionOptions: Sendable {
    /// The name of the connection's queue.
    package var label = "cardstream.sqlite"
    /// A serial queue that the connection shares with others, and so a thread; nil for a queue and a thread of its own. An access
    /// must not wait for one of the others.
    package var target: DispatchQueue?
    /// Nothing is written, and a file that is missing is not made.
    package var isReadOnly = false
    /// The path is a URI with parameters, as `file:name?immutable=1`.
    package var isURI = false
    /// No other connection, of this process or another one, can use the file. A write-ahead log then has its index in memory
    /// instead of in a third file.
    package var isExclusive = false
    /// Milliseconds to wait for a lock of another connection; at 0 it fails at once with ``ResultCode/busy``.
    package var busyTimeout: Int32 = 0

    package init() {}
}
