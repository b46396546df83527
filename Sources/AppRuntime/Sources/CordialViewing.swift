import Basics
package import CardStreamCordial

/// Shows in-app messages of an account in the viewer: not while the user is busy, and not on the screens that the
/// configuration excludes.
package actor CordialViewing: ViewedSource {
    /// What the configuration says about in-app messages.
    package struct Rules: Sendable, Hashable {
        /// Whether they wait until the user asks for them.
        package var holds: Bool
        /// The names of screens where they wait.
        package var excluded: Set<String>
        /// Seconds between the moment at which a message could be shown and the moment at which it is.
        package var delay: Double

        package init(holds: Bool = false, excluded: Set<String> = [], delay: Double = 0.5) {
            self.holds = holds
            self.excluded = excluded
            self.delay = delay
        }
    }

    /// What the client knows a busy viewer by: no screen has this name.
    static let busyScreen = "\u{0}"

    private let client: CordialClient
    private let rules: Rules
    private let categories: [NotificationCategory]
    private var attention: ViewerAttention?
    /// The user has asked for what is held back, on this screen.
    private var askedOn: String?

    /// - Parameter categories: What the program offers; empty for none.
    package init(_ client: CordialClient, _ rules: Rules, categories: [NotificationCategory] = []) {
        self.client = client
        self.rules = rules
        self.categories = categories
    }

    package func opened() async {
        await client.inAppMessages.setDisplayDelay(rules.delay)
        await applyMode()
        if let attention { await enter(attention) }
        // What fails is tried again with the next request; the source reports it.
        try? await client.open()
    }

    package func closed() async { _ = try? await client.close() }

    package func attend(to attention: ViewerAttention) async {
        let hasLeft = askedOn.map { $0 != attention.screen } ?? false
        self.attention = attention
        if hasLeft {
            askedOn = nil
            await applyMode()
        }
        await enter(attention)
    }

    package func showHeld() async {
        askedOn = attention?.screen ?? ""
        await applyMode()
    }

    package func heldCounts() async -> AsyncStream<Int> {
        let (client, notices) = (client, client.notices())
        let (counts, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            continuation.yield(await client.inAppMessages.heldCount())
            for await notice in notices where notice == .inAppMessagesChanged {
                continuation.yield(await client.inAppMessages.heldCount())
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return counts
    }

    private func enter(_ attention: ViewerAttention) async {
        await client.inAppMessages.enterScreen(attention.isBusy ? Self.busyScreen : attention.screen)
    }

    private func applyMode() async {
        let mode: InAppMode =
            if askedOn != nil {
                .notOn([Self.busyScreen])
            } else if rules.holds {
                .hold
            } else {
                .notOn(rules.excluded.union([Self.busyScreen]))
            }
        await client.inAppMessages.setMode(mode, resume: .now)
    }
}
