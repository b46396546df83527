/// Commands for containers and screens.
extension Command {
    static let screens: [Entry] =
        [
            Entry(
                command: .nextContainer, name: "next-container", group: .screens, help: "Go to the next container",
                hint: "container", keys: [(.stream, ["w"])], rule: .otherContainers,
                perform: { state in state.focusNextContainer() }),
            Entry(
                command: .containerLeft, name: "container-left", group: .screens,
                help: "Go to the container on the left",
                keys: [(.stream, ["ctrl-left"])], rule: .otherContainers,
                perform: { state in state.focusContainer(.left) }),
            Entry(
                command: .containerRight, name: "container-right", group: .screens,
                help: "Go to the container on the right", keys: [(.stream, ["ctrl-right"])], rule: .otherContainers,
                perform: { state in state.focusContainer(.right) }),
            Entry(
                command: .containerAbove, name: "container-above", group: .screens, help: "Go to the container above",
                keys: [(.stream, ["ctrl-up"])], rule: .otherContainers,
                perform: { state in state.focusContainer(.above) }),
            Entry(
                command: .containerBelow, name: "container-below", group: .screens, help: "Go to the container below",
                keys: [(.stream, ["ctrl-down"])], rule: .otherContainers,
                perform: { state in state.focusContainer(.below) }),
            Entry(
                command: .zoom, name: "zoom", group: .screens, help: "Zoom the container, or zoom out again",
                keys: [(.stream, ["z"])], rule: .otherContainers, perform: { state in state.toggleZoom() }),
            Entry(
                command: .actionButton, name: "action-button", group: .screens,
                help: "Press the button in the container's header", hint: "action", keys: [(.stream, ["a"])],
                rule: .actionButton, perform: { state in state.pressActionButton() }),
            Entry(
                command: .nextScreen, name: "next-screen", group: .screens, help: "Go to the next screen",
                hint: "screen", keys: [(.stream, ["]"]), (.launch, ["]"])], rule: .otherScreens,
                perform: { state in state.showScreen(after: 1) }),
            Entry(
                command: .previousScreen, name: "previous-screen", group: .screens, help: "Go to the previous screen",
                keys: [(.stream, ["["]), (.launch, ["["])], rule: .otherScreens,
                perform: { state in state.showScreen(after: -1) }),
        ]
        + (1...9).map { number in
            Entry(
                command: .showScreen(number), name: "screen-\(number)", group: .screens, help: "Screen \(number)",
                keys: [(.stream, ["alt-\(number)"]), (.launch, ["alt-\(number)"])], rule: .screen(number),
                perform: { state in state.showScreen(number - 1) })
        }
}
