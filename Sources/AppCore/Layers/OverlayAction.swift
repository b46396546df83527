package import Cards

package import struct Foundation.Date

/// What an overlay asks of the app. Actions are carried out in their order.
package enum OverlayAction: Sendable {
    /// Remove this overlay.
    case close
    /// Put another overlay on top.
    case open(Overlay)
    case start(Effect)
    case show(String, Toast.Kind)
    /// Refuse keys that answer a card for a moment, with the reason.
    case guardKeys(String)
    /// Do what a command does, or say why it cannot be done.
    case perform(Command)
    /// Do to a card what its menu offers.
    case act(Command, on: CardID)
    case respond(CardResponse, to: CardID)
    /// Snooze the selected card, or those that are marked.
    case snooze(until: Date)
    case respondToMany(BulkPlan, CardResponse)
    /// Answer a question about marked cards by a menu for them.
    case ask(BulkPlan)
    case voteDown(CardResponse.VoteReason, on: CardID)
    /// Give an input of a card a value that was chosen; where the card has no such choice any more, say so.
    case fill(CardID, input: String, FieldValue, orShow: String)
    /// Narrow a container down; nil shows all its cards.
    case filter(ContainerID, TypedFilter?)
    /// Show the cards of a container in another order.
    case sort(ContainerID, CardOrder)
    /// Group the cards of a container.
    case group(ContainerID, CardGrouping)
    /// Offer the filter again when one is typed.
    case recallFilter(String)
    /// Offer the command first in the palette.
    case recall(Command)
    /// Press, focus or select a part of the screen.
    case activate(HitRegion.Target)
    /// Give a card to a shell command.
    case pipe(CardID, command: String)
    /// Submit a form whose question is answered.
    case submitConfirmed(Card.ButtonAction.Submission, of: CardID)
    /// Submit a form whose files the server has, with the value of each input that holds a file.
    case submit(SendingOverlay, files: [String: JSONValue])
    /// Say why the files of a form were not sent, at the input whose file is the reason.
    case refuse(SendingOverlay, input: String?, reason: String)
    /// Keep what the file browser knows for its next opening.
    case remember(AppState.FileMemory)
    /// Cards are about to come back: they are not new.
    case expect([CardID])
    /// Report what happened to a card.
    case report(SDKEvent.Detail, of: CardID)
    /// Report what happened to the marked cards of a stream.
    case reportMarked(SDKEvent.Detail, of: StreamID)
}
