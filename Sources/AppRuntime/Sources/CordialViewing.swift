import Basics
package import CardStreamCordial

/// Shows in-app messages of an account in the viewer: not while the user is busy, and not on the screens that the
/// configuration excludes.
package actor CordialViewing: ViewedSource {
    /// What the configuration says about in-app messages.
    package struct Rules: Sendable, Hashable {
        /// The names of screens where they wait.
        package var excluded: Set<String>
        /// Whether they wait everywhere, until the user asks for them.
        package var holdsAll: Bool
        /// Seconds between the moment at which a message could be shown and the moment at which it is.
        package var delay: Double

        package init(excluded: Set<String> = [], holdsAll: Bool = false, delay: Double = 0.5) {
            self.excluded = excluded
            self.holdsAll = holdsAll
            self.delay = delay
        }
    }

    /// What the client knows a busy viewer by: no screen has this name.
    static let busyScreen = "\u{0}"

    private let client: CordialClient
    private let rules: Rules
    /// Whether it is known what the user looks at.
    private var hasAttention = false

    package init(_ client: CordialClient, _ rules: Rules) {
        self.client = client
        self.rules = rules
    }

    package func opened() async {
        await client.inAppMessages.setDisplayDelay(.waiting(rules.delay))
        let mode = rules.holdsAll ? InAppMode.hold : .notOn(rules.excluded.union([Self.busyScreen]))
        await client.inAppMessages.setMode(mode, resume: .now)
        // Until it is known what is on the screen, nothing comes up over it.
        if !hasAttention { await client.inAppMessages.enterScreen(Self.busyScreen) }
        // What fails is tried again with the next request; the source reports it.
        try? await client.open()
    }

    package func closed() async { _ = try? await client.close() }

    package func attend(to attention: ViewerAttention) async {
        hasAttention = true
        var isInUse = attention.isAnswering
        // Which message is up cannot be said while the account's file cannot be read; then its time runs on.
        if !isInUse, !attention.answered.isEmpty, let shown = try? await client.inAppMessages.current() {
            isInUse = attention.answered.contains(CordialSource.cardID(of: shown.id))
        }
        await client.inAppMessages.setInUse(isInUse)
        await client.inAppMessages.enterScreen(attention.isBusy ? Self.busyScreen : attention.screen)
    }
}
