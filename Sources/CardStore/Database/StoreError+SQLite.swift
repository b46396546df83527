import SQLite

extension StoreError {
    /// Converts an error of the database to one that tells the caller how to react.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case is CancellationError: self = .cancelled
        case let error as DatabaseError: self.init(error)
        default: self = .database(code: 0, message: "\(error)")
        }
    }

    /// Converts an error of opening a file. If the system does not allow reading or writing it, the error contains the
    /// path.
    init(opening path: String, _ error: any Error) {
        self.init(error)
        guard case .database(let code, let message) = self,
            [.cannotOpen, .readOnly, .inputOutput].contains(ResultCode(rawValue: code).primary)
        else { return }
        self = .unusable(
            path: path, reason: "\(message); check its permissions, its folder and the free space, then try again")
    }

    /// Whether the file is damaged: SQLite finds damage, or tables or columns of a store are missing.
    var isDamage: Bool {
        switch self {
        case .corrupt: true
        case .database(let code, _):
            [.error, .constraint, .mismatch].contains(ResultCode(rawValue: code).primary)
        default: false
        }
    }

    private init(_ error: DatabaseError) {
        switch (error.code.primary, error.code) {
        case (.corrupt, _), (.notADatabase, _), (_, .shortRead): self = .corrupt(error.message)
        // The shared memory of the connections is a file, too.
        case (.full, _), (_, .sharedMemorySize): self = .diskFull
        default: self = .database(code: error.code.rawValue, message: error.message)
        }
    }
}
