import Cards

extension Command {
    /// Where an action was triggered. A card's properties allow keys and menu items separately.
    package enum Origin: Hashable, Sendable { case key, menu }

    /// Whether the command is available now, with the reason if it is not.
    /// - Parameter focus: The state's focus, for a caller that checks many commands.
    package func availability(in state: AppState, at focus: CommandFocus? = nil) -> Availability {
        (Command.rules[self] ?? .always).availability(state, focus)
    }

    /// The part of ``availability(in:at:)`` that depends on the card.
    func availability(on subject: Subject, from origin: Origin, in state: AppState) -> Availability {
        switch self {
        case .focusNext, .focusPrevious, .press:
            return Availability(!state.focusTargets(of: subject).isEmpty, else: Strings.Disabled.nothingToFocus)
        case .inspect, .pipe: return .enabled
        case .copyText: return Availability(!subject.components.plainText.isEmpty, else: Strings.Disabled.noText)
        case .copyLink, .openFirstLink:
            return Availability(state.firstLink(of: subject) != nil, else: Strings.Disabled.noLink)
        case .toggleFolds:
            return Availability(!state.folds(of: subject.card.id).isEmpty, else: Strings.Disabled.nothingFolded)
        case .retryAction, .discardAction:
            guard case .refused = subject.item.delivery else {
                guard state.syncStatus.refusedActions > 0 else {
                    return .disabled(reason: Strings.Disabled.nothingRefused)
                }
                let keymap = state.settings.keymap
                return .disabled(reason: Strings.Disabled.refusedElsewhere(key: keymap.keyText(for: .showHistory)))
            }
            return .enabled
        default: break
        }
        if case .pressButton(let number) = self {
            let buttons = FocusTarget.buttons(in: subject.components).count
            if number > buttons {
                let links = state.links(of: subject.card.id).count
                return Availability(number <= buttons + links, else: Strings.Disabled.noButton(number))
            }
        }
        let answering = state.availabilityOfAnswering(subject)
        guard answering.isEnabled else { return answering }
        let offer = offered(by: state.offeredActions(of: subject), from: origin, keymap: state.settings.keymap)
        // A reason from the card takes precedence over a reason from the source.
        guard offer.isEnabled else { return offer }
        if let reason = responseKind.flatMap({ state.reasonAgainst($0, on: subject) }) {
            return .disabled(reason: reason)
        }
        guard self == .openMenu else { return offer }
        return offered(by: state.actions(of: subject), from: origin, keymap: state.settings.keymap)
    }

    /// The kind of response that the command sends; nil if the command itself is not an answer.
    var responseKind: CardResponse.Kind? {
        switch self {
        case .dismiss: .dismiss
        case .snooze: .snooze
        case .voteUp: .voteUp
        case .voteDown: .voteDown
        default: nil
        }
    }

    /// Whether the card's author allows the command.
    private func offered(by actions: ActionProperties, from origin: Origin, keymap: Keymap) -> Availability {
        switch self {
        case .dismiss:
            return Self.offered(
                byKey: actions.isSwipeEnabled && actions.isDismissSwipeEnabled,
                inMenu: actions.isDismissOverflowEnabled, menu: actions.overflowMenu, from: origin,
                name: Strings.Menu.dismiss, never: Strings.Disabled.dismiss, keymap: keymap)
        case .snooze:
            return Self.offered(
                byKey: actions.isSwipeEnabled && actions.isSnoozeSwipeEnabled,
                inMenu: actions.isSnoozeOverflowEnabled, menu: actions.overflowMenu, from: origin,
                name: Strings.Menu.snooze, never: Strings.Disabled.snooze, keymap: keymap)
        case .voteUp: return Availability(actions.voteUp.isEnabled, else: Strings.Disabled.vote)
        case .voteDown: return Availability(actions.voteDown.isEnabled, else: Strings.Disabled.vote)
        case .openMenu:
            let isEmpty = actions.overflowMenu == .overflow && !actions.hasMenuItems
            if isEmpty { return .disabled(reason: Strings.Disabled.emptyMenu) }
            return Availability(actions.overflowMenu != .hidden, else: Strings.Disabled.menu)
        default: return .enabled
        }
    }

    private static func offered(
        byKey: Bool, inMenu: Bool, menu: ActionProperties.OverflowMenuStyle, from origin: Origin, name: String,
        never: String, keymap: Keymap
    ) -> Availability {
        switch origin {
        case .menu: return Availability(inMenu, else: never)
        case .key where byKey: return .enabled
        case .key:
            guard inMenu, menu == .overflow else { return .disabled(reason: never) }
            return .disabled(reason: Strings.Disabled.onlyInMenu(name, key: keymap.keyText(for: .openMenu)))
        }
    }

}

extension CardResponse.Kind {
    /// Whether a submit button sends this kind of response.
    var submits: Bool { self == .submit || self == .reply }
}

extension AppState {
    /// The capabilities of the source of a container's cards.
    func capabilities(of container: ContainerID) -> SourceCapabilities {
        containers.indices.first { containers[$0].id == container }
            .map { syncStatus.capabilities(of: containers[$0].streamID) } ?? syncStatus.capabilities
    }

    /// Why a card cannot be answered in this way: another user has answered it, or its source does not support the kind
    /// of response. Nil if it can.
    func reasonAgainst(_ kind: CardResponse.Kind, on subject: Subject) -> String? {
        if let answered = subject.card.body.answered, kind.submits {
            return Strings.AnsweredCard.reason(answered, at: now, in: settings.zone)
        }
        return capabilities(of: subject.container).allows(kind) ? nil : SourceCapabilities.reasonAgainst(kind)
    }

    /// Why the source of a stream does not support a kind of response; nil if it does.
    func reasonAgainst(_ kind: CardResponse.Kind, in stream: StreamID) -> String? {
        syncStatus.capabilities(of: stream).allows(kind) ? nil : SourceCapabilities.reasonAgainst(kind)
    }

    /// The actions that the card and its container offer, regardless of the source's capabilities.
    func offeredActions(of subject: Subject) -> ActionProperties {
        subject.card.body.actions.limited(to: .all, votes: votes(in: subject.container))
    }

    /// The actions that the card and its container offer and that the source supports.
    func actions(of subject: Subject) -> ActionProperties {
        subject.card.body.actions.limited(
            to: capabilities(of: subject.container), votes: votes(in: subject.container))
    }

    private func votes(in container: ContainerID) -> VotingOptions {
        containers.indices.first { containers[$0].id == container }.map { containers[$0].options.votes } ?? []
    }

    /// Whether a card can be answered now: no earlier answer is being stored or sent, and none was refused. A reply
    /// with entered values can follow another reply immediately: the values of the earlier one have already left the
    /// form, so they are not sent twice.
    ///
    /// - Parameter kind: The kind of the answer. Only a reply is treated differently; nil if there is none.
    func availabilityOfAnswering(_ subject: Subject, by kind: CardResponse.Kind? = nil) -> Availability {
        let follows =
            kind == .reply && forms.replies.areLeaving(subject.card.id)
            && FocusTarget.inputs(in: subject.components).contains { form(of: subject.card.id).values[$0.name] != nil }
        if answers.include(subject.item), !follows {
            return .disabled(reason: Strings.Card.sending)
        }
        // With the filter is:waiting, an answered card is shown until its answer is sent.
        if case .waiting = subject.item.delivery, [.completed, .dismissed].contains(subject.card.status) {
            return .disabled(reason: Strings.Card.sending)
        }
        guard case .refused = subject.item.delivery else { return .enabled }
        let keymap = settings.keymap
        return .disabled(
            reason: Strings.Disabled.refusedFirst(
                retry: keymap.keyText(for: .retryAction), discard: keymap.keyText(for: .discardAction)))
    }
}
