import Cards

extension AppState {
    // MARK: Menus

    mutating func withMenu(_ change: (inout MenuOverlay) -> Void) {
        guard case .menu(var menu)? = overlays.last else { return }
        change(&menu)
        overlays[overlays.count - 1] = .menu(menu)
    }

    /// A step goes around at the ends, a page stops there.
    mutating func moveInMenu(by step: Int) -> [Effect] {
        if case .chooser = overlays.last { return withChooser { $0.move(by: step) } }
        if case .commands = overlays.last { return withCommands { $0.move(by: step) } }
        if case .files = overlays.last { return withFiles { $0.move(by: step) } }
        guard case .menu(let menu)? = overlays.last, !menu.items.isEmpty else { return [] }
        let position = menu.selected + step
        return moveInMenu(to: abs(step) == 1 ? (position + menu.items.count) % menu.items.count : position)
    }

    mutating func moveInMenu(to position: Int) -> [Effect] {
        withMenu { $0.selected = max(0, min(position, $0.items.count - 1)) }
        return previewTheme()
    }

    /// Chooses an item by position, or the selected one.
    mutating func chooseMenuItem(_ position: Int?) -> [Effect] {
        switch overlays.last {
        case .chooser: return choose(position)
        case .commands: return runListed(position)
        case .files: return chooseEntry(position)
        case .sending: return cancelSending()
        default: break
        }
        guard case .menu(let menu)? = overlays.last else { return [] }
        let position = position ?? menu.selected
        guard menu.items.indices.contains(position) else { return [] }
        let item = menu.items[position]
        if let reason = item.unavailable {
            withMenu { $0.selected = position }
            show(reason, .information)
            return []
        }
        if case .theme(let name) = item.choice { return chooseTheme(name) }
        if case .wake(let card, let stream) = item.choice {
            if let reason = reasonAgainst(.unsnooze) {
                show(reason, .information)
                return []
            }
            overlays.removeLast()
            expectBack([card])
            return [.wake(card, stream)]
        }
        if case .quit = item.choice { return [.quit(code: 0)] }
        if let plan = menu.plan {
            overlays.removeLast()
            return choose(item.choice, for: plan)
        }
        if menu.isReview || menu.card == nil { overlays.removeLast() }
        guard let subject = menu.card.flatMap(subject) else { return [] }
        overlays.removeLast()
        switch item.choice {
        case .snooze(let choice): return respond(.snooze(until: choice.until), to: subject)
        case .snoozeCustom:
            openSnoozeCalendar(subject)
            return []
        case .voteDown(let reason): return voteDown(reason, subject)
        case .command(let command): return act(command, on: subject, from: .menu)
        // They are about no card.
        case .theme, .dismissMarked, .wake, .quit, .keep: return []
        }
    }

    /// Closes what is on top without doing anything.
    mutating func close() -> [Effect] {
        reportSnoozeCanceled()
        if case .filter(let line)? = overlays.last {
            overlays.removeLast()
            return clearFilter(line.container)
        }
        // What was searched in the help gives way first.
        if case .commands(let list)? = overlays.last, list.purpose == .help, list.isTyping {
            return withCommands { $0.endTyping() }
        }
        guard case .menu(let menu)? = overlays.popLast(), let theme = menu.themeBefore else { return [] }
        return [.useTheme(theme, isChosen: false)]
    }

    // MARK: Prompts

    /// Edits the text of whatever is being typed into.
    mutating func edit(_ change: (inout TextField) -> Void) -> [Effect] {
        switch keyLayer {
        case .prompt: editPrompt(change)
        case .chooser: return editList(change)
        case .files: return editFiles(change)
        case .filter: return editFilter(change)
        case .calendarText: return editCalendar(change)
        default: editField(change)
        }
        return []
    }

    mutating func editPrompt(_ change: (inout TextField) -> Void) {
        guard case .prompt(var prompt)? = overlays.last else { return }
        change(&prompt.field)
        prompt.problem = nil
        if let limit = prompt.limit, prompt.field.count > limit { prompt.problem = prompt.tooLong }
        overlays[overlays.count - 1] = .prompt(prompt)
    }

    mutating func acceptPrompt() -> [Effect] {
        guard case .prompt(var prompt)? = overlays.last, let subject = subject(prompt.card) else { return [] }
        let message = prompt.field.text.isEmpty ? nil : prompt.field.text
        let response: CardResponse
        switch prompt.purpose {
        case .voteUp: response = .voteUp(message: message)
        case .voteDown(let reason): response = .voteDown(reason: reason, message: message)
        case .pipe:
            guard let message, message.contains(where: { !$0.isWhitespace }) else {
                prompt.problem = Strings.Pipe.empty
                overlays[overlays.count - 1] = .prompt(prompt)
                return []
            }
            overlays.removeLast()
            return pipe(subject, to: message)
        }
        if let limit = prompt.limit, prompt.field.count > limit {
            prompt.problem = prompt.tooLong
            overlays[overlays.count - 1] = .prompt(prompt)
            return []
        }
        overlays.removeLast()
        return respond(response, to: subject)
    }

    // MARK: Help

    mutating func scrollHelp(by rows: Int) -> [Effect] {
        func scrolled(_ scroll: Int, of count: Int) -> Int {
            // Without overflow however far it shall go.
            max(0, min(scroll + min(max(rows, -count), count), count - max(1, lastFrame.helpRows)))
        }
        switch overlays.last {
        case .inspect(var inspect):
            inspect.scroll = scrolled(inspect.scroll, of: inspect.lines.count)
            overlays[overlays.count - 1] = .inspect(inspect)
        case .output(var output):
            output.scroll = scrolled(output.scroll, of: output.lines.count)
            overlays[overlays.count - 1] = .output(output)
        case .history(var history):
            history.scroll = scrolled(history.scroll, of: history.actions.count)
            overlays[overlays.count - 1] = .history(history)
        default: return withCommands { $0.move(by: rows) }
        }
        return []
    }

    // MARK: Inspecting

    mutating func inspect() -> [Effect] {
        guard let card = selectedSubject?.card else { return [] }
        overlays.append(.inspect(InspectOverlay(card, size: size)))
        return []
    }
}
