package import Cards

package import struct Foundation.Date

/// An action that an overlay requests from the app. Actions are applied in order.
package enum OverlayAction: Sendable {
    /// Remove this overlay.
    case close
    /// Put another overlay on top.
    case open(Overlay)
    case start(Effect)
    case show(String, Toast.Kind)
    /// For a moment, refuse keys that would answer a card, with this reason.
    case guardKeys(String)
    /// Run a command, or show why it is not available.
    case runCommand(Command)
    /// Run a command on a card from its menu.
    case runCardCommand(Command, on: CardID)
    case respond(CardResponse, to: CardID)
    /// Snooze the selected card, or the marked cards.
    case snooze(until: Date)
    case respondToMany(BulkPlan, CardResponse)
    /// Open a menu for the marked cards as the result of a query.
    case ask(BulkPlan)
    case voteDown(CardResponse.VoteReason, on: CardID)
    /// Set an input of a card to a chosen value. Show the reason if the card no longer accepts it.
    case fill(CardID, input: String, FieldValue, orShow: String)
    /// Filter a container; nil clears the filter.
    case filter(ContainerID, TypedFilter?)
    /// Sort the cards of a container.
    case sort(ContainerID, CardOrder)
    /// Group the cards of a container.
    case group(ContainerID, CardGrouping)
    /// Add the filter to the recent filters.
    case recallFilter(String)
    /// Add the command to the recent commands of the palette.
    case recall(Command)
    /// Press, focus or select an element on the screen.
    case activate(HitRegion.Target)
    /// Pipe a card to a shell command.
    case pipe(CardID, command: String)
    /// Submit a form after the user confirmed its question.
    case submitConfirmed(Card.ButtonAction.Submission, of: CardID)
    /// Submit a form whose files the server has, with the value of each file input.
    case submit(UploadOverlay, files: [String: JSONValue])
    /// Show why the files of a form were not sent, at the input whose file caused the failure.
    case refuse(UploadOverlay, input: String?, reason: String)
    /// Keep the state of the file browser for the next time.
    case remember(AppState.FileMemory)
    /// Expect cards that come back, so that they do not count as new.
    case expect([CardID])
    /// Report an event of a card.
    case report(SDKEvent.Detail, of: CardID)
    /// Report an event of the marked cards of a stream.
    case reportMarked(SDKEvent.Detail, of: StreamID)
}
