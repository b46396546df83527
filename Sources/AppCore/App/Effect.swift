package import Canvas
package import Cards

/// Something for the runtime to do, as data. Effects of one update are started in order.
package enum Effect: Equatable, Sendable {
    /// Store the response and its outbox row in one transaction; answer with ``AppEvent/Kind/responseSettled(_:_:_:)``.
    case respond(CardID, StreamID, CardResponse)
    /// Keep what was entered into a card for the next start, or with nil forget it. Must not delay a key.
    case saveDraft(CardID, StreamID, FormState?)
    /// Tell the source that the user is typing into an input with this name, or with nil that it is over.
    case tellTyping(CardID, StreamID, field: String?)
    /// Send a refused action of this card again.
    case retryAction(CardID, StreamID)
    /// Forget a refused action of this card; the card shows as the server has it.
    case discardAction(CardID, StreamID)
    /// Take the last response to a card back if it was not sent; answer with ``AppEvent/Kind/withdrawn(_:_:)``.
    case withdraw(CardID, StreamID)
    /// Take back the last thing done that has not left; answer with ``AppEvent/Kind/undone(_:)``.
    case undo
    /// Ask about marked cards, or answer them.
    case marks(MarksEffect)
    /// Keep the layout that the user chose for a container for the next start; nil forgets it.
    case keepChoices(ContainerID, ContainerChoices)
    /// Load further content of a card, or stop that.
    case page(PageEffect)
    /// Ask what the user did or put off.
    case history(HistoryEffect)
    /// Ask about themes, or draw in another one.
    case theme(ThemeEffect)
    /// Take something of a card out of the viewer.
    case export(ExportEffect)
    /// Record that these cards have been seen.
    case recordSeen([CardID], StreamID)
    /// Tell the source that the user has read a card.
    case recordRead(CardID, StreamID)
    /// Ask the host for the values of these cards' runtime variables, for so many seconds; answer with
    /// ``AppEvent/Kind/variablesResolved(_:_:)``, or not at all.
    case resolveVariables(ContainerID, [Card], timeout: Double = 5)
    /// Run the command that prints a container's header; answer with ``AppEvent/Kind/headerRead(_:_:)``.
    case readHeader(ContainerID, command: String)
    /// Notify the host program.
    case emit(ContainerID, ContainerEvent)
    /// Show another part of the stream from now on; answers come as ``AppEvent/Kind/feedArrived(_:_:)``.
    case window(ContainerID, FeedQuery)
    /// Ask the server now rather than at the next opportunity. Also retries after a failed first load.
    case refresh
    /// Look at files, or send some.
    case files(FileEffect)
    /// Open a link outside; the runtime decides how.
    case openLink(String)
    /// Open a link in a text of a card whose source says what a browser opens for it.
    case followLink(String, of: CardID, in: StreamID)
    /// Let the user change a text in an editor program, which has the terminal meanwhile; answer with
    /// ``AppEvent/Kind/textEdited(_:)``.
    case editText(String)
    /// Publish a card of the user's own to the profile's feed; answer with ``AppEvent/Kind/firstStep(_:)``.
    case publish(CardSketch)
    /// Start a conversation; answer with ``AppEvent/Kind/conversation(_:)``.
    case startConversation(ConversationSketch)
    /// Have a card delivered that a source holds back.
    case releaseHeld
    /// Ask about a source's switches, or switch one.
    case switches(SwitchesEffect)
    /// Let the demo have the terminal until it ends; answer with ``AppEvent/Kind/firstStep(_:)``.
    case watchDemo
    /// Play a video outside.
    case playVideo(Video)
    /// Get these pictures, the most urgent first, and give up all others that are under way; each is answered by
    /// ``AppEvent/Kind/pictureSettled(_:_:)``.
    case showPictures([PictureRequest])
    /// Hand the payload of a part of a card to the host program.
    case passPayload(CardID, JSONObject, from: PayloadSource)
    case quit(code: Int32)
    case suspend
    /// Forget what is on the terminal and paint everything.
    case redraw
    case bell
    /// Call the user, who is elsewhere.
    case call(NotificationCall)
    /// Take a desktop notification away.
    case closeNotification(NotificationID)
}
