package import Canvas
package import Cards

package import struct Foundation.Date

/// An event of the app, with its time. The app has no other clock.
package struct AppEvent: Equatable, Sendable {
    package var time: Date
    package var kind: Kind

    package init(_ kind: Kind, at time: Date) {
        self.kind = kind
        self.time = time
    }

    package enum Kind: Equatable, Sendable {
        case keyPressed(KeyChord)
        /// A command by name, for scripts and clicks. `update` maps keys to commands with the keymap.
        case command(Command)
        /// Bracketed paste.
        case pasted(String)
        /// A whole line, in the mode that reads lines instead of keys.
        case lineEntered(String)
        case clicked(Point)
        /// The mouse moved with the left button down; nil when the button was released.
        case dragged(Point?)
        /// The wheel turned by a number of rows; positive towards the end.
        case wheelTurned(Int, over: Point? = nil)
        case resized(Size)
        /// The terminal gained or lost keyboard focus.
        case focusChanged(Bool)
        /// A desktop notification changed.
        case notification(NotificationEvent)
        /// A new state of the window that a container observes.
        case feedArrived(ContainerID, CardWindow)
        /// The host's values for the runtime variables of cards.
        case variablesResolved(ContainerID, [CardID: [String: String]])
        /// The values may have changed: ask the host again.
        case variablesChanged(ContainerID)
        /// The new text of a container's custom header.
        case headerRead(ContainerID, HeaderOutcome)
        /// The store could not be read.
        case feedFailed(ContainerID, reason: String)
        case syncStatusChanged(SyncStatus)
        case responseSettled(CardID, CardResponse, ResponseOutcome)
        /// The refused actions of a card were discarded.
        case discarded(CardID, [DiscardedReply])
        /// The result of withdrawing a submitted form.
        case withdrawn(CardID, WithdrawalOutcome)
        /// The result of undoing the last action.
        case undone(UndoOutcome)
        /// The result of a query about marked cards, or of an answer to them.
        case marks(MarksEvent)
        /// The result of a request for more content of a card.
        case page(PageEvent)
        /// The result of a query of the user's past actions or snoozed cards.
        case history(HistoryEvent)
        /// The result of copying, saving or piping content of a card.
        case export(ExportEvent)
        /// The result of a first step.
        case firstStep(FirstStepEvent)
        case conversation(ConversationEvent)
        /// The result of a query about a source's switches.
        case switches(SwitchesEvent)
        /// The editor program that used the terminal has ended.
        case textEdited(EditOutcome)
        /// A picture was loaded, or could not be loaded.
        case pictureSettled(PictureRequest, PictureState)
        /// The result of reading files, or of sending them.
        case files(FileEvent)
        /// The result of a query about themes, or of choosing one.
        case theme(ThemeEvent)
        /// A deadline from ``AppState/nextDeadline`` has passed, or the program was resumed.
        case timePassed
        /// A message from the environment to show to the user, for example that a theme file cannot be read.
        case noticed(String)
        /// How the terminal shows pictures. Sent soon after the start, and again when the font changes.
        case picturesSupported(PictureSupport)
        /// Saved drafts that could not be read at the start.
        case draftsFound([CardID: FormState])
        /// The host changed how cards look.
        case appearanceChanged(hasNerdFont: Bool, reducesMotion: Bool)
        /// The host filters a container, in addition to what the user types. An empty list shows all cards.
        case filtered(ContainerID, [CardFilter])
    }
}
