package import Cards

/// The result of withdrawing a submitted form.
package enum WithdrawalOutcome: Hashable, Sendable {
    case done(WithdrawalResult)
    case failed(reason: String)
}

/// The result of undoing the last action.
package enum UndoOutcome: Hashable, Sendable {
    case done(UndoResult)
    case failed(reason: String)
}
