import Cards

/// What a viewer says before there was ever a card: what it is for, where cards come from, and what to do first.
package struct FirstSteps: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// The profile's own feed, on this machine.
        case ownInbox
        /// The address of a server, without a password.
        case server(String)
    }

    /// Something to do first.
    package enum Choice: Hashable, Sendable, CaseIterable {
        case watchDemo, makeCard, connectServer

        package var command: Command {
            switch self {
            case .watchDemo: .watchDemo
            case .makeCard: .makeCard
            case .connectServer: .connectServer
            }
        }

        /// A few words.
        package var text: String { command.help }
    }

    package var origin: Origin
    /// The profile, unless it is the default one: commands have to name it.
    package var profile: String?
    /// Whether the profile has had a card, also of another account: then the steps are not shown.
    package var hadCard = false

    package init(origin: Origin, profile: String?) {
        self.origin = origin
        self.profile = profile
    }

    /// Three short lines.
    package var lines: [String] {
        [Strings.FirstSteps.purpose, Strings.FirstSteps.exchange, Strings.FirstSteps.origin(origin)]
    }

    /// What there is to choose from: the keys 1, 2 and so on, in this order.
    package var choices: [Choice] {
        switch origin {
        case .ownInbox: Choice.allCases
        case .server: [.watchDemo]
        }
    }
}

extension AppState {
    /// The first steps, while they are on the screen: once there was a card they never come back.
    package var shownFirstSteps: FirstSteps? {
        guard let steps = settings.firstSteps, !steps.hadCard, launch == .ready, let model = focusedContainer,
            model.window.items.isEmpty,
            model.emptyReason == .awaiting, !model.options.strings.isChosen(.awaitingFirstCard),
            !containers.contains(where: \.window.hasEverHadCard),
            // They are about the feed.
            !syncStatus.sources.contains(where: { $0.streams.contains(model.streamID) })
        else { return nil }
        return steps
    }

    /// What an empty container says, in lines.
    package func emptyLines(of model: ContainerModel) -> [String] {
        guard let shownFirstSteps, model.id == focusedContainer?.id else { return [model.emptyText] + pendingLines }
        return shownFirstSteps.lines
    }

    /// What an empty container does not show by itself: that news cannot come, and that answers have not left.
    private var pendingLines: [String] {
        let isOffline = if case .offline = syncStatus.connection { true } else { false }
        let unsent = syncStatus.waitingActions
        return [
            isOffline ? Strings.Empty.offline : nil, unsent > 0 ? Strings.Empty.unsent(unsent) : nil,
        ].compactMap(\.self)
    }

    /// Does what a choice of the first steps is for, by its number from 1.
    mutating func perform(firstStep number: Int, of steps: FirstSteps) -> [Effect] {
        guard steps.choices.indices.contains(number - 1) else { return [] }
        return perform(steps.choices[number - 1].command)
    }
}
