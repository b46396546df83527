import Basics
import Dispatch
import Postgres

/// A transaction that holds its locks until it is ended.
package final class OpenTransaction: Sendable {
    private let ending = DispatchSemaphore(value: 0)

    /// Runs a statement, and returns once it has finished.
    init(_ target: ConnectionTarget, _ sql: String) {
        let (ending, begun) = (ending, DispatchSemaphore(value: 0))
        Blocking.start {
            // If the statement fails, the test fails at its time limit.
            try? Pool(target, size: 1).accessNow { database in
                try database.transaction(.change) {
                    try database.execute(sql)
                    begun.signal()
                    ending.wait()
                }
            }
        }
        begun.wait()
    }

    package func end() { ending.signal() }
}

extension TestDatabase {
    package func hold(_ sql: String) throws -> OpenTransaction { OpenTransaction(try ConnectionTarget(address), sql) }
}
