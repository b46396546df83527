import Basics
package import CardStreamCordial

/// Shows the in-app messages of an account in the viewer, but not while the user is busy, and not on screens that the
/// configuration excludes.
package actor CordialViewing: ViewedSource {
    /// The configuration of in-app messages.
    package struct Rules: Sendable, Hashable {
        /// The names of screens on which messages wait.
        package var excluded: Set<String>
        /// Whether messages wait on all screens until the user asks for them.
        package var holdsAll: Bool
        /// The seconds between the time when a message could be shown and the time when it is shown.
        package var delay: Double

        package init(excluded: Set<String> = [], holdsAll: Bool = false, delay: Double = 0.5) {
            self.excluded = excluded
            self.holdsAll = holdsAll
            self.delay = delay
        }
    }

    /// The screen name that tells the client that the viewer is busy. No real screen has this name.
    static let busyScreen = "\u{0}"

    private let client: CordialClient
    private let rules: Rules
    /// Whether the viewer has reported what the user is looking at.
    private var hasAttention = false

    package init(_ client: CordialClient, _ rules: Rules) {
        self.client = client
        self.rules = rules
    }

    package func opened() async {
        await client.inAppMessages.setDisplayDelay(.waiting(rules.delay))
        let mode = rules.holdsAll ? InAppMode.hold : .notOn(rules.excluded.union([Self.busyScreen]))
        await client.inAppMessages.setMode(mode, resume: .now)
        // Until the viewer has reported the current screen, no message is shown.
        if !hasAttention { await client.inAppMessages.enterScreen(Self.busyScreen) }
        // A failed request is repeated with the next one, and the source reports it.
        try? await client.open()
    }

    package func closed() async { _ = try? await client.close() }

    package func attend(to attention: ViewerAttention) async {
        hasAttention = true
        var isInUse = attention.isAnswering
        // If the account's file cannot be read, the current message is unknown, and its display time continues.
        if !isInUse, !attention.answered.isEmpty, let shown = try? await client.inAppMessages.current() {
            isInUse = attention.answered.contains(CordialSource.cardID(of: shown.id))
        }
        await client.inAppMessages.setInUse(isInUse)
        await client.inAppMessages.enterScreen(attention.isBusy ? Self.busyScreen : attention.screen)
    }
}
