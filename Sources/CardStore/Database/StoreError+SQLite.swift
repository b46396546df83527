import SQLite

extension StoreError {
    /// Sorts what a database throws by what can be done about it.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case is CancellationError: self = .cancelled
        case let error as DatabaseError: self.init(error)
        default: self = .database(code: 0, message: "\(error)")
        }
    }

    /// The same while a file is being opened: its name, where the system does not let it be read or written.
    init(opening path: String, _ error: any Error) {
        self.init(error)
        guard case .database(let code, let message) = self,
            [.cannotOpen, .readOnly, .inputOutput].contains(ResultCode(rawValue: code).primary)
        else { return }
        self = .unusable(
            path: path, reason: "\(message); check its permissions, its folder and the free space, then try again")
    }

    /// Whether the file is at fault and not the moment: SQLite finds damage, or not the tables and columns that a store has.
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
        // The memory that its connections share is a file, too.
        case (.full, _), (_, .sharedMemorySize): self = .diskFull
        default: self = .database(code: error.code.rawValue, message: error.message)
        }
    }
}
