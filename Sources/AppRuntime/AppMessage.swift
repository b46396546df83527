package import AppCore
package import Canvas
package import CardSession
package import Cards

/// What other threads tell the main thread. Times are put on when the message is read, so that all events of one
/// frame agree about the time.
package enum AppMessage: Sendable {
    case window(ContainerID, FeedQuery, CardWindow)
    case variables(ContainerID, [CardID: [String: String]])
    case header(ContainerID, HeaderOutcome)
    case windowFailed(ContainerID, reason: String)
    case status(SyncStatus)
    case settled(CardID, CardResponse, ResponseOutcome)
    case files(FileEvent)
    case withdrawn(CardID, WithdrawalOutcome)
    case undone(UndoOutcome)
    case marks(MarksEvent)
    case past(PastEvent)
    case copied(Copied, CopyOutcome)
    case piped(PipeOutcome)
    case linkNotOpened(String)
    /// The drafts under way are on disk, or could not be written.
    case draftsWritten
    /// The reports under way are on disk, or could not be written.
    case reported
    /// A picture came, or there is a reason why it does not.
    case picture(PictureRequest, PictureState)
    /// What was entered into cards before, which could not be read at the start.
    case draftsFound([CardID: FormState])
    /// Something the user should know that no key caused.
    case notice(String)
    /// Another program has the profile's store: a command, or else a viewer.
    case storeHeld(isCommand: Bool)
    /// The profile's store, of which another program has let go.
    case storeOpened(CardSession)
    /// The task of one effect is over. Every started task posts this exactly once, last of all.
    case effectEnded
    /// Another part of the program asks to stop, for example the embedded server that broke down.
    case stop(ExitStatus)
}
