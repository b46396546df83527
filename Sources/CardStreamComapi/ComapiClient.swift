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
/// The first call starts a session. When the service refuses the session, the client starts a new one and repeats the
/// call, with at most three attempts in total. Cancelling the task ends a call with ``ComapiError/Code/cancelled``.
public final class ComapiClient: Sendable {
    /// Starts and ends the session, reports its state, and sets push tokens.
    public let sessions: ComapiSessions
    /// The profiles of all users.
    public let profiles: ComapiProfiles
    /// The user's conversations and their messages.
    public let conversations: ComapiConversations
    /// The id of the API space.
    let spaceID: String
    private let live: LiveEvents

    /// Creates a client. It connects at the first call.
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

    /// The events from now on. Every listener gets every event. The first listener opens the WebSocket, which stays
    /// open until the session ends or the client is released.
    ///
    /// After a lost connection, the client loads and delivers the missed events of each conversation that it knows an
    /// event number of. It can then deliver an event twice: compare ``ConversationEvent/conversationEventID`` to detect
    /// that.
    public func events() -> AsyncStream<ConversationEvent> {
        let events = live.events.values()
        Task { [live] in await live.open() }
        return events
    }

    /// The states of the live connection from now on, beginning with the current one.
    public func liveStates() -> AsyncStream<LiveState> { live.states.values() }

    /// Closes the WebSocket if ``events()`` has no listener.
    func closeUnusedSocket() async { if !live.events.hasListeners { await live.close() } }

    /// Records that the program has all events of a conversation up to one, for example after it has loaded the
    /// messages. After a lost connection, ``events()`` loads and delivers only later events.
    public func markKnown(_ event: Int, of conversation: String) async { await live.know(event, of: conversation) }
}
