import Cards

/// Commands for the switches of sources.
extension Command {
    static let switches: [Entry] = [
        Entry(
            command: .showSwitches, name: "notifications", group: .cards,
            help: "Choose the kinds of notifications you get", keys: [(.stream, ["E"])], rule: .switches,
            perform: { state in state.streamOfSwitches.map { [.switches(.list($0))] } ?? [] })
    ]
}

extension CommandRule {
    /// Available if a source has switches.
    static let switches = CommandRule { state, _ in
        Availability(state.streamOfSwitches != nil, else: Strings.Switches.notHere)
    }
}

extension Strings {
    /// Texts for the switches of sources.
    package enum Switches {
        package static let notHere = "None of your sources lets you choose notifications"
        package static let nothing = "There are no kinds of notifications to choose"
        package static let on = "on"
        package static let off = "off"
        /// The label of the key in the sheet.
        package static let toggle = "switch"
        package static func title(_ title: String, of source: String?) -> String {
            source.map { "\(title) of \($0.escapingControls)" } ?? title
        }
        package static func failed(_ reason: String) -> String { "Couldn't change notifications: \(reason)" }
    }
}
