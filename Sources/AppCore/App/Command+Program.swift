/// Commands for the program as a whole.
extension Command {
    static let program: [Entry] = [
        Entry(
            command: .refresh, name: "refresh", group: .program, help: "Refresh now",
            hint: "refresh", keys: [(.stream, ["r"]), (.launch, ["r", "enter"])], perform: { state in state.refresh() }),
        Entry(
            command: .help, name: "help", group: .program, help: "Show this help", hint: "help",
            keys: [(.global, ["f1"]), (.stream, ["?"]), (.launch, ["?"])],
            perform: { state in state.openCommands(.help) }),
        Entry(
            command: .palette, name: "palette", group: .program, help: "Find any command and run it",
            hint: "commands", keys: [(.stream, [":"]), (.launch, [":"])],
            perform: { state in state.openCommands(.palette) }),
        Entry(
            command: .search, name: "search", group: .program, help: "Filter the cards, or search this help",
            hint: "filter", keys: [(.stream, ["/"]), (.commands, ["/"])], rule: .searchable,
            perform: { state in state.openFilter() }),
        Entry(
            command: .chooseTheme, name: "choose-theme", group: .program, help: "Choose a theme, with a live preview",
            hint: "theme", keys: [(.stream, ["t"]), (.launch, ["t"])], perform: { _ in [.theme(.list)] }),
        Entry(
            command: .toggleMouse, name: "toggle-mouse", group: .program,
            help: "Release or recapture the mouse", keys: [(.stream, ["M"]), (.launch, ["M"])],
            perform: { state in state.toggleMouse() }),
        Entry(
            command: .redraw, name: "redraw", group: .program, help: "Redraw the screen", keys: [(.global, ["ctrl-l"])],
            perform: { _ in [.redraw] }),
        Entry(
            command: .suspend, name: "suspend", group: .program, help: "Suspend to the shell",
            keys: [(.global, ["ctrl-z"])], perform: { _ in [.suspend] }),
        Entry(
            command: .quit, name: "quit", group: .program, help: "Quit", hint: "quit",
            keys: [(.stream, ["q"]), (.launch, ["q", "esc"]), (.global, ["ctrl-c"])], perform: { _ in [.quit(code: 0)] }
        ),
    ]
}
