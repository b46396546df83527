package import Basics
import CurlTransport
import VendorClient

/// A client of a dotdigital (Comapi) API space: profiles, conversations, messages and live events of one user.
///
/// ```swift
/// let client = ComapiClient(ComapiSpace(id: "5d1…", authenticator: CompanyLogin()))
/// try await client.conversations.send(SendableMessage("On my way"), to: "release-4.12")
/// for await event in client.events() {
///     if case .sent(let message, _) = event.kind { print(message.senderID, message.text) }
/// }
/// ```
///
/// The first call starts a session. A session that the service refuses is replaced, and the call repeated, at most three
/// times. Cancelling the task ends a call with ``ComapiError/Code/cancelled``.
public final class ComapiClient: Sendable {
    /// Start and end of the session, its state, and push tokens.
    public let sessions: ComapiSessions
    /// The profiles of all users.
    public let profiles: ComapiProfiles
    /// The user's conversations and their messages.
    public let conversations: ComapiConversations
    /// The id of the API space.
    let spaceID: String
    private let live: LiveEvents

    /// Creates a client. It connects with the first call.
    public convenience init(_ space: ComapiSpace) {
        let driver = CurlDriver(CurlConfiguration(authorityFile: space.authorityFile, policy: space.requestPolicy))
        self.init(space, network: .curl(driver), clock: .live)
    }

    package init(
        _ space: ComapiSpace, network: ComapiNetwork, clock: SyncClock,
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        spaceID = space.id
        let keeper = SessionKeeper(space, network, clock)
        let caller = AuthorisedCaller(caller: ComapiCaller(space: space, network: network), sessions: keeper)
        conversations = ComapiConversations(caller: caller, sessions: keeper, typing: TypingThrottle(clock))
        live = LiveEvents(conversations, network, clock, random: random)
        sessions = ComapiSessions(keeper: keeper, caller: caller, live: live)
        profiles = ComapiProfiles(caller: caller)
    }

    deinit {
        let live = live
        Task { await live.close() }
    }

    /// The events from now on. Any number of listeners gets each of them. The first one opens the WebSocket, which stays
    /// open until the session ends or the client is released.
    ///
    /// After a lost connection, the events of the conversations that had one before are loaded and delivered. An event
    /// can then come twice; its ``ConversationEvent/conversationEventID`` tells.
    public func events() -> AsyncStream<ConversationEvent> {
        let events = live.events.values()
        Task { [live] in await live.open() }
        return events
    }

    /// The states of the live connection from now on, beginning with the present one.
    public func liveStates() -> AsyncStream<LiveState> { live.states.values() }

    /// Closes the WebSocket if nothing listens to ``events()``.
    func closeUnusedSocket() async { if !live.events.hasListeners { await live.close() } }

    /// Marks all events of a conversation up to one as known, as after loading its messages: after a lost connection,
    /// later ones are loaded and delivered by ``events()``.
    public func markKnown(_ event: Int, of conversation: String) async { await live.know(event, of: conversation) }
}
