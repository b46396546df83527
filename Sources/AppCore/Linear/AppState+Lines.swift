import Basics
import Canvas
import Cards

import struct Foundation.Date

/// Input by whole lines instead of keys, for users of a screen reader or terminals without cursor positioning. A line
/// is the number of a listed element, a value for the current field or prompt, or a command by its name or key. Where
/// text is expected, a leading colon marks a command.
extension AppState {
    mutating func enter(_ line: String) -> [Effect] {
        start.hasInteracted = true
        let text = line.trimmed
        if let reason = strayReason(text) { return refuse(reason) }
        let takesText = keyLayer.takesText || keyLayer == .commands
        if takesText, text.hasPrefix(":") { return enterCommand(String(text.dropFirst()).trimmed) }
        if !overlays.isEmpty {
            return handleInOverlay(.line(text)) ?? (text.isEmpty ? close() : enterCommand(text))
        }
        if let input = focusedInput { return enter(text, into: input) }
        guard let number = Int(text), launch == .ready else { return enterCommand(text) }
        return press(listed: number)
    }

    /// Seconds that the user needs to hear which card has replaced another: longer than with a screen.
    private static let hearing = 3.0

    /// Why a line is not meant for the current card: another card was shown while the user typed it. Applies to one
    /// line; the next line counts.
    private mutating func strayReason(_ text: String) -> String? {
        defer {
            modalCards.acceptKeys()
            keyboard.staleGuard = nil
        }
        guard overlays.isEmpty, !text.isEmpty else { return nil }
        let isForText = keyboard.staleGuard?.wereForText == true
        guard
            isForText || Int(text) != nil
                || LineCommand.find(text, keymap: settings.keymap, layer: keyLayer)?.answersCard == true
        else { return nil }
        if let stray = keyboard.staleGuard, now < stray.until.addingTimeInterval(Self.hearing - StaleKeyGuard.pause) {
            return stray.reason
        }
        let ignores = modalCards.ignoresKeys(at: now, longer: Self.hearing - ModalCards.grace)
        return ignores && modal != nil ? Strings.Toasts.modalCame : nil
    }

    /// The elements that the numbers of a card's page stand for, from 1. Does not include folds, because lines show the
    /// whole text.
    package func listedTargets(of subject: Subject) -> [FocusTarget] {
        FocusTarget.all(in: subject.components, links: links(of: subject.card.id)).filter { target in
            switch target {
            case .fold: false
            case .loadMore(let page): canLoad(page, of: subject.card)
            case .input, .button, .link, .media: true
            }
        }
    }

    private mutating func press(listed number: Int) -> [Effect] {
        guard let subject = selectedSubject else {
            guard let steps = shownFirstSteps else { return enterCommand(String(number)) }
            guard steps.choices.indices.contains(number - 1) else {
                return refuse(Strings.FirstSteps.noChoice(number, steps.choices.count))
            }
            return perform(firstStep: number, of: steps)
        }
        let targets = listedTargets(of: subject)
        guard targets.indices.contains(number - 1) else {
            return refuse(Strings.Lines.notListed(number, targets.count))
        }
        switch targets[number - 1] {
        case .button(let position): return pressButton(at: position)
        case .link(let position): return openLink(position)
        case .media(let position): return pressMedia(position)
        case .loadMore(let page): return loadPage(page)
        case .fold: return []
        case .input:
            if let reason = availabilityOfAnswering(subject).reason { return refuse(reason) }
            focus(targets[number - 1])
            return []
        }
    }

    // MARK: Fields

    /// Handles a line for a field. An empty line leaves the field unchanged.
    private mutating func enter(_ text: String, into input: Card.Input) -> [Effect] {
        if text.isEmpty { return leaveField() }
        switch input.kind.entry {
        case .text:
            editField { $0.replaceAll(with: text) }
            return leaveField()
        case .number, .day:
            // Reports a mistake immediately, while the user can type the value again, rather than when the form is
            // submitted.
            var value = text
            if case .day = input.kind.entry {
                do throws(TimeParserError) {
                    value = try DayParser(now: now, zone: settings.zone, range: DayRange(input)).parse(text).dayText
                } catch {
                    return refuse(error.dayMessage)
                }
            }
            if let problem = FieldCheck.problem(of: .text(TextField(value)), in: input) { return refuse(problem) }
            editField { $0.replaceAll(with: value) }
            return leaveField()
        case .file: return text == "1" ? openFiles() : paste(text)
        case .toggle, .steps, .several, .one:
            guard let card = focusedContainer?.selection else { return [] }
            do throws(LineAnswer.Refusal) {
                let value = try LineAnswer(text).value(for: input, now: form(of: card).value(of: input))
                changeFocusedInput { _, _ in value }
                return leaveField()
            } catch {
                return refuse(error.text)
            }
        }
    }

    private mutating func leaveField() -> [Effect] {
        withFocusedContainer { container in
            container.focus = nil
            return []
        }
    }

    // MARK: Commands

    private mutating func enterCommand(_ words: String) -> [Effect] {
        guard !words.isEmpty else { return [] }
        guard var command = LineCommand.find(words, keymap: settings.keymap, layer: keyLayer) else {
            if overlays.isEmpty, let argument = PaletteArgument(words, in: self), !argument.command.needsScreen {
                return argument.problem.map { refuse($0) } ?? apply(argument.actions)
            }
            return refuse(Strings.Lines.noCommand(words, begins: LineCommand.names(beginningWith: words)))
        }
        // A name may be the prefix of another: "undo" means "undo-action" where text cannot be edited.
        if !command.availability(in: self).isEnabled {
            let others = LineCommand.beginning(with: words).filter { $0.availability(in: self).isEnabled }
            if others.count == 1 { command = others[0] }
        }
        switch command {
        case .jump: return refuse(Strings.Lines.jump)
        // Lines show the whole card, so there is nothing to scroll.
        case .nextCard, .cardRight, .halfPageDown, .pageDown: return stepLine(1)
        case .previousCard, .cardLeft, .halfPageUp, .pageUp: return stepLine(-1)
        case .help, .palette:
            let effects = runCommand(command)
            if case .commands(var list)? = overlays.last {
                list.leaveOut(\.needsScreen)
                overlays[overlays.count - 1] = .commands(list)
            }
            return effects
        default: return runCommand(command)
        }
    }

    private mutating func stepLine(_ direction: Int) -> [Effect] {
        guard keyLayer == .stream, let before = focusedContainer?.selection else {
            return refuse(Strings.Disabled.noCard)
        }
        let effects = step(direction, isAcross: true)
        if focusedContainer?.selection == before {
            show(direction > 0 ? Strings.Lines.lastCard : Strings.Lines.firstCard, .information)
        }
        return effects
    }

    private mutating func refuse(_ reason: String) -> [Effect] {
        show(reason, .information)
        return []
    }
}
