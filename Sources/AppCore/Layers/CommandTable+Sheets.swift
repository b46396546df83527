/// What lies over the stream: menus, prompts, help, the calendar.
extension Command {
    static let menus: [Entry] = [
        Entry(
            command: .menuNext, name: "menu-next", group: .layers, help: "Next item",
            keys: [(.menu, ["j", "down", "tab", "ctrl-n"]), (.chooser, ["down", "tab", "ctrl-n"])]),
        Entry(
            command: .menuPrevious, name: "menu-previous", group: .layers, help: "Previous item",
            keys: [(.menu, ["k", "up", "shift-tab", "ctrl-p"]), (.chooser, ["up", "shift-tab", "ctrl-p"])]),
        Entry(
            command: .menuPageDown, name: "menu-page-down", group: .layers, help: "Items a page down",
            keys: [(.menu, ["pagedown"]), (.chooser, ["pagedown"])]),
        Entry(
            command: .menuPageUp, name: "menu-page-up", group: .layers, help: "Items a page up",
            keys: [(.menu, ["pageup"]), (.chooser, ["pageup"])]),
        Entry(
            command: .menuChoose, name: "menu-choose", group: .layers, help: "Choose the item", hint: "choose",
            keys: [(.menu, ["enter"]), (.chooser, ["enter"]), (.commands, ["enter"])]),
    ]

    static let menuItems: [Entry] = (1...9).map { number in
        Entry(
            command: .menuItem(number), name: "menu-item-\(number)", group: .layers, help: "Choose item \(number)",
            keys: [(.menu, ["\(number)"])])
    }

    static let layers: [Entry] = [
        Entry(
            command: .acceptPrompt, name: "accept-prompt", group: .layers, help: "Accept what was typed",
            hint: "accept", keys: [(.prompt, ["enter"]), (.calendar, ["enter"])]),
        Entry(
            command: .scrollDown, name: "scroll-down", group: .layers, help: "Scroll down", hint: "scroll",
            keys: [(.help, ["j", "down"])]),
        Entry(
            command: .scrollUp, name: "scroll-up", group: .layers, help: "Scroll up", keys: [(.help, ["k", "up"])]),
        Entry(
            command: .scrollPageDown, name: "scroll-page-down", group: .layers, help: "Scroll a page down",
            keys: [(.help, ["ctrl-f", "ctrl-d", "pagedown", "space"])]),
        Entry(
            command: .scrollPageUp, name: "scroll-page-up", group: .layers, help: "Scroll a page up",
            keys: [(.help, ["ctrl-b", "ctrl-u", "pageup"])]),
        Entry(
            command: .close, name: "close", group: .layers, help: "Close without doing anything", hint: "close",
            keys: [
                (.menu, ["esc", "q"]), (.prompt, ["esc"]), (.calendar, ["esc", "q"]), (.help, ["esc", "q", "?", "i"]),
                (.message, ["esc", "q", "enter"]), (.jump, ["esc"]),
            ]),
    ]

    static let calendar: [Entry] = [
        Entry(
            command: .dayNext, name: "day-next", group: .calendar, help: "A day later",
            keys: [(.calendar, ["l", "right"])]),
        Entry(
            command: .dayPrevious, name: "day-previous", group: .calendar, help: "A day earlier",
            keys: [(.calendar, ["h", "left"])]),
        Entry(
            command: .weekNext, name: "week-next", group: .calendar, help: "A week later",
            keys: [(.calendar, ["j", "down"]), (.calendarText, ["down"])]),
        Entry(
            command: .weekPrevious, name: "week-previous", group: .calendar, help: "A week earlier",
            keys: [(.calendar, ["k", "up"]), (.calendarText, ["up"])]),
        Entry(
            command: .monthNext, name: "month-next", group: .calendar, help: "A month later",
            keys: [(.calendar, ["]", "pagedown"]), (.calendarText, ["pagedown"])]),
        Entry(
            command: .monthPrevious, name: "month-previous", group: .calendar, help: "A month earlier",
            keys: [(.calendar, ["[", "pageup"]), (.calendarText, ["pageup"])]),
        Entry(
            command: .yearNext, name: "year-next", group: .calendar, help: "A year later",
            keys: [(.calendar, ["}"])]),
        Entry(
            command: .yearPrevious, name: "year-previous", group: .calendar, help: "A year earlier",
            keys: [(.calendar, ["{"])]),
        Entry(
            command: .calendarToday, name: "calendar-today", group: .calendar, help: "Today",
            keys: [(.calendar, ["."])]),
        Entry(
            command: .timeLater, name: "time-later", group: .calendar, help: "Half an hour later, of a snooze",
            hint: "later", keys: [(.calendar, ["+"])]),
        Entry(
            command: .timeEarlier, name: "time-earlier", group: .calendar, help: "Half an hour earlier, of a snooze",
            hint: "earlier", keys: [(.calendar, ["-"])]),
        Entry(
            command: .calendarType, name: "calendar-type", group: .calendar,
            help: "Type the day, or pick it; digits and words type at once",
            keys: [(.calendar, ["tab", "/"]), (.calendarText, ["tab"])]),
    ]
}
