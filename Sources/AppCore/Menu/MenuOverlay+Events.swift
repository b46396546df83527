package import Cards

package import struct Foundation.Date

extension MenuOverlay: OverlayComponent {
    package var overlay: Overlay { .menu(self) }
    package var keyLayer: KeyLayer { .menu }
    package var requiredCard: CardID? { card }

    package func deadlines(after now: Date) -> [Date] {
        items.compactMap { $0.until.map { TimeText.nextChange(of: $0, after: now) } }
    }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        switch event.choice(of: items.count) {
        case .selected: return choose(selected, in: state)
        case .item(let position):
            let actions = choose(position, in: state)
            // The user may be typing a time, which also begins with a number.
            guard offersSnooze, case .command(.menuItem) = event, case .close? = actions.first else { return actions }
            return actions + [.guardKeys(Strings.Menu.numberChosen)]
        case .missing(let reason): return [.show(reason, .information)]
        case nil: break
        }
        switch event {
        case .command(.close): return cancel()
        case .command(.firstCard): return move(to: 0)
        case .command(.lastCard): return move(to: .max)
        case .command(let command): return command.listStep(rows: state.frames.last.overlayRows).map { move(by: $0) }
        case .typed(" ") where hasSwitches: return toggle(selected)
        case .typed(let character): return choose(key: String(character), in: state)
        case .line(let text): return choose(key: Strings.Menu.answers[text.lowercased()] ?? text, in: state)
        case .wheelTurned(let rows): return move(to: selected + (rows < 0 ? -1 : 1))
        case .answer(.theme(.refused(let name, let reason))) where themeBefore != nil:
            refuse(theme: name, reason: reason)
            return []
        case .answer(.marks(.reviewed(let outcome))) where isReview:
            switch outcome {
            case .reviewed(let plan): return [.close, .ask(plan)]
            case .failed(let reason): return [.close, .show(Strings.Marks.failed(reason), .failure)]
            }
        case .answer(.switches(let event)): return turnBack(event)
        default: return nil
        }
    }

    // MARK: Moving

    /// A single step wraps around at the ends; a page does not.
    private mutating func move(by step: Int) -> [OverlayAction] {
        guard !items.isEmpty else { return [] }
        let position = selected + step
        return move(to: abs(step) == 1 ? (position + items.count) % items.count : position)
    }

    private mutating func move(to position: Int) -> [OverlayAction] {
        selected = max(0, min(position, items.count - 1))
        return preview()
    }

    /// Applies the selected theme as a preview.
    private func preview() -> [OverlayAction] {
        guard items.indices.contains(selected), case .theme(let name) = items[selected].choice else { return [] }
        return [.start(.theme(.use(name, isChosen: false)))]
    }

    private mutating func refuse(theme name: String, reason: String) {
        for index in items.indices where items[index].choice == .theme(name) {
            items[index].unavailable = reason
            items[index].detail = Strings.Themes.unusable
        }
    }

    // MARK: Choosing

    /// Nil if no item has the key.
    private mutating func choose(key: String, in state: AppState) -> [OverlayAction]? {
        items.firstIndex { $0.key == key }.map { choose($0, in: state) }
    }

    private mutating func choose(_ position: Int, in state: AppState) -> [OverlayAction] {
        guard items.indices.contains(position) else { return [] }
        if let actions = toggle(position) { return actions }
        let item = items[position]
        if let reason = item.unavailable ?? missed(item.choice, in: state) {
            selected = position
            return [.show(reason, .information)]
        }
        switch item.choice {
        case .theme(let name): return [.close, .start(.theme(.use(name, isChosen: true)))]
        case .wake(let card, let stream):
            if let reason = state.reasonAgainst(.unsnooze, in: stream) { return [.show(reason, .information)] }
            return [.close, .expect([card]), .start(.history(.wake(card, stream)))]
        case .sort(let container, let order): return [.close, .sort(container, order)]
        case .group(let container, let grouping): return [.close, .group(container, grouping)]
        default: break
        }
        if let plan { return [.close] + actions(item.choice, for: plan, in: state) }
        guard let card else { return [.close] }
        guard let subject = state.subject(card) else { return [] }
        return [.close] + actions(item.choice, for: subject, in: state)
    }

    /// Why a time that was available when the menu opened can no longer be chosen; nil if it can.
    private func missed(_ choice: Choice, in state: AppState) -> String? {
        guard case .snooze(let choice) = choice, choice.until <= state.now else { return nil }
        return TimeParserError.inThePast.message(at: state.now, in: state.settings.zone)
    }

    private func actions(_ choice: Choice, for subject: Subject, in state: AppState) -> [OverlayAction] {
        let card = subject.card.id
        switch choice {
        case .snooze(let choice): return [.respond(.snooze(until: choice.until), to: card)]
        case .snoozeCustom: return [.open(.calendar(CalendarOverlay(snoozing: subject, in: state)))]
        case .voteDown(let reason): return [.voteDown(reason, on: card)]
        case .command(let command): return [.runCardCommand(command, on: card)]
        case .submit(let submission): return [.submitConfirmed(submission, of: card)]
        // These choices do not belong to a card.
        case .theme, .sort, .group, .answerMarked, .wake, .toggle, .keep: return []
        }
    }

    private func actions(_ choice: Choice, for plan: BulkPlan, in state: AppState) -> [OverlayAction] {
        switch choice {
        case .answerMarked: return plan.action.response.map { [.respondToMany(plan, $0)] } ?? []
        case .snooze(let choice): return [.respondToMany(plan, .snooze(until: choice.until))]
        case .snoozeCustom:
            return CalendarOverlay(snoozing: plan, in: state).map { [.open(.calendar($0))] } ?? []
        case .voteDown(let reason): return [.respondToMany(plan, .voteDown(reason: reason, message: nil))]
        case .command, .submit, .theme, .sort, .group, .wake, .toggle, .keep: return []
        }
    }

    // MARK: Closing

    private func cancel() -> [OverlayAction] {
        var actions: [OverlayAction] = [.close]
        if offersSnooze {
            if let plan {
                actions.append(.reportMarked(.snoozeOptionsCanceled, of: plan.stream))
            } else if let card {
                actions.append(.report(.snoozeOptionsCanceled, of: card))
            }
        }
        if let themeBefore { actions.append(.start(.theme(.use(themeBefore, isChosen: false)))) }
        return actions
    }

    /// Whether the menu asks for the end of a snooze.
    private var offersSnooze: Bool {
        items.contains { item in
            if case .snooze = item.choice { true } else { false }
        }
    }
}
