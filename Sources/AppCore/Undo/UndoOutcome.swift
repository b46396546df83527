package import Cards

/// Whether a submit could be withdrawn.
package enum WithdrawalOutcome: Hashable, Sendable {
    case done(WithdrawalResult)
    case failed(reason: String)
}

/// Whether the last thing done could be undone.
package enum UndoOutcome: Hashable, Sendable {
    case done(UndoResult)
    case failed(reason: String)
}
