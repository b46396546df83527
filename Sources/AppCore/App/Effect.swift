package import Canvas
package import Cards

/// An instruction for the runtime, as data. The runtime starts the effects of one update in order.
package enum Effect: Equatable, Sendable {
    /// Store the response and its outbox row in one transaction. The result is
    /// ``AppEvent/Kind/responseSettled(_:_:_:)``.
    case respond(CardID, StreamID, CardResponse)
    /// Save the values entered into a card for the next start, or forget them if nil. Must not delay a key.
    case saveDraft(CardID, StreamID, FormState?)
    /// Report to the source that the user is typing into the input with this name, or has stopped if nil.
    case tellTyping(CardID, StreamID, field: String?)
    /// Send a refused action of this card again.
    case retryAction(CardID, StreamID)
    /// Discard a refused action of this card. The card then shows its state on the server.
    case discardAction(CardID, StreamID)
    /// Withdraw the last response to a card if it was not sent. The result is ``AppEvent/Kind/withdrawn(_:_:)``.
    case withdraw(CardID, StreamID)
    /// Undo the last action that was not sent yet. The result is ``AppEvent/Kind/undone(_:)``.
    case undo
    /// Query marked cards, or answer them.
    case marks(MarksEffect)
    /// Save the layout that the user chose for a container for the next start; nil forgets it.
    case keepChoices(ContainerID, ContainerChoices)
    /// Load more content of a card, or cancel the load.
    case page(PageEffect)
    /// Query the user's past actions or snoozed cards.
    case history(HistoryEffect)
    /// Query themes, or draw with another one.
    case theme(ThemeEffect)
    /// Copy, save or pipe content of a card.
    case export(ExportEffect)
    /// Record that these cards have been seen.
    case recordSeen([CardID], StreamID)
    /// Report to the source that the user has read a card.
    case recordRead(CardID, StreamID)
    /// Ask the host for the values of these cards' runtime variables, with a timeout in seconds. The result is
    /// ``AppEvent/Kind/variablesResolved(_:_:)``, or no event at all.
    case resolveVariables(ContainerID, [Card], timeout: Double = 5)
    /// Run the command that prints a container's header. The result is ``AppEvent/Kind/headerRead(_:_:)``.
    case readHeader(ContainerID, command: String)
    /// Notify the host program.
    case emit(ContainerID, ContainerEvent)
    /// Observe another part of the stream from now on. Its cards arrive as ``AppEvent/Kind/feedArrived(_:_:)``.
    case window(ContainerID, FeedQuery)
    /// Poll the server now instead of at the next scheduled time. Also retries after a failed first load.
    case refresh
    /// Read files, or send some.
    case files(FileEffect)
    /// Open a link in another program, which the runtime chooses.
    case openLink(String)
    /// Open a link in a text of a card, where the source decides which URL the browser opens.
    case followLink(String, of: CardID, in: StreamID)
    /// Let the user edit a text in an editor program, which uses the terminal until it ends. The result is
    /// ``AppEvent/Kind/textEdited(_:)``.
    case editText(String)
    /// Publish the user's own card to the profile's feed. The result is ``AppEvent/Kind/firstStep(_:)``.
    case publish(CardSketch)
    /// Count the cards of all streams except these. The result is ``AppEvent/Kind/firstStep(_:)``.
    case countHidden(except: Set<StreamID>)
    /// Start a conversation. The result is ``AppEvent/Kind/conversation(_:)``.
    case startConversation(ConversationSketch)
    /// Deliver a card that a source holds back.
    case releaseHeld
    /// Query a source's switches, or change one.
    case switches(SwitchesEffect)
    /// Run the demo, which uses the terminal until it ends. The result is ``AppEvent/Kind/firstStep(_:)``.
    case watchDemo
    /// Play a video in another program.
    case playVideo(Video)
    /// Load these pictures, the most urgent first, and cancel all other loads. The result of each is
    /// ``AppEvent/Kind/pictureSettled(_:_:)``.
    case showPictures([PictureRequest])
    /// Hand the payload of a part of a card to the host program.
    case passPayload(CardID, JSONObject, from: PayloadSource)
    case quit(code: Int32)
    case suspend
    /// Discard the known content of the terminal and draw everything.
    case redraw
    case bell
    /// Notify the user, who is not looking at the terminal.
    case notify(NotificationRequest)
    /// Close a desktop notification.
    case closeNotification(NotificationID)
}
