import Cards

/// What a viewer says before there was ever a card: where cards come from, and how to get one.
package struct FirstSteps: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// The profile's own feed, on this machine.
        case ownInbox
        /// The address of a server, without a password.
        case server(String)
    }

    package var origin: Origin
    /// The profile, unless it is the default one: commands have to name it.
    package var profile: String?

    package init(origin: Origin, profile: String?) {
        self.origin = origin
        self.profile = profile
    }

    /// Short lines.
    package var lines: [String] {
        [
            Strings.FirstSteps.origin(origin), Strings.FirstSteps.publish(profile: profile), Strings.FirstSteps.demo,
        ]
    }
}

extension AppState {
    /// What an empty container says, in lines: of a viewer without any card ever, the first steps.
    package func emptyLines(of model: ContainerModel) -> [String] {
        guard let firstSteps, model.emptyReason == .awaiting, model.id == focusedContainer?.id,
            !model.options.strings.isChosen(.awaitingFirstCard), !containers.contains(where: \.window.hasEverHadCard)
        else { return [model.emptyText] }
        return firstSteps.lines
    }
}
