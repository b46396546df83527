import Cards

/// The introduction that the viewer shows before the first card ever arrives: what the viewer is for, where cards come
/// from, and what to do first.
package struct FirstSteps: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// The profile's own feed, on this machine.
        case ownInbox
        /// The address of a server, without a password.
        case server(String)
    }

    /// An action that the introduction offers.
    package enum Choice: Hashable, Sendable, CaseIterable {
        case watchDemo, makeCard, connectServer

        package var command: Command {
            switch self {
            case .watchDemo: .watchDemo
            case .makeCard: .makeCard
            case .connectServer: .connectServer
            }
        }

        /// A short label.
        package var text: String { command.help }
    }

    package var origin: Origin
    /// The profile's name, which commands must include; nil for the default profile.
    package var profile: String?
    /// Whether the profile has ever had a card, including cards of another account. If so, the first steps are not
    /// shown.
    package var hadCard = false
    /// The streams whose cards no screen shows, as far as is known.
    package var hidden = HiddenStreams()

    package init(origin: Origin, profile: String?) {
        self.origin = origin
        self.profile = profile
    }

    /// The introduction in three short lines.
    package var lines: [String] {
        [
            Strings.FirstSteps.purpose, Strings.FirstSteps.exchange,
            hidden.text.map(Strings.FirstSteps.origin(hiding:)) ?? Strings.FirstSteps.origin(origin),
        ]
    }

    /// The offered actions, for the keys 1, 2 and so on, in this order.
    package var choices: [Choice] {
        switch origin {
        case .ownInbox: Choice.allCases
        case .server: [.watchDemo]
        }
    }
}

extension AppState {
    /// The first steps while they are on the screen; nil otherwise. They are never shown again after the first card.
    package var shownFirstSteps: FirstSteps? {
        guard let steps = settings.firstSteps, !steps.hadCard, launch == .ready, let model = focusedContainer,
            model.window.items.isEmpty,
            model.emptyReason == .awaiting, !model.options.strings.isChosen(.awaitingFirstCard),
            !containers.contains(where: \.window.hasEverHadCard),
            // The first steps describe the feed, not an attached source.
            !syncStatus.sources.contains(where: { $0.streams.contains(model.streamID) })
        else { return nil }
        return steps
    }

    /// Asks which streams have cards that no screen shows, as long as no card has ever been shown. Called when the
    /// cards have been loaded, or loaded again.
    var countingHidden: [Effect] {
        guard let steps = settings.firstSteps, !steps.hadCard, !containers.contains(where: \.window.hasEverHadCard)
        else { return [] }
        let shown = screens.flatMap(\.containers).compactMap { container($0)?.streamID }
        return [.countHidden(except: Set(shown))]
    }

    /// The lines that an empty container shows.
    package func emptyLines(of model: ContainerModel) -> [String] {
        if let shownFirstSteps, model.id == focusedContainer?.id { return shownFirstSteps.lines }
        let refreshes = model.emptyReason == .passedOver
        let way = refreshes ? [Strings.Empty.showNext(key: settings.keymap.keyText(for: .refresh))] : []
        return [model.emptyText] + way + pendingLines
    }

    /// Lines about what an empty container cannot show otherwise: that new cards cannot arrive, and that answers have
    /// not been sent.
    private var pendingLines: [String] {
        let isOffline = if case .offline = syncStatus.connection { true } else { false }
        let unsent = syncStatus.waitingActions
        return [
            isOffline ? Strings.Empty.offline : nil, unsent > 0 ? Strings.Empty.unsent(unsent) : nil,
        ].compactMap(\.self)
    }

    /// Runs a choice of the first steps by its number, from 1.
    mutating func perform(firstStep number: Int, of steps: FirstSteps) -> [Effect] {
        guard steps.choices.indices.contains(number - 1) else { return [] }
        return runCommand(steps.choices[number - 1].command)
    }
}
