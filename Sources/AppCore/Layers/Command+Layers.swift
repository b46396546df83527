/// Commands that all menus, prompts and pages share.
extension Command {
    static let menus: [Entry] = [
        Entry(
            command: .menuNext, name: "menu-next", group: .layers, help: "Next item",
            keys: [(.menu, ["j", "down", "tab", "ctrl-n"]), (.chooser, ["down", "tab", "ctrl-n"])],
            rule: .inLayer(.menu, .chooser, .palette, .files, .commands)),
        Entry(
            command: .menuPrevious, name: "menu-previous", group: .layers, help: "Previous item",
            keys: [(.menu, ["k", "up", "shift-tab", "ctrl-p"]), (.chooser, ["up", "shift-tab", "ctrl-p"])],
            rule: .inLayer(.menu, .chooser, .palette, .files, .commands)),
        Entry(
            command: .menuPageDown, name: "menu-page-down", group: .layers, help: "Move a page down",
            keys: [(.menu, ["pagedown"]), (.chooser, ["pagedown"])],
            rule: .inLayer(.menu, .chooser, .palette, .files, .commands)),
        Entry(
            command: .menuPageUp, name: "menu-page-up", group: .layers, help: "Move a page up",
            keys: [(.menu, ["pageup"]), (.chooser, ["pageup"])],
            rule: .inLayer(.menu, .chooser, .palette, .files, .commands)),
        Entry(
            command: .menuChoose, name: "menu-choose", group: .layers, help: "Choose the selected item", hint: "choose",
            keys: [(.menu, ["enter"]), (.chooser, ["enter"]), (.commands, ["enter"])],
            rule: .inLayer(.menu, .chooser, .palette, .files, .commands)),
    ]

    static let menuItems: [Entry] = (1...9).map { number in
        Entry(
            command: .menuItem(number), name: "menu-item-\(number)", group: .layers, help: "Choose item \(number)",
            keys: [(.menu, ["\(number)"])], rule: .inLayer(.menu, .chooser, .palette, .files, .commands))
    }

    static let layers: [Entry] = [
        Entry(
            command: .acceptPrompt, name: "accept-prompt", group: .layers, help: "Accept what was typed",
            hint: "accept", keys: [(.prompt, ["enter"]), (.calendar, ["enter"])],
            rule: .inLayer(.prompt, .filter, .calendar, .calendarText)),
        Entry(
            command: .nextPart, name: "next-part", group: .layers, help: "Add text or buttons to a new card",
            keys: [(.prompt, ["tab"])], rule: .moreParts),
        Entry(
            command: .completeFilter, name: "complete-filter", group: .layers,
            help: "Complete what is typed; press again for the next completion", hint: "complete",
            keys: [(.filter, ["tab"]), (.palette, ["tab"])], rule: .inLayer(.filter, .palette)),
        Entry(
            command: .earlierFilter, name: "earlier-filter", group: .layers, help: "Recall the previous filter",
            keys: [(.filter, ["up"])], rule: .inLayer(.filter)),
        Entry(
            command: .laterFilter, name: "later-filter", group: .layers, help: "Recall the next filter",
            keys: [(.filter, ["down"])], rule: .inLayer(.filter)),
        Entry(
            command: .scrollDown, name: "scroll-down", group: .layers, help: "Scroll down", hint: "scroll",
            keys: [(.help, ["j", "down"])], rule: .inLayer(.help, .commands, .history)),
        Entry(
            command: .scrollUp, name: "scroll-up", group: .layers, help: "Scroll up", keys: [(.help, ["k", "up"])],
            rule: .inLayer(.help, .commands, .history)),
        Entry(
            command: .scrollPageDown, name: "scroll-page-down", group: .layers, help: "Scroll a page down",
            keys: [(.help, ["ctrl-f", "ctrl-d", "pagedown", "space"])], rule: .inLayer(.help, .commands, .history)),
        Entry(
            command: .scrollPageUp, name: "scroll-page-up", group: .layers, help: "Scroll a page up",
            keys: [(.help, ["ctrl-b", "ctrl-u", "pageup"])], rule: .inLayer(.help, .commands, .history)),
        Entry(
            command: .close, name: "close", group: .layers, help: "Close", hint: "close",
            keys: [
                (.menu, ["esc", "q"]), (.prompt, ["esc"]), (.calendar, ["esc", "q"]),
                (.help, ["esc", "q", "?", "f1", "i"]),
                (.message, ["esc", "q", "enter"]), (.jump, ["esc"]), (.filter, ["ctrl-c"]),
            ], rule: .closable, perform: { state in state.close() }),
    ]
}
