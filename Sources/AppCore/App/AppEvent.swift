package import Canvas
package import Cards

package import struct Foundation.Date

/// Something that happened to the app, with its time: time enters the app only here.
package struct AppEvent: Equatable, Sendable {
    package var time: Date
    package var kind: Kind

    package init(_ kind: Kind, at time: Date) {
        self.kind = kind
        self.time = time
    }

    /// Everything that can happen.
    package enum Kind: Equatable, Sendable {
        case keyPressed(KeyChord)
        /// A command by name, for scripts and clicks; keys become commands by the keymap inside `update`.
        case command(Command)
        /// Bracketed paste.
        case pasted(String)
        /// A whole line, where lines stand in place of keys.
        case lineEntered(String)
        case clicked(Point)
        /// The mouse went on with its left button down; nil where the button was let go.
        case dragged(Point?)
        /// Wheel, in rows; positive towards the end.
        case wheelTurned(Int, over: Point? = nil)
        case resized(Size)
        /// The terminal got the keyboard or lost it.
        case focusChanged(Bool)
        /// What became of a desktop notification.
        case notification(NotificationEvent)
        /// A new state of the window a container observes.
        case feedArrived(ContainerID, CardWindow)
        /// The host's values for the runtime variables of cards.
        case variablesResolved(ContainerID, [CardID: [String: String]])
        /// The values may have changed: the host is asked again.
        case variablesChanged(ContainerID)
        /// What a container's custom header shall say.
        case headerRead(ContainerID, HeaderOutcome)
        /// The store could not be read.
        case feedFailed(ContainerID, reason: String)
        case syncStatusChanged(SyncStatus)
        case responseSettled(CardID, CardResponse, ResponseOutcome)
        /// The refused actions of a card were given up.
        case discarded(CardID, [DiscardedReply])
        /// What became of the wish to take a submit back.
        case withdrawn(CardID, WithdrawalOutcome)
        /// What became of the wish to undo the last thing done.
        case undone(UndoOutcome)
        /// What became of a question about marked cards, or of an answer to them.
        case marks(MarksEvent)
        /// What became of a request for further content of a card.
        case page(PageEvent)
        /// What became of a question about what the user did or put off.
        case history(HistoryEvent)
        /// What became of taking something out of the viewer.
        case export(ExportEvent)
        /// What became of a first step.
        case firstStep(FirstStepEvent)
        case conversation(ConversationEvent)
        /// What became of a question about a source's switches.
        case switches(SwitchesEvent)
        /// The editor program that had the terminal has ended.
        case textEdited(EditOutcome)
        /// A picture came, or there is a reason why it does not.
        case pictureSettled(PictureRequest, PictureState)
        /// What became of a question about files, or of sending them.
        case files(FileEvent)
        /// What became of a question about themes, or of the wish for one.
        case theme(ThemeEvent)
        /// A deadline from ``AppState/nextDeadline`` has passed, or the program was resumed.
        case timePassed
        /// Something in the surroundings to show the user, for example a theme file that cannot be read.
        case noticed(String)
        /// How the terminal shows pictures: known soon after the start, and again when its font changed.
        case picturesSupported(PictureSupport)
        /// What was entered into cards before, which could not be read at the start.
        case draftsFound([CardID: FormState])
        /// The host has other wishes about how cards look.
        case appearanceChanged(hasNerdFont: Bool, reducesMotion: Bool)
        /// The host narrows a container down, in addition to what the user types; nothing in it shows all cards.
        case filtered(ContainerID, [CardFilter])
    }
}
