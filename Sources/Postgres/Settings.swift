/// The settings of a pool's connections, as statements.
///
/// - Parameter isLocal: Whether they hold for the transaction that has just begun, which a pooler needs; otherwise for the
///   connection.
package typealias Settings = @Sendable (_ isLocal: Bool) -> String
