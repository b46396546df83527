import FeedAPI
import FeedStorage
import Postgres

extension Problem {
    /// Converts an error of the database for a client, and also reports it for the log.
    init(storage error: any Error, _ onTrouble: (String) -> Void) {
        if let error = error as? PostgresError {
            let needsPooledMode = [.unknownStatement, .knownStatement].contains(error.state)
            onTrouble(
                error.description
                    + (needsPooledMode
                        ? "; if a pooler may run each transaction on a different connection, start the server with "
                            + "--poll-only"
                        : ""))
        }
        self.init(storage: error)
    }

    /// Converts an error of the database for a client, without the database's own message.
    init(storage error: any Error) {
        self =
            switch error {
            case let problem as Problem: problem
            case is CancellationError: Problem(.shuttingDown)
            case let error as PostgresError where error.state == .diskFull:
                Problem(
                    .storageFull, detail: "Nothing was stored. Free some space on the database's disk and try again.")
            case let error as PostgresError where error.isOutcomeUnknown:
                // The status of a gateway timeout. Clients treat it as an unknown result.
                Problem(
                    .internalError, status: 504,
                    detail:
                        "The database did not confirm this request to the server: it is unknown whether the request was stored. "
                        + "Repeat the request with the same key, so that nothing is done twice.", retryAfter: 1)
            case let error as PostgresError where error.state.isConnectionFailure:
                // Nothing was stored, so a load balancer may try another server.
                Problem(.notReady, detail: "The server cannot reach its database. Try again.", retryAfter: 1)
            case let error as PostgresError where error.state.isConflict || error.state == .cancelled:
                // Nothing was stored here either: the statement was cancelled, or there were too many conflicts.
                Problem(.notReady, detail: "The server's database is too busy. Try again.", retryAfter: 1)
            case let error as PostgresError:
                Problem(.internalError, detail: "The server's database failed: \(error.state.rawValue).")
            default: Problem(.internalError, detail: "The server's storage failed.")
            }
    }
}

extension StorageError {
    /// Converts an error of opening a database to an error that says what the user can do about it.
    init(opening error: any Error) {
        switch error {
        case let error as StorageError: self = error
        case let error as PostgresError where error.state.isConnectionFailure:
            self = .unreachableDatabase(reason: error.message)
        case let error as PostgresError:
            self = .unusableDatabase(reason: "\(error.message) (\(error.state.rawValue))")
        default: self = .unusableDatabase(reason: "\(error)")
        }
    }
}
