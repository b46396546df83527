/// Commands of the first steps, which are also available later.
extension Command {
    static let firstSteps: [Entry] = [
        Entry(
            command: .watchDemo, name: "watch-demo", group: .program, help: "Watch the demo", keys: [],
            rule: .withFirstSteps, perform: { _ in [.watchDemo] }),
        Entry(
            command: .makeCard, name: "make-card", group: .program, help: "Make a card, and publish it", keys: [],
            rule: .ownInbox,
            perform: { state in state.askForCard() }),
        Entry(
            command: .connectServer, name: "connect-server", group: .program, help: "Connect to a server", keys: [],
            rule: .ownInbox, perform: { state in state.showConnecting() }),
    ]
}

extension CommandRule {
    /// Available in the viewer, but not in containers that are embedded in another program.
    static let withFirstSteps = CommandRule { state, _ in
        Availability(state.settings.firstSteps != nil, else: Strings.Disabled.notHere)
    }

    /// Available while a prompt asks for a part of a new card that is not the last one.
    static let moreParts = CommandRule { state, _ in
        guard case .prompt(let prompt)? = state.overlays.last else {
            return .disabled(reason: Strings.Disabled.notHere)
        }
        return Availability(prompt.nextHint != nil, else: Strings.Disabled.notHere)
    }

    static let ownInbox = CommandRule { state, _ in
        Availability(state.settings.firstSteps?.origin == .ownInbox, else: Strings.FirstSteps.onlyOwn)
    }
}
