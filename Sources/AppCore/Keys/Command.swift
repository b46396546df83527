/// A command of the viewer. Its name, help and keys are in ``Command/table``, from which the help, the hints and the
/// key table are generated.
package enum Command: Hashable, Sendable {
    case nextCard, previousCard, firstCard, lastCard
    case skipToNext, skipToPrevious, nextNew, previousNew
    case halfPageDown, halfPageUp, pageDown, pageUp
    case cardRight, cardLeft
    case containerLeft, containerRight, containerAbove, containerBelow, nextContainer, zoom, actionButton
    case chooseOrder, chooseGrouping, toggleGroup, toggleAllGroups
    case nextScreen, previousScreen
    case toggleList
    /// The number of the screen, from 1 to 9.
    case showScreen(Int)
    case focusNext, focusPrevious, press
    /// The number of the button, from 1 to 9.
    case pressButton(Int)
    case back
    case dismiss, snooze, voteUp, voteDown, openMenu
    case retryAction, discardAction, undoAction
    case toggleFolds, inspect
    case markCard, markRange, markAll
    case showSnoozed, showHistory
    case newConversation
    case showHeld, showSwitches
    case copyText, copyLink, openFirstLink, pipe

    case toggleChoice, choicePrevious, choiceNext
    case caretLeft, caretRight, wordLeft, wordRight, caretUp, caretDown, caretToStart, caretToEnd
    case deleteBackward, deleteForward, deleteWord, deleteWordForward, deleteToStart, deleteToEnd
    case undo, editOutside
    case newline, submitForm
    case leaveField

    case clearFile, completePath, parentFolder, openFolder, toggleHidden, cancelSending

    case menuNext, menuPrevious, menuPageDown, menuPageUp, menuChoose
    /// The number of the item, from 1 to 9.
    case menuItem(Int)
    case openCalendar
    case dayNext, dayPrevious, weekNext, weekPrevious, monthNext, monthPrevious, yearNext, yearPrevious
    case calendarToday, timeLater, timeEarlier, calendarType
    case acceptPrompt, nextPart
    case completeFilter, earlierFilter, laterFilter
    case scrollDown, scrollUp, scrollPageDown, scrollPageUp
    case close

    case watchDemo, makeCard, connectServer
    case jump, refresh, help, palette, search, chooseTheme, toggleMouse, redraw, suspend, quit

    package enum Group: String, Hashable, Sendable, CaseIterable {
        case moving = "Moving"
        case screens = "Containers and screens"
        case cards = "Acting on a card"
        case forms = "Filling in a form"
        case files = "Choosing a file"
        case layers = "Menus and prompts"
        case calendar = "In the calendar"
        case program = "Program"
    }
}
