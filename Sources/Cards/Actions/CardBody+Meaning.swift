extension CardBody {
    /// What pressing a submit button means: yes or no. Nil for a name that no submit button has.
    ///
    /// If no submit button of the card says what it means, the first one is a yes and all others are a no; if some do,
    /// one that does not is a no. Buttons that keep the card are left out unless they say it.
    public func meaning(ofButton name: String) -> ButtonAction.Outcome? {
        let buttons = submissions.filter { !$0.keepsCard || $0.outcome != nil }
        guard let button = buttons.first(where: { $0.buttonName == name }) else { return nil }
        if let outcome = button.outcome { return outcome }
        let isStated = buttons.contains { $0.outcome != nil }
        return !isStated && buttons.first?.buttonName == name ? .positive : .negative
    }

    /// The submit buttons of the card, then those of its subviews by their ids.
    package var submissions: [ButtonAction.Submission] {
        let layouts = [components] + subviews.sorted { $0.key < $1.key }.map(\.value.components)
        return layouts.joined().flatMap { component -> [ButtonAction.Submission] in
            guard case .buttons(let container) = component else { return [] }
            return container.buttons.compactMap { button in
                if case .submit(let submission) = button.action { submission } else { nil }
            }
        }
    }
}
