import Cards

/// Commands for cards that sources hold back.
extension Command {
    static let held: [Entry] = [
        Entry(
            command: .showHeld, name: "show-held", group: .cards, help: "Show the next card that is held back",
            keys: [(.stream, ["W"]), (.launch, ["W"])], rule: .heldCards,
            perform: { state in
                state.modalCards.expect(at: state.now)
                return [.releaseHeld]
            })
    ]
}

extension CommandRule {
    /// Available when a source holds a card back and no modal card is shown.
    static let heldCards = CommandRule { state, _ in
        if state.modal != nil { return .disabled(reason: state.modalReason) }
        return Availability(state.syncStatus.heldCards > 0, else: Strings.Held.nothing)
    }
}

extension Strings {
    /// Texts for cards that sources hold back.
    package enum Held {
        package static let nothing = "No card is held back"
        /// The text in the status line.
        package static func waiting(_ count: Int, key: String) -> String {
            (count == 1 ? "1 card held back" : "\(count) cards held back")
                + (key.isEmpty ? "" : ", \(key) to show")
        }
    }
}
