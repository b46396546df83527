/// How a database is opened.
package struct ConnectionOptions: Sendable {
    /// The name of the connection's queue.
    package var label = "cardstream.sqlite"
    /// Nothing is written, and a file that is missing is not made.
    package var isReadOnly = false
    /// The path is a URI with parameters, as `file:name?immutable=1`.
    package var isURI = false
    /// Milliseconds to wait for a lock of another connection; at 0 it fails at once with ``ResultCode/busy``.
    package var busyTimeout: Int32 = 0

    package init() {}
}
