package import Canvas
package import Cards

package import struct Foundation.Date

/// Everything that can happen to the app. Time enters the app only here.
package enum AppEvent: Equatable, Sendable {
    case keyPressed(KeyChord, at: Date)
    /// A command by name, for scripts and clicks; keys become commands by the keymap inside `update`.
    case command(Command, at: Date)
    /// Bracketed paste.
    case pasted(String, at: Date)
    /// A whole line, where lines stand in place of keys.
    case lineEntered(String, at: Date)
    case clicked(Point, at: Date)
    /// The mouse went on with its left button down; nil where the button was let go.
    case dragged(Point?, at: Date)
    /// Wheel, in rows; positive towards the end.
    case wheelTurned(Int, over: Point? = nil, at: Date)
    case resized(Size, at: Date)
    /// The terminal got the keyboard or lost it.
    case focusChanged(Bool, at: Date)
    /// A new state of the window a container observes.
    case feedArrived(ContainerID, CardWindow, at: Date)
    /// The host's values for the runtime variables of cards.
    case variablesResolved(ContainerID, [CardID: [String: String]], at: Date)
    /// What a container's custom header shall say.
    case headerRead(ContainerID, HeaderOutcome, at: Date)
    /// The store could not be read.
    case feedFailed(ContainerID, reason: String, at: Date)
    case syncStatusChanged(SyncStatus, at: Date)
    case responseSettled(CardID, CardResponse, ResponseOutcome, at: Date)
    /// What became of the wish to take a submit back.
    case withdrawn(CardID, WithdrawalOutcome, at: Date)
    /// What became of the wish to undo the last thing done.
    case undone(UndoOutcome, at: Date)
    /// What became of a question about marked cards, or of an answer to them.
    case marks(MarksEvent, at: Date)
    /// What became of a question about what the user did or put off.
    case past(PastEvent, at: Date)
    /// Whether the terminal was handed the link to copy.
    case linkCopied(Bool, at: Date)
    /// What became of the wish to copy something.
    case copied(Copied, CopyOutcome, at: Date)
    /// A command that was given a card has ended.
    case piped(PipeOutcome, at: Date)
    /// There is no program that opens this link.
    case linkNotOpened(String, at: Date)
    /// The editor program that had the terminal has ended.
    case textEdited(EditOutcome, at: Date)
    /// A picture came, or there is a reason why it does not.
    case pictureSettled(PictureRequest, PictureState, at: Date)
    /// What became of a question about files, or of sending them.
    case files(FileEvent, at: Date)
    /// What became of a question about themes, or of the wish for one.
    case theme(ThemeEvent, at: Date)
    /// A deadline from ``AppState/nextDeadline`` has passed, or the program was resumed.
    case timePassed(at: Date)
    /// Something in the surroundings to tell the user, for example a theme file that cannot be read.
    case noticed(String, at: Date)
    /// How the terminal shows pictures: known soon after the start, and again when its font changed.
    case picturesSupported(PictureSupport, at: Date)
    /// The host narrows a container down, besides what the user types; nothing in it shows all cards.
    case filtered(ContainerID, [CardFilter], at: Date)

    package var time: Date {
        switch self {
        case .keyPressed(_, let at), .command(_, let at), .pasted(_, let at), .lineEntered(_, let at),
            .clicked(_, let at), .dragged(_, let at), .wheelTurned(_, _, let at), .resized(_, let at),
            .focusChanged(_, let at), .feedArrived(_, _, let at),
            .variablesResolved(_, _, let at), .headerRead(_, _, let at),
            .feedFailed(_, _, let at), .syncStatusChanged(_, let at), .responseSettled(_, _, _, let at),
            .pictureSettled(_, _, let at), .withdrawn(_, _, let at), .undone(_, let at), .marks(_, let at),
            .past(_, let at), .copied(_, _, let at), .piped(_, let at),
            .linkCopied(_, let at),
            .linkNotOpened(_, let at), .textEdited(_, let at), .files(_, let at), .theme(_, let at),
            .timePassed(let at), .noticed(_, let at), .picturesSupported(_, let at),
            .filtered(_, _, let at):
            at
        }
    }
}

/// Whether a submit could be taken back.
package enum WithdrawalOutcome: Hashable, Sendable {
    case done(Withdrawal)
    case failed(reason: String)
}

/// Whether the last thing done could be undone.
package enum UndoOutcome: Hashable, Sendable {
    case done(Undoing)
    case failed(reason: String)
}

/// What an editor program left.
package enum EditOutcome: Hashable, Sendable {
    /// The text, and how many control characters were left out of it.
    case edited(String, leftOut: Int)
    /// The text stays as it was.
    case failed(reason: String)
}

/// How far a response got.
package enum ResponseOutcome: Hashable, Sendable {
    /// In the outbox: it will reach the server, now or later. The user is told. Until then, and for the whole undo
    /// window without it, it can be undone.
    case queued(until: Date? = nil)
    /// The server has it. What follows a submit runs now.
    case delivered
    /// The server refused it for good. The card stays and says so.
    case refused(reason: String)
    /// The card ended before the server had it, so nothing was done; with how, where that is known.
    case closed(CardStatus?)
    /// It could not even be stored, or makes no sense any more.
    case failed(reason: String)
}
