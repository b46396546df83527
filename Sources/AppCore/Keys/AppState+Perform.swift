import Basics
import Canvas
import Cards

extension AppState {
    /// Carries out a command, or says why it cannot be used now.
    mutating func perform(_ command: Command) -> [Effect] {
        hasInteracted = true
        if case .disabled(let reason) = command.availability(in: self) {
            show(reason, .information)
            return []
        }
        guard mayAct(by: command) else { return [] }
        if let effects = handleInOverlay(.command(command)) { return effects }
        switch command {
        case .nextCard: return isInGroup ? stepChoice(1) : step(1)
        case .previousCard: return isInGroup ? stepChoice(-1) : step(-1)
        case .firstCard: return jump(to: .start)
        case .lastCard: return jump(to: .end)
        case .halfPageDown: return page(halves: 1)
        case .halfPageUp: return page(halves: -1)
        case .pageDown: return page(halves: 2)
        case .pageUp: return page(halves: -2)
        case .cardRight: return step(1, isAcross: true)
        case .cardLeft: return step(-1, isAcross: true)
        case .nextContainer: return focusNextContainer()
        case .containerLeft: return focusContainer(.left)
        case .containerRight: return focusContainer(.right)
        case .containerAbove: return focusContainer(.above)
        case .containerBelow: return focusContainer(.below)
        case .zoom: return toggleZoom()
        case .actionButton: return pressActionButton()
        case .nextScreen: return showScreen((screenIndex + 1) % screens.count)
        case .previousScreen: return showScreen((screenIndex + screens.count - 1) % screens.count)
        case .showScreen(let number): return showScreen(number - 1)
        case .focusNext: return moveFocus(1)
        case .focusPrevious: return moveFocus(-1)
        case .press: return pressFocused()
        case .pressButton(let number): return pressButton(number)
        case .back, .leaveField: return goBack()
        case .dismiss where hasMarks: return reviewMarks(.dismiss)
        case .snooze where hasMarks: return reviewMarks(.snooze)
        case .markCard, .markRange, .markAll: return mark(command)
        case .dismiss, .snooze, .voteUp, .voteDown, .openMenu, .retryAction, .discardAction:
            return selectedSubject.map { act(command, on: $0) } ?? []
        case .undoAction: return askToUndo()
        case .copyText: return selectedSubject.map { [.copy(ClipboardText($0.components.plainText), .text)] } ?? []
        case .copyLink:
            return selectedSubject.flatMap(firstLink).map { [.copy(ClipboardText($0.address), .link)] } ?? []
        case .openFirstLink: return openFirstLink()
        case .pipe: return askForCommand()
        case .showSnoozed: return [.readSnoozed(streams)]
        case .showHistory:
            isHistoryWanted = true
            return [.readHistory]
        case .toggleFolds: return toggleFolds()
        case .toggleChoice: return toggleChoice()
        case .clearFile: return clearFile()
        case .choicePrevious: return stepChoice(-1)
        case .choiceNext: return stepChoice(1)
        case .caretLeft: return edit { $0.moveLeft() }
        case .caretRight: return edit { $0.moveRight() }
        case .wordLeft: return edit { $0.moveWordLeft() }
        case .wordRight: return edit { $0.moveWordRight() }
        case .caretUp: return moveLine(-1)
        case .caretDown: return moveLine(1)
        case .caretToStart: return edit { $0.moveToStart() }
        case .caretToEnd: return edit { $0.moveToEnd() }
        case .deleteBackward: return edit { $0.deleteBackward() }
        case .deleteForward: return edit { $0.deleteForward() }
        case .deleteWord: return edit { $0.deleteWordBackward() }
        case .deleteWordForward: return edit { $0.deleteWordForward() }
        case .deleteToStart: return edit { $0.deleteToStart() }
        case .deleteToEnd: return edit { $0.deleteToEnd() }
        case .undo: return undo()
        case .editOutside: return editOutside()
        case .newline: return edit { $0.insert("\n") }
        case .openCalendar: return openCalendar()
        case .close: return close()
        case .refresh: return refresh()
        case .jump: return openJump()
        case .help: return openCommands(.help)
        case .palette: return openCommands(.palette)
        case .search: return openFilter()
        case .chooseTheme: return [.listThemes]
        case .inspect: return inspect()
        case .toggleMouse: return toggleMouse()
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .quit: return quit()
        // Only an overlay handles them.
        case .completePath, .parentFolder, .openFolder, .toggleHidden, .cancelSending, .menuNext, .menuPrevious,
            .menuPageDown, .menuPageUp, .menuChoose, .menuItem, .dayNext, .dayPrevious, .weekNext, .weekPrevious,
            .monthNext, .monthPrevious, .yearNext, .yearPrevious, .calendarToday, .timeLater, .timeEarlier,
            .calendarType, .scrollDown, .scrollUp, .scrollPageDown, .scrollPageUp, .acceptPrompt:
            return []
        }
    }

    /// Asks the server again; after a failed first load that is the retry.
    private mutating func refresh() -> [Effect] {
        if case .failed = launch { launch = .loading } else { show(Strings.Toasts.refreshing, .information) }
        gallery.forgetFailures()
        var effects: [Effect] = [.refresh]
        for index in containers.indices where !containers[index].skippedCards.isEmpty {
            containers[index].skippedCards = SkippedCards()
            effects.append(.window(containers[index].id, containers[index].query))
        }
        return effects
    }
}
