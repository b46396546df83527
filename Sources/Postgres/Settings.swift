/// The settings of a pool's connections, as SQL statements.
///
/// - Parameter isLocal: Whether the settings are for the transaction that has just begun, which a pooler needs.
///   Otherwise they are for the connection.
package typealias Settings = @Sendable (_ isLocal: Bool) -> String
